import { type Dues, type InstalmentDues, NO_DUES, addDues, subtractDues, totalDues } from './allocation.ts';
import { type CalendarDate, daysBetween } from '../calendar-date.ts';
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

/** What was agreed: kept with the loan, never looked up in a newer price list. */
export type LoanConditions = {
  readonly schedule: Schedule;
  /** IVA on interest, a fraction. */
  readonly taxRate: Decimal;
  readonly defaultInterest: DefaultInterestTerms;
  readonly rounding: MoneyRounding;
};

/** One instalment while payments are replayed. */
export type Position = {
  /** As agreed, or as the last prepayment left it; `days` counts from `start`. */
  row: ScheduleRow;
  /** Its period as agreed: days, interest in centavos, and the capital that bears it. */
  readonly agreed: { readonly days: number; readonly interest: Centavos; readonly capital: Centavos };
  /** First day of its interest period, or of the part of it that follows the last prepayment. */
  start: CalendarDate;
  /** Interest and tax of the row that had accrued by `start`. */
  accruedBefore: { readonly interest: Centavos; readonly tax: Centavos };
  /** Interest, tax and capital as planned last, without what had accrued or was paid before. */
  instalment: Centavos;
  paid: Dues;
  /** Of `paid`, what came with a prepayment before the instalment fell due. */
  paidAhead: Dues;
  /** A prepayment has taken it out of the plan. */
  isDropped: boolean;
  /** Of `paid`, in centavos. */
  paidWithCredit: Centavos;
  /** Not owed any more because the loan was settled before it accrued. */
  waived: Dues;
  /** Unpaid capital × days past due, in centavo-days. */
  arrears: bigint;
  settledOn: CalendarDate | null;
};

/** Adds what was covered, and settles the instalments that owe nothing any more. */
export function cover(
  positions: readonly Position[],
  parts: readonly InstalmentDues[],
  loan: LoanConditions,
  date: CalendarDate,
): void {
  for (const position of positions) {
    const part = parts.find(({ number }) => number === position.row.number);
    if (part !== undefined) position.paid = addDues(position.paid, part.dues);
    if (totalDues(outstanding(position, loan)) === 0) position.settledOn = date;
  }
}

/** What is owed for the instalment, future interest included, with default interest up to the last accrual. */
export function outstanding(position: Position, loan: LoanConditions): Dues {
  const { row, paid, waived, arrears, settledOn } = position;
  if (settledOn !== null) return NO_DUES;
  const late = defaultInterest(arrears, loan.defaultInterest, loan.rounding);
  const charged: Dues = {
    defaultInterest: late.net,
    defaultInterestTax: late.tax,
    fee: row.fee,
    feeTax: row.feeTax,
    interest: row.interest,
    tax: row.tax,
    principal: row.principal,
  };
  return subtractDues(subtractDues(charged, paid), waived);
}

/**
 * What settles the instalment on a day before its due date: its principal, and of its interest the part of the
 * days gone by, linear within the period. Charges fall due with the instalment only.
 */
export function payoffDues(position: Position, loan: LoanConditions, date: CalendarDate): Dues {
  const { row, settledOn } = position;
  const owed = outstanding(position, loan);
  if (row.dueDate <= date || settledOn !== null) return owed;
  const accrued = accruedOn(position, loan, date);
  return {
    ...owed,
    fee: ZERO,
    feeTax: ZERO,
    interest: unpaidPart(accrued.interest, row.interest, owed.interest),
    tax: unpaidPart(accrued.tax, row.tax, owed.tax),
  };
}

/** Interest of the instalment, and tax on it, of the days gone by until a date before it falls due. */
export function accruedOn(
  { row, start, accruedBefore }: Position,
  loan: LoanConditions,
  date: CalendarDate,
): { readonly interest: Centavos; readonly tax: Centavos } {
  const elapsed = BigInt(Math.max(0, daysBetween(start, date)));
  const running = BigInt(subtract(row.interest, accruedBefore.interest));
  const interest = roundMoney(running * elapsed, BigInt(row.days), loan.rounding);
  const tax = applyRate(interest, parseRational(loan.taxRate), loan.rounding);
  return { interest: add(accruedBefore.interest, interest), tax: add(accruedBefore.tax, tax) };
}

/** Of what has accrued, the part that payments (the scheduled amount less what is owed) do not cover yet. */
function unpaidPart(accrued: Centavos, scheduled: Centavos, owed: Centavos): Centavos {
  return larger(ZERO, smaller(owed, subtract(accrued, subtract(scheduled, owed))));
}
