import { total } from './arithmetic.ts';
import {
  type OracleLoan,
  available,
  capitalToCome,
  closeIfFree,
  debtParts,
  dueSlots,
  owedTotal,
  pay,
  slotsToCome,
  takeBackAhead,
  useFavour,
} from './loan.ts';
import { periodsToCome, planInterest } from './prepayment.ts';
import { type Slot, cover, endPlan, owedOf, unpaidCapital } from './slot.ts';

/** Pays due rows with money in favour, oldest first; an accelerated loan is due as a whole. */
export function payDue(loan: OracleLoan): void {
  if (loan.acceleratedOn !== undefined && slotsToCome(loan).length > 0) {
    if (closeIfFree(loan)) return;
    for (const slot of [...dueSlots(loan), ...slotsToCome(loan)])
      useFavour(loan, pay(slot, available(loan), loan));
    planAccelerated(loan);
    return;
  }
  if (loan.inFavour === 0n) return;
  for (const slot of dueSlots(loan)) useFavour(loan, cover(slot, available(loan), loan.today));
}

/** An acceleration ends with the debt of the instalments. */
export function endAcceleration(loan: OracleLoan): void {
  if (loan.acceleratedOn === undefined) return;
  if (owedTotal(loan.instalments) === 0n) loan.acceleratedOn = undefined;
}

/**
 * Plans interest of an accelerated loan on the capital that is left, if some was paid before its row is due
 * (docs/product/loan-changes.md#acceleration).
 */
export function planAccelerated(loan: OracleLoan): void {
  if (loan.acceleratedOn === undefined) return;
  const { today, terms } = loan;
  if (!slotsToCome(loan).some((slot) => isToPlan(slot, loan))) return;
  let ahead = takeBackAhead(loan, 'paid charges');
  for (const slot of [...dueSlots(loan), ...slotsToCome(loan)]) ahead -= pay(slot, ahead, loan);
  if (ahead > 0n) throw new Error('more paid ahead than closes the loan');
  for (const slot of slotsToCome(loan)) {
    Object.assign(slot.charged, endPlan(slot, today, terms));
    if (unpaidCapital(slot) === 0n && accruedDebt(slot, loan) === 0n) end(slot, loan);
  }
  let balance = capitalToCome(loan);
  for (const period of periodsToCome(loan)) {
    planInterest(balance, period, terms);
    balance -= unpaidCapital(period.slot);
  }
  for (const slot of slotsToCome(loan)) slot.planned = unpaidCapital(slot);
}

/** True if capital of the row was paid since its interest was planned, or if it has none and owes nothing accrued. */
function isToPlan(slot: Slot, loan: OracleLoan): boolean {
  const capital = unpaidCapital(slot);
  if (capital < slot.planned) return true;
  return owedOf(slot) > 0n && capital === 0n && accruedDebt(slot, loan) === 0n;
}

function accruedDebt(slot: Slot, loan: OracleLoan): bigint {
  return total(Object.values({ ...debtParts(slot, loan), principal: 0n }));
}

/** Ends a row without its charge. */
function end(slot: Slot, { today }: OracleLoan): void {
  for (const part of ['fee', 'feeTax'] as const) slot.charged[part] = slot.paid[part] + slot.waived[part];
  slot.isOut = true;
  if (owedOf(slot) > 0n) throw new Error(`row ${slot.number} owes after its end`);
  slot.settledOn ??= today;
}
