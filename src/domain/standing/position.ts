import { type Dues, type InstalmentDues, NO_DUES, addDues, subtractDues, totalDues } from './allocation.ts';
import type { LoanAction } from './actions.ts';
import { type CalendarDate, addMonthsAnchored, dayOfMonth, daysBetween } from '../calendar-date.ts';
import { type DefaultInterestTerms, defaultInterest } from './default-interest.ts';
import { type Centavos, type MoneyRounding, ZERO, add, larger, smaller, subtract } from '../money.ts';
import { type Decimal, type Rational, addRational, applyRate, multiply, parseRational } from '../rate.ts';
import type { Schedule, ScheduleRow } from '../schedule.ts';

/** Agreed terms: stored with the loan, never looked up in a newer price list. */
export type LoanConditions = {
  readonly schedule: Schedule;
  /** IVA on interest, a fraction. */
  readonly taxRate: Decimal;
  readonly defaultInterest: DefaultInterestTerms;
  readonly rounding: MoneyRounding;
  /** Decisions and agreements since the confirmation, in order of storage. */
  readonly actions?: readonly LoanAction[];
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
  /** Agreed periods between `start` and the due date if a plan joined them; each accrues at its own rate. */
  joined: readonly AgreedDays[];
  paid: Dues;
  /** Part of `paid` from before the last prepayment re-planned the row. */
  paidAhead: Dues;
  /** Capital paid by the last calculation of future interest. */
  capitalAtPlan: Centavos;
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
  /** Part of `waived` by an action, accrued when it was waived. */
  forgiven: Dues;
  /** Part of the row that an agreement moved from earlier rows: accrued from the beginning. No principal. */
  readonly carried: Dues;
  /** Part of the accepted row found paid before the agreement, and therefore not charged. */
  readonly paidBefore: Dues;
  /** Owed when an agreement ended the row; its rows ask for it instead. */
  moved: Dues;
  /** Belongs to a plan that an agreement ended. */
  isPast: boolean;
  /** Agreement that the row belongs to. */
  readonly agreement: string | undefined;
  /** Agreement that ended the row while it was open. */
  replacedBy: string | undefined;
};

/** Days of an agreed period, and their interest as a fraction of the capital. */
export type AgreedDays = { readonly from: CalendarDate; readonly to: CalendarDate; readonly rate: Rational };

/** Days on which default interest does not accrue, and the suit that keeps it from ending. */
export type DefaultDays = {
  /** In order, without overlaps. `before` is the day before the first one. */
  readonly pauses: readonly { readonly before: CalendarDate; readonly to: CalendarDate }[];
  suedOn: CalendarDate | undefined;
};

/** In centavos. */
export type Accrued = { readonly interest: Centavos; readonly tax: Centavos };

const NOTHING_ACCRUED: Accrued = { interest: ZERO, tax: ZERO };

/** Row of an agreement; `row` includes the carried amounts. */
export type AgreedPart = Pick<Position, 'carried' | 'paidBefore' | 'agreement'>;

const AS_AGREED_FIRST: AgreedPart = { carried: NO_DUES, paidBefore: NO_DUES, agreement: undefined };

export function openPosition(
  row: ScheduleRow,
  start: CalendarDate,
  isShortfall = false,
  { carried, paidBefore, agreement }: AgreedPart = AS_AGREED_FIRST,
): Position {
  return {
    row,
    isShortfall,
    start,
    accruedBefore: carried === NO_DUES ? NOTHING_ACCRUED : { interest: carried.interest, tax: carried.tax },
    joined: [],
    paid: NO_DUES,
    paidAhead: NO_DUES,
    capitalAtPlan: ZERO,
    isDropped: false,
    isEmpty: row.amount === 0,
    paidWithCredit: ZERO,
    waived: NO_DUES,
    arrears: 0n,
    // A row can be zero when a few centavos are spread over many instalments.
    settledOn: row.amount === 0 ? start : null,
    forgiven: NO_DUES,
    carried,
    paidBefore,
    moved: NO_DUES,
    isPast: false,
    agreement,
    replacedBy: undefined,
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
export function chargedFor({ row, arrears, carried }: Position, loan: LoanConditions): Dues {
  const late = defaultInterest(arrears, loan.defaultInterest, loan.rounding);
  const isCarrying = carried !== NO_DUES;
  return {
    defaultInterest: isCarrying ? add(late.net, carried.defaultInterest) : late.net,
    defaultInterestTax: isCarrying ? add(late.tax, carried.defaultInterestTax) : late.tax,
    fee: row.fee,
    feeTax: row.feeTax,
    interest: row.interest,
    tax: row.tax,
    principal: row.principal,
  };
}

/** Amount charged, less the paid, waived and moved parts. */
export function outstanding(
  position: Position,
  loan: LoanConditions,
  charged: Dues = chargedFor(position, loan),
): Dues {
  const { paid, waived, moved } = position;
  const unpaid = paid === NO_DUES ? charged : subtractDues(charged, paid);
  const unwaived = waived === NO_DUES ? unpaid : subtractDues(unpaid, waived);
  return moved === NO_DUES ? unwaived : subtractDues(unwaived, moved);
}

/**
 * Amount that pays off the instalment on a day: before its due date its capital and accrued interest, as far
 * as unpaid. New charges fall due only with the instalment.
 */
export function payoffDues(
  position: Position,
  loan: LoanConditions,
  date: CalendarDate,
  owed: Dues = outstanding(position, loan),
): Dues {
  if (position.row.dueDate <= date) return owed;
  const { interest, tax } = accruedOn(position, loan, date);
  const { paid, forgiven, carried } = position;
  const isCarrying = carried !== NO_DUES;
  return {
    ...owed,
    fee: isCarrying ? missing(carried.fee, paid.fee, forgiven.fee, owed.fee) : ZERO,
    feeTax: isCarrying ? missing(carried.feeTax, paid.feeTax, forgiven.feeTax, owed.feeTax) : ZERO,
    interest: missing(interest, paid.interest, forgiven.interest, owed.interest),
    tax: missing(tax, paid.tax, forgiven.tax, owed.tax),
  };
}

function missing(accrued: Centavos, paid: Centavos, forgiven: Centavos, owed: Centavos): Centavos {
  return smaller(owed, larger(ZERO, subtract(accrued, add(paid, forgiven))));
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
    const { row, paid, isDropped, isPast } = position;
    if (row.dueDate <= date || paid === NO_DUES || isDropped || isPast) continue;
    const dues = unaccruedPart(position, loan, date);
    if (totalDues(dues) > 0) parts.push({ number: row.number, dues });
  }
  return parts;
}

function unaccruedPart(position: Position, loan: LoanConditions, date: CalendarDate): Dues {
  const { paid, forgiven, carried } = position;
  const { interest, tax } = accruedOn(position, loan, date);
  return {
    ...NO_DUES,
    fee: beyond(carried.fee, paid.fee, forgiven.fee),
    feeTax: beyond(carried.feeTax, paid.feeTax, forgiven.feeTax),
    interest: beyond(interest, paid.interest, forgiven.interest),
    tax: beyond(tax, paid.tax, forgiven.tax),
  };
}

function beyond(accrued: Centavos, paid: Centavos, forgiven: Centavos): Centavos {
  return smaller(paid, larger(ZERO, subtract(add(paid, forgiven), accrued)));
}

/** Interest of the instalment, and its tax, accrued by a date before it falls due. */
export function accruedOn(position: Position, loan: LoanConditions, date: CalendarDate): Accrued {
  const { row, start, accruedBefore } = position;
  if (date <= start) return accruedBefore;
  const running = subtract(row.interest, accruedBefore.interest);
  if (running === 0) return accruedBefore;
  const interest = applyRate(running, elapsedShare(position, date), loan.rounding);
  // The tax on the remainder may be less than its rate says: the plan never costs more than agreed.
  const tax = smaller(
    applyRate(interest, parseRational(loan.taxRate), loan.rounding),
    subtract(row.tax, accruedBefore.tax),
  );
  return { interest: add(accruedBefore.interest, interest), tax: add(accruedBefore.tax, tax) };
}

/** Share of a row's interest to come that has accrued. */
function elapsedShare({ row, start, joined }: Position, date: CalendarDate): Rational {
  const whole = joined.length < 2 ? NOTHING : sumOf(joined.map(({ rate }) => rate));
  if (whole.num === 0n) return daysShare(start, date, row.days);
  const gone = joined
    .filter(({ from }) => from < date)
    .map(({ from, to, rate }) => {
      const days = daysBetween(from, to);
      return multiply(rate, daysShare(from, date < to ? date : to, days));
    });
  return multiply(sumOf(gone), { num: whole.den, den: whole.num });
}

const NOTHING: Rational = { num: 0n, den: 1n };

const sumOf = (rates: readonly Rational[]): Rational => rates.reduce(addRational, NOTHING);

const daysShare = (from: CalendarDate, to: CalendarDate, days: number): Rational => ({
  num: BigInt(daysBetween(from, to)),
  den: BigInt(days),
});

/** Accrues arrears: unpaid capital after the last day without default interest. */
export function accrueArrears(
  positions: readonly Position[],
  loan: LoanConditions,
  from: CalendarDate,
  to: CalendarDate,
  { pauses, suedOn }: DefaultDays,
): void {
  for (const position of positions) {
    const { row, paid, waived, settledOn } = position;
    const since = row.payableUntil > from ? row.payableUntil : from;
    if (settledOn !== null || to <= since) continue;
    const end = endOfDefault(row, loan);
    // A suit comes in time if it is brought on the last day.
    const isEnding = end !== undefined && end < to && (suedOn === undefined || end < suedOn);
    const until = isEnding ? end : to;
    if (until <= since) continue;
    const unpaid = subtract(subtract(row.principal, paid.principal), waived.principal);
    const days = daysBetween(since, until) - (pauses.length > 0 ? pausedDays(pauses, since, until) : 0);
    position.arrears += BigInt(unpaid) * BigInt(days);
  }
}

/** Paused days after `since` and up to `until`. */
function pausedDays(pauses: DefaultDays['pauses'], since: CalendarDate, until: CalendarDate): number {
  let days = 0;
  for (const { before, to } of pauses) {
    const first = before > since ? before : since;
    const last = to < until ? to : until;
    if (first < last) days += daysBetween(first, last);
  }
  return days;
}

/** Last day on which default interest accrues for the instalment; undefined for no end. */
function endOfDefault(
  { dueDate }: ScheduleRow,
  { defaultInterest: { endsAfterMonths } }: LoanConditions,
): CalendarDate | undefined {
  if (endsAfterMonths === undefined) return undefined;
  return addMonthsAnchored(dueDate, endsAfterMonths, dayOfMonth(dueDate));
}
