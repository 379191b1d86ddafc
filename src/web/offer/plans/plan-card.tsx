import { untilWords } from '../../../countries/payable-words.ts';
import { dated } from '../../../ui/dated.tsx';
import { classes } from '../../../ui/classes.ts';
import { useCountry } from '../../country.tsx';
import { totalPaid } from '../../membership/sum.ts';
import type { Plan } from '../../plan.ts';
import { formatPercent } from '../../ui/percent.ts';
import { Tag } from '../../../ui/tag.tsx';
import { useRoundMoney } from '../../ui/use-money.ts';
import css from './plan-card.module.css';
import type { FlagKind } from './shown-plans.ts';
import { planTexts as texts } from '../texts.ts';

/** Amount in currency units with smaller decimals, since people compare whole units. */
function PlanMoney({ units }: { units: number }) {
  const money = useRoundMoney();
  const [whole, cents] = money(units).split(',');
  return (
    <span className={css.money}>
      {whole}
      {cents && <span className={css.cents}>,{cents}</span>}
    </span>
  );
}

interface PlanCardProps {
  plan: Plan;
  /** Reason for marking the plan as more profitable; null for none. */
  flag: FlagKind | null;
  /** Name of the radio group. */
  group: string;
  checked: boolean;
  /** More than the same plan costs without the membership, currency units; 0 for none. */
  loss: number;
  onChoose: () => void;
}

/** One plan of a group to choose from; the whole card is the target. */
export function PlanCard({ plan, flag, group, checked, loss, onChoose }: PlanCardProps) {
  const money = useRoundMoney();
  const pack = useCountry();
  const paid = `${texts.total} ${money(Math.round(totalPaid(plan)))}`;
  const total = plan.membership_price ? `${paid} ${texts.withMembership}` : paid;
  const gains = plan.savings > 0;
  const flagText = flag && flagTextOf(flag, gains);
  const costsMore = loss > 0 ? texts.costsMore(money(Math.round(loss))) : null;
  const first = texts.firstDue(plan.start_date);
  const until = untilWords({ due: plan.start_date, until: plan.start_payable_until });
  const rates = `${pack.tasaSigla} ${formatPercent(plan.interestRate)}${
    pack.showsCft ? ` · ${texts.cft} ${formatPercent(plan.cft)}` : ''
  }`;
  const saves =
    plan.savings > pack.amounts.savingsTagAbove ? texts.saves(money(Math.round(plan.savings))) : null;
  // Heard in the order of its weight; seen in columns.
  const parts = [
    `${texts.quantity(plan.installmentsQuantity)} ${money(plan.payment)}`,
    until === '' ? first : `${first}, ${until}`,
    total,
    rates,
    saves,
    costsMore,
    flagText,
  ];
  return (
    <label className={css.plan}>
      <input
        type="radio"
        name={group}
        className={css.radio}
        aria-label={parts.filter(Boolean).join('. ')}
        checked={checked}
        onChange={onChoose}
      />
      {flagText && <span className={classes(css.flag, gains && css.gains)}>{flagText}</span>}
      <span className={css.row}>
        <span className={css.quantity}>{texts.quantity(plan.installmentsQuantity)}</span>
        <span>{dated(first)}</span>
      </span>
      <span className={css.row}>
        <strong className={css.payment}>
          <PlanMoney units={plan.payment} />
        </strong>
        {saves ? <Tag tone="good">{saves}</Tag> : !pack.showsCft && <span>{rates}</span>}
      </span>
      <span className={css.row}>
        <span>{total}</span>
        {(saves !== null || pack.showsCft) && <span>{rates}</span>}
      </span>
      {costsMore && <span className={css.more}>{costsMore}</span>}
    </label>
  );
}

function flagTextOf(flag: FlagKind, gains: boolean): string {
  const reason = texts.flags[flag];
  return gains ? texts.worthIt(reason) : reason.charAt(0).toUpperCase() + reason.slice(1);
}
