import { useId, useState } from 'react';
import { withBrand } from '../../../countries/lender.ts';
import { useCountry } from '../../country.tsx';
import { sumOf, totalPaid } from '../../membership/sum.ts';
import type { Plan, PlanOptions } from '../../plan.ts';
import { useBrand } from '../../settings.ts';
import { classes } from '../../../ui/classes.ts';
import { DefinitionList } from '../../ui/stack-bar.tsx';
import { useRoundMoney } from '../../ui/use-money.ts';
import css from './compare.module.css';
import { listedPlans, planOf, plansByCount } from './shown-plans.ts';
import { compareTexts as texts, planTexts } from '../texts.ts';

interface CompareProps {
  options: PlanOptions;
  count: number | null;
  hasMembership: boolean;
}

/** Plans side by side, with the membership's difference; folded on a phone. */
export function Compare({ options, count, hasMembership }: CompareProps) {
  const id = useId();
  const name = withBrand(useCountry().membership.name, useBrand());
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h2 className={css.title}>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {hasMembership ? texts.fold(name) : texts.title}
        </button>
        <span>{texts.title}</span>
      </h2>
      <div id={id} className={classes(css.content, isOpen && css.open)}>
        <PlanTable options={options} count={count} hasMembership={hasMembership} />
        {hasMembership && <Difference options={options} count={count} />}
      </div>
    </>
  );
}

function PlanTable({ options, count, hasMembership }: CompareProps) {
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

function Difference({ options, count }: Omit<CompareProps, 'hasMembership'>) {
  const brand = useBrand();
  const member = planOf(options, 'membership', count);
  const basic = planOf(options, 'no_membership', count);
  if (!member || !basic) return null;
  return (
    <div className={css.difference}>
      <h3>{texts.change(brand)}</h3>
      <Changes member={member} basic={basic} />
    </div>
  );
}

/** Difference line by line, to the centavo; the total is shown under the plans. */
function Changes({ member, basic }: { member: Plan; basic: Plan }) {
  const money = useRoundMoney();
  const { price, saved } = sumOf(member, basic);
  const cheaper = basic.payment - member.payment;
  return (
    <DefinitionList
      items={[
        ...(cheaper > 0 ? [{ label: texts.perInstalment, value: money(cheaper) }] : []),
        ...(saved > 0 ? [{ label: texts.inTotal, value: money(saved) }] : []),
        { label: texts.membership, value: money(price) },
      ]}
    />
  );
}
