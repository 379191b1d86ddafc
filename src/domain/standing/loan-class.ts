import type { LoanAction } from './actions.ts';
import { totalDues } from './allocation.ts';
import { addDays, type CalendarDate, daysBetween } from '../calendar-date.ts';
import type { Payment } from './payment.ts';
import type { LoanConditions } from './position.ts';
import { type InstalmentStanding, type LoanStanding, loanStanding } from './standing.ts';

/** 1 (normal) to 5 (irrecoverable). */
export type LoanClass = 1 | 2 | 3 | 4 | 5;

/** A country's figures in force on a date (docs/product/loan-changes.md#class). */
export type ClassRules = {
  /** Most days late of the classes 1 to 4; class 5 has no end. */
  readonly mostDaysLate: readonly [number, number, number, number];
  /** Consecutive rows of a refinancing to be paid on time, to leave a class for the one below. */
  readonly rowsToCure: Readonly<Record<Exclude<LoanClass, 1>, number>>;
};

type Agreement = Extract<LoanAction, { readonly kind: 'agreement' }>;

/**
 * Class of a loan on a date. A refinancing does not improve it by itself: the class of the day before is held,
 * and lowered only by rows paid on time (docs/product/loan-changes.md#cure).
 */
export function loanClass(
  loan: LoanConditions,
  payments: readonly Payment[],
  date: CalendarDate,
  rules: ClassRules,
): LoanClass {
  const standing = loanStanding(loan, payments, date);
  if (standing.isSettled) return 1;
  const { daysLate } = standing;
  const refinancing = agreementsOf(loan, standing).findLast(({ isRefinancing }) => isRefinancing);
  if (refinancing === undefined) return classByDays(daysLate, rules);
  const before = loanClass(loan, payments, addDays(refinancing.on, -1), rules);
  const held = curedClass(before, rowsSince(refinancing, loan, standing), rules);
  // New arrears count from the days at which the class held begins.
  return daysLate === 0 ? held : classByDays(daysLate + beginOf(held, rules), rules);
}

export function classByDays(daysLate: number, { mostDaysLate }: ClassRules): LoanClass {
  const [one, two, three, four] = mostDaysLate;
  if (daysLate <= one) return 1;
  if (daysLate <= two) return 2;
  if (daysLate <= three) return 3;
  return daysLate <= four ? 4 : 5;
}

/** Fewest days late of a class. */
function beginOf(held: LoanClass, { mostDaysLate: [one, two, three, four] }: ClassRules): number {
  const begins: Readonly<Record<LoanClass, number>> = {
    1: 0,
    2: one + 1,
    3: two + 1,
    4: three + 1,
    5: four + 1,
  };
  return begins[held];
}

/** Agreements that have rows on the date, in order. */
function agreementsOf({ actions = [] }: LoanConditions, { instalments }: LoanStanding): readonly Agreement[] {
  return actions
    .flatMap((action) => (action.kind === 'agreement' ? [action] : []))
    .filter(({ id }) => instalments.some(({ agreement }) => agreement === id))
    .toSorted((a, b) => daysBetween(b.on, a.on));
}

/** Accepted rows of a refinancing and of later changes of the due day, in order, without those they ended. */
function rowsSince(
  refinancing: Agreement,
  loan: LoanConditions,
  standing: LoanStanding,
): readonly InstalmentStanding[] {
  const agreements = agreementsOf(loan, standing);
  const accepted = agreements.slice(agreements.indexOf(refinancing)).flatMap(({ rows }) => rows);
  const numbers = new Set(accepted.map(({ number }) => number));
  return standing.instalments.filter(
    ({ number, isReplaced, charged }) => numbers.has(number) && !isReplaced && totalDues(charged) > 0,
  );
}

/** Class held after the rows paid so far; the first unpaid row ends the run. */
function curedClass(
  before: LoanClass,
  rows: readonly InstalmentStanding[],
  { rowsToCure }: ClassRules,
): LoanClass {
  let held = before;
  let run = 0;
  for (const { settledOn, payableUntil } of rows) {
    if (settledOn === null || held === 1) break;
    run = settledOn <= payableUntil ? run + 1 : 0;
    if (run < rowsToCure[held]) continue;
    held = BELOW[held];
    run = 0;
  }
  return held;
}

const BELOW = { 2: 1, 3: 2, 4: 3, 5: 4 } as const;
