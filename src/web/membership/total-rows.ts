import type { FormatMoney } from '../ui/money.ts';
import { type PlanTotals, totalPaid } from './sum.ts';
import { sumTexts as texts } from './sum-texts.ts';

/** Last rows of a plan's figures: total to repay, and total with the membership. */
export function totalRows(plan: PlanTotals, money: FormatMoney) {
  const loan = { label: texts.loan, value: money(plan.final_amount) };
  if (!plan.membership_price) return [{ ...loan, strong: true }];
  return [
    loan,
    { label: texts.membership, value: money(plan.membership_price) },
    { label: texts.total, value: money(totalPaid(plan)), strong: true },
  ];
}
