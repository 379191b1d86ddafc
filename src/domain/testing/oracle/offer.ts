import { least } from './arithmetic.ts';
import {
  type Offer,
  type OracleLoan,
  debtParts,
  dueSlots,
  payOldest,
  slotsToCome,
  takeBackAhead,
  waive,
} from './loan.ts';
import { type Slot, coverParts, owedOf, owedParts } from './slot.ts';

/**
 * Pays the oldest until the offer's amount has come, and then ends the debt. Returns what is left
 * (docs/product/loan-changes.md#settlement-offer).
 */
export function payOffer(loan: OracleLoan, offer: Offer, money: bigint): bigint {
  const counts = least(money, offer.amount - offer.came);
  offer.came += counts;
  const left = payOldest(loan, counts) + money - counts;
  return offer.came < offer.amount ? left : left + waiveRest(loan);
}

/** Closes the loan without money: amounts paid ahead pay first, the rest is waived. @returns the remainder */
function waiveRest(loan: OracleLoan): bigint {
  let back = takeBackAhead(loan);
  const slots = [...dueSlots(loan), ...slotsToCome(loan)];
  for (const slot of slots) back -= payDebt(slot, back, loan);
  for (const slot of slots) {
    if (owedOf(slot) > 0n) slot.settledOn ??= loan.today;
    waive(slot, owedParts(slot));
    slot.isOut = true;
  }
  loan.isClosed = true;
  return back;
}

/** Pays of a row what closing today costs. Returns the amount used. */
export function payDebt(slot: Slot, money: bigint, loan: OracleLoan): bigint {
  return coverParts(slot, debtParts(slot, loan), money, loan.today);
}
