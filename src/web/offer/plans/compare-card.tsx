import { withBrand } from '../../../countries/branding.ts';
import { useCountry } from '../../country.tsx';
import { verdictOf } from '../../membership/sum-note.tsx';
import { sumOf, totalPaid } from '../../membership/sum.ts';
import type { Plan, PlanOptions } from '../../plan.ts';
import { useBrand } from '../../settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../../ui/classes.ts';
import { DefinitionList } from '../../ui/stack-bar.tsx';
import { useMoney, useRoundMoney } from '../../ui/use-money.ts';
import css from './compare-card.module.css';
import { listedPlans, planOf, plansByCount } from './shown-plans.ts';
import { compareTexts as texts, planTexts } from '../texts.ts';

interface CompareCardProps {
  options: PlanOptions;
  count: number | null;
  hasMembership: boolean;
  onMembership: () => void;
}

/** Plans side by side, with the membership's difference. */
export function CompareCard({ options, count, hasMembership, onMembership }: CompareCardProps) {
  return (
    <Card>
      <h2>{texts.title}</h2>
      <PlanTable options={options} count={count} hasMembership={hasMembership} />
      {hasMembership && <Difference options={options} count={count} onMembership={onMembership} />}
    </Card>
  );
}

function PlanTable({ options, count, hasMembership }: Omit<CompareCardProps, 'onMembership'>) {
  const name = withBrand(useCountry().membership.name, useBrand());
  const money = useRoundMoney();
  const whole = (units: number) => money(Math.round(units));
  const rows = plansByCount(listedPlans(options, 'no_membership', count));
  return (
    <table className={css.table}>
      <caption className="visually-hidden">{texts.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.instalments}</th>
          <th scope="col">{hasMembership ? planTexts.basic : texts.payment}</th>
          <th scope="col">{hasMembership ? name : texts.total}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((plan) => {
          const quantity = plan.installmentsQuantity;
          const member = planOf(options, 'membership', quantity);
          return (
            <tr key={quantity} className={classes(quantity === count && css.chosen)}>
              <th scope="row">{quantity}</th>
              <td>
                <b>{whole(plan.payment)}</b>
                {hasMembership && <small>{whole(plan.final_amount)}</small>}
              </td>
              <td>
                <b>{whole(hasMembership ? (member?.payment ?? plan.payment) : plan.final_amount)}</b>
                {hasMembership && <small>{whole(totalPaid(member ?? plan))}</small>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Difference({ options, count, onMembership }: Omit<CompareCardProps, 'hasMembership'>) {
  const brand = useBrand();
  const name = withBrand(useCountry().membership.name, brand);
  const member = planOf(options, 'membership', count);
  const basic = planOf(options, 'no_membership', count);
  return (
    <div className={css.difference}>
      {member && basic && (
        <>
          <h3>{texts.change(brand)}</h3>
          <Changes member={member} basic={basic} />
        </>
      )}
      <Button kind="text" onClick={onMembership}>
        {texts.what(name)}
      </Button>
    </div>
  );
}

/** The sum line by line, to the centavo. */
function Changes({ member, basic }: { member: Plan; basic: Plan }) {
  const money = useRoundMoney();
  const exactMoney = useMoney();
  const { price, saved, gain } = sumOf(member, basic);
  const cheaper = basic.payment - member.payment;
  return (
    <>
      <DefinitionList
        items={[
          ...(cheaper > 0 ? [{ label: texts.perInstalment, value: money(cheaper) }] : []),
          ...(saved > 0 ? [{ label: texts.inTotal, value: money(saved) }] : []),
          { label: texts.membership, value: money(price) },
        ]}
      />
      <p className={css.verdict}>{verdictOf(gain, exactMoney)}</p>
    </>
  );
}
