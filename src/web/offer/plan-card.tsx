import { SAVINGS_TAG_ABOVE } from '../../countries/constants.ts';
import { useCountry } from '../country.tsx';
import type { Plan } from '../plan.ts';
import { formatMoney, formatPercent } from '../ui/money.ts';
import { Tag } from '../ui/tag.tsx';
import css from './plan-card.module.css';
import { PlanMoney } from './plan-money.tsx';
import type { FlagKind } from './shown-plans.ts';
import { planTexts as texts } from './texts.ts';

interface PlanCardProps {
  plan: Plan;
  /** Why the plan is marked as more profitable; null where it is not. */
  flag: FlagKind | null;
  /** Name of the radio group. */
  group: string;
  checked: boolean;
  onChoose: () => void;
}

/** One plan of a group to choose from; the whole card is the target. */
export function PlanCard({ plan, flag, group, checked, onChoose }: PlanCardProps) {
  const pack = useCountry();
  const saves = plan.savings > SAVINGS_TAG_ABOVE;
  return (
    <label className={css.plan}>
      <input type="radio" name={group} className={css.radio} checked={checked} onChange={onChoose} />
      {flag && <span className={css.flag}>{texts.flags[flag]} </span>}
      <span className={css.row}>
        <span>{texts.quantity(plan.installmentsQuantity)} </span>
        <span>{texts.firstDue(plan.start_date)} </span>
      </span>
      <span className={css.row}>
        <strong className={css.payment}>
          <PlanMoney units={plan.payment} />{' '}
        </strong>
        {saves && <Tag tone="good">{texts.saves(formatMoney(Math.round(plan.savings)))} </Tag>}
      </span>
      <span className={css.row}>
        <span>
          {texts.total} {formatMoney(Math.round(plan.final_amount))}{' '}
        </span>
        <span>
          {pack.tasaSigla} {formatPercent(plan.interestRate)}
          {pack.showsCft && ` · ${texts.cft} ${formatPercent(plan.cft)}`}
        </span>
      </span>
    </label>
  );
}
