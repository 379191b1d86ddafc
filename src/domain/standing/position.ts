import {
  type Component,
  type Dues,
  type InstalmentDues,
  NO_DUES,
  addDues,
  mapDues,
  subtractDues,
  totalDues,
} from './allocation.ts';
import { type CalendarDate, addMonthsAnchored, dayOfMonth, daysBetween } from '../calendar-date.ts';
import { type DefaultInterestTerms, defaultInterest } from './default-interest.ts';
import {
  type Centavos,
  type MoneyRounding,
  ZERO,
  add,
  larger,
  roundMoney,
  smaller,
  subtract,
} from '../money.ts';
import { type Decimal, applyRate, parseRational } from '../rate.ts';
import type { Schedule, ScheduleRow } from '../schedule.ts';

/** Waiver decided by two people: at most this many centavos of the amount owed on the day. */
export type Waiver = { readonly date: CalendarDate; readonly amount: Centavos };

/** Agreed terms: stored with the loan, never looked up in a newer price list. */
export type LoanConditions = {
  readonly schedule: Schedule;
  /** IVA on interest, a fraction. */
  readonly taxRate: Decimal;
  readonly defaultInterest: DefaultInterestTerms;
  readonly rounding: MoneyRounding;
  /** Waivers granted after the agreement. */
  readonly waivers?: readonly Waiver[];
};

/** Instalment, or shortfall, while payments are replayed. */
export type Position = {
  /** Agreed row, or as re-planned by the last prepayment; `days` counts from `start`. */
  row: ScheduleRow;
  /** True for refunded money that was missing afterwards, which is no instalment of the schedule. */
  readonly isShortfall: boolean;
  /** First day of its interest period, or of the part that follows the last prepayment. */
  start: CalendarDate;
  /** Interest and tax of the row accrued by `start`. */
  accruedBefore: Accrued;
  paid: Dues;
  /** Part of `paid` from before the last prepayment re-planned the row. */
  paidAhead: Dues;
  /** Removed from the plan by a prepayment. */
  isDropped: boolean;
  /** Nothing is due for it under the current plan, though the next prepayment may change that. */
  isEmpty: boolean;
  /** Part of `paid` covered by credit, in centavos. */
  paidWithCredit: Centavos;
  /** Not owed because the loan was closed before it accrued, or because it was waived. */
  waived: Dues;
  /** Unpaid capital × days past the last day without default interest, in centavo-days. */
  arrears: bigint;
  settledOn: CalendarDate | null;
};

/** In centavos. */
type Accrued = { readonly interest: Centavos; readonly tax: Centavos };

const NOTHING_ACCRUED: Accrued = { interest: ZERO, tax: ZERO };

export function openPosition(row: ScheduleRow, start: CalendarDate, isShortfall = false): Position {
  return {
    row,
    isShortfall,
    start,
    accruedBefore: NOTHING_ACCRUED,
    paid: NO_DUES,
    paidAhead: NO_DUES,
    isDropped: false,
    isEmpty: row.amount === 0,
    paidWithCredit: ZERO,
    waived: NO_DUES,
    arrears: 0n,
    // A row can be zero when a few centavos are spread over many instalments.
    settledOn: row.amount === 0 ? start : null,
  };
}

/** Adds paid parts by instalment, and settles the instalments that no longer owe anything. */
export function cover(
  positions: readonly Position[],
  parts: readonly InstalmentDues[],
  loan: LoanConditions,
  date: CalendarDate,
): void {
  for (const position of positions) {
    const part = parts.find(({ number }) => number === position.row.number);
    if (part === undefined) continue;
    position.paid = addDues(position.paid, part.dues);
    settleIfPaid(position, loan, date);
  }
}

/** Derives `settledOn` from the debt: a row that owes something is never settled. */
export function settleIfPaid(position: Position, loan: LoanConditions, date: CalendarDate): void {
  const isPaid = totalDues(outstanding(position, loan)) === 0;
  position.settledOn = isPaid ? (position.settledOn ?? date) : null;
}

/** Total cost of the instalment: future interest, and default interest up to the last accrual. */
export function chargedFor({ row, arrears }: Position, loan: LoanConditions): Dues {
  const late = defaultInterest(arrears, loan.defaultInterest, loan.rounding);
  return {
    defaultInterest: late.net,
    defaultInterestTax: late.tax,
    fee: row.fee,
    feeTax: row.feeTax,
    interest: row.interest,
    tax: row.tax,
    principal: row.principal,
  };
}

/** Amount charged, less the paid and waived parts. */
export function outstanding(
  position: Position,
  loan: LoanConditions,
  charged: Dues = chargedFor(position, loan),
): Dues {
  const { paid, waived } = position;
  const unpaid = paid === NO_DUES ? charged : subtractDues(charged, paid);
  return waived === NO_DUES ? unpaid : subtractDues(unpaid, waived);
}

/**
 * Amount that pays off the instalment on a day: before its due date its capital and accrued interest, as far
 * as unpaid. Charges fall due only with the instalment.
 */
export function payoffDues(
  position: Position,
  loan: LoanConditions,
  date: CalendarDate,
  owed: Dues = outstanding(position, loan),
): Dues {
  if (position.row.dueDate <= date) return owed;
  const { interest, tax } = accruedOn(position, loan, date);
  const { paid, waived } = position;
  return {
    ...owed,
    fee: ZERO,
    feeTax: ZERO,
    interest: smaller(owed.interest, larger(ZERO, subtract(interest, add(paid.interest, waived.interest)))),
    tax: smaller(owed.tax, larger(ZERO, subtract(tax, add(paid.tax, waived.tax)))),
  };
}

/**
 * Interest, tax and charges already paid for future days, by instalment; instalments without any are omitted.
 */
export function unaccruedParts(
  positions: readonly Position[],
  loan: LoanConditions,
  date: CalendarDate,
): InstalmentDues[] {
  const parts: InstalmentDues[] = [];
  for (const position of positions) {
    const { row, paid, isDropped } = position;
    if (row.dueDate <= date || paid === NO_DUES || isDropped) continue;
    const dues = unaccruedPart(position, loan, date);
    if (totalDues(dues) > 0) parts.push({ number: row.number, dues });
  }
  return parts;
}

function unaccruedPart(position: Position, loan: LoanConditions, date: CalendarDate): Dues {
  const { paid } = position;
  const accrued = accruedOn(position, loan, date);
  const beyond = (component: Component): Centavos => {
    if (component === 'fee' || component === 'feeTax') return paid[component];
    if (component !== 'interest' && component !== 'tax') return ZERO;
    return larger(ZERO, subtract(paid[component], accrued[component]));
  };
  return mapDues(beyond);
}

/** Interest of the instalment, and its tax, accrued by a date before it falls due. */
export function accruedOn(
  { row, start, accruedBefore }: Position,
  loan: LoanConditions,
  date: CalendarDate,
): Accrued {
  const elapsed = BigInt(Math.max(0, daysBetween(start, date)));
  const running = BigInt(subtract(row.interest, accruedBefore.interest));
  if (elapsed === 0n || running === 0n) return accruedBefore;
  const interest = roundMoney(running * elapsed, BigInt(row.days), loan.rounding);
  // The tax on the remainder may be less than its rate says: the plan never costs more than agreed.
  const tax = smaller(
    applyRate(interest, parseRational(loan.taxRate), loan.rounding),
    subtract(row.tax, accruedBefore.tax),
  );
  return { interest: add(accruedBefore.interest, interest), tax: add(accruedBefore.tax, tax) };
}

/** Accrues arrears: unpaid capital after the last day without default interest. */
export function accrueArrears(
  positions: readonly Position[],
  loan: LoanConditions,
  from: CalendarDate,
  to: CalendarDate,
): void {
  for (const position of positions) {
    const { row, paid, waived, settledOn } = position;
    const since = row.payableUntil > from ? row.payableUntil : from;
    const end = endOfDefault(row, loan);
    const until = end !== undefined && end < to ? end : to;
    if (settledOn !== null || until <= since) continue;
    const unpaid = subtract(subtract(row.principal, paid.principal), waived.principal);
    position.arrears += BigInt(unpaid) * BigInt(daysBetween(since, until));
  }
}

/** Last day on which default interest accrues for the instalment; undefined for no end. */
function endOfDefault(
  { dueDate }: ScheduleRow,
  { defaultInterest: { endsAfterMonths } }: LoanConditions,
): CalendarDate | undefined {
  if (endsAfterMonths === undefined) return undefined;
  return addMonthsAnchored(dueDate, endsAfterMonths, dayOfMonth(dueDate));
}
