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

/** Debt that two people decided not to claim: at most this many centavos of the amount owed on the day. */
export type Waiver = { readonly date: CalendarDate; readonly amount: Centavos };

/** Agreed terms: kept with the loan, never looked up in a newer price list. */
export type LoanConditions = {
  readonly schedule: Schedule;
  /** IVA on interest, a fraction. */
  readonly taxRate: Decimal;
  readonly defaultInterest: DefaultInterestTerms;
  readonly rounding: MoneyRounding;
  /** Decided since. */
  readonly waivers?: readonly Waiver[];
};

/** One instalment, or a shortfall, while payments are replayed. */
export type Position = {
  /** As agreed, or as the last prepayment left it; `days` counts from `start`. */
  row: ScheduleRow;
  /** Money given back that was missing afterwards, rather than an instalment of the schedule. */
  readonly isShortfall: boolean;
  /** First day of its interest period, or of the part of it that follows the last prepayment. */
  start: CalendarDate;
  /** Interest and tax of the row that had accrued by `start`. */
  accruedBefore: Accrued;
  paid: Dues;
  /** Part of `paid` from before the last prepayment re-planned the row. */
  paidAhead: Dues;
  /** A prepayment has taken it out of the plan. */
  isDropped: boolean;
  /** The plan asks nothing of it, though it may after the next prepayment. */
  isEmpty: boolean;
  /** Part of `paid` covered by money in favour, in centavos. */
  paidWithCredit: Centavos;
  /** Not owed because the loan was closed before it accrued, or because it was waived. */
  waived: Dues;
  /** Unpaid capital × days past the last day without default interest, in centavo-days. */
  arrears: bigint;
  settledOn: CalendarDate | null;
};

/** Interest of an instalment and the tax on it, in centavos. */
type Accrued = { readonly interest: Centavos; readonly tax: Centavos };

const NOTHING_ACCRUED: Accrued = { interest: ZERO, tax: ZERO };

/** Nothing of the row is paid yet. */
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

/** Adds payments by instalment, and settles those of these instalments that owe nothing any more. */
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

/** Everything the instalment costs, future interest included, with default interest up to the last accrual. */
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

/** Amount charged, less the parts paid and waived. */
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
 * Owed on a day to be free of the instalment: before its due date its capital and the interest of the days gone by,
 * as far as these are not paid. Charges fall due with the instalment only.
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

/** Interest, tax and charges that were paid for days to come, by instalment; those without any are left out. */
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

/** Interest, tax and charges paid beyond accrual. */
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

/** Interest of the instalment, and tax on it, of the days gone by until a date before it falls due. */
export function accruedOn(
  { row, start, accruedBefore }: Position,
  loan: LoanConditions,
  date: CalendarDate,
): Accrued {
  const elapsed = BigInt(Math.max(0, daysBetween(start, date)));
  const running = BigInt(subtract(row.interest, accruedBefore.interest));
  if (elapsed === 0n || running === 0n) return accruedBefore;
  const interest = roundMoney(running * elapsed, BigInt(row.days), loan.rounding);
  // The tax of the rest may be less than its rate says: the plan never costs more than was agreed.
  const tax = smaller(
    applyRate(interest, parseRational(loan.taxRate), loan.rounding),
    subtract(row.tax, accruedBefore.tax),
  );
  return { interest: add(accruedBefore.interest, interest), tax: add(accruedBefore.tax, tax) };
}

/** Lets days go by: unpaid capital is in arrears after the last day without default interest. */
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

/** Last day of default interest on the instalment; undefined where it has no end. */
function endOfDefault(
  { dueDate }: ScheduleRow,
  { defaultInterest: { endsAfterMonths } }: LoanConditions,
): CalendarDate | undefined {
  if (endsAfterMonths === undefined) return undefined;
  return addMonthsAnchored(dueDate, endsAfterMonths, dayOfMonth(dueDate));
}
