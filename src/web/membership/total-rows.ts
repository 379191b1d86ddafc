import { formatMoney } from '../ui/money.ts';
import { type PlanTotals, totalPaid } from './sum.ts';
import { sumTexts as texts } from './sum-texts.ts';

/** The last lines of a plan's figures: what is paid back, and with the membership what is paid in all. */
export function totalRows(plan: PlanTotals) {
  const loan = { label: texts.loan, value: formatMoney(plan.final_amount) };
  if (!plan.membership_price) return [{ ...loan, strong: true }];
  return [
    loan,
    { label: texts.membership, value: formatMoney(plan.membership_price) },
    { label: texts.total, value: formatMoney(totalPaid(plan)), strong: true },
  ];
}
