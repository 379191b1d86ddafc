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
      {(flag || saves) && (
        <span className={css.tags}>
          {flag && <span className={css.flag}>{texts.flags[flag]}</span>}
          {saves && <Tag tone="good">{texts.saves(formatMoney(Math.round(plan.savings)))}</Tag>}
        </span>
      )}
      <span className={css.quantity}>{texts.quantity(plan.installmentsQuantity)} </span>
      <span className={css.right}>{texts.firstDue(plan.start_date)} </span>
      <strong className={css.payment}>
        <PlanMoney units={plan.payment} />{' '}
      </strong>
      <span className={css.right}>
        {pack.tasaSigla} {formatPercent(plan.interestRate)}{' '}
      </span>
      <span className={css.total}>
        {texts.total} {formatMoney(plan.final_amount)}{' '}
      </span>
      <span className={css.right}>
        {pack.showsCft && (
          <>
            {texts.cft} {formatPercent(plan.cft)}
          </>
        )}
      </span>
    </label>
  );
}
