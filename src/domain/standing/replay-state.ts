import { type InstalmentDues, totalDues } from './allocation.ts';
import { type CalendarDate, daysBetween } from '../calendar-date.ts';
import type { CreditAccount } from './credit.ts';
import { type Centavos, add, sum } from '../money.ts';
import {
  type DefaultDays,
  type LoanConditions,
  type Position,
  cover,
  outstanding,
  payoffDues,
} from './position.ts';

/** Settlement offer, and the amount paid towards it, in centavos. */
export type OfferState = {
  readonly id: string;
  readonly amount: Centavos;
  readonly until: CalendarDate;
  readonly paid: Centavos;
  /** Day on which the last part of `amount` was paid: the rest of the loan was waived. */
  readonly completedOn: CalendarDate | null;
};

export type State = {
  /** Its schedule is that of the agreement in force. */
  loan: LoanConditions;
  /** Instalments, followed by shortfalls and rows of agreements as they arise. */
  readonly positions: Position[];
  /** Numbers of the rows that are shortfalls. */
  readonly shortfalls: Set<number>;
  readonly credit: CreditAccount;
  readonly defaultDays: DefaultDays;
  readonly offers: Map<string, OfferState>;
  /** Agreement in force. */
  agreement: string | undefined;
  /** First day on which the whole loan is due. */
  acceleratedOn: CalendarDate | undefined;
  /**
   * Centavos of payoffs that did not suffice on the day of their price, by payment: they count on their own
   * day.
   */
  readonly deferred: Map<string, Centavos>;
  /** Credit that left although it was missing, and that is owed only later. */
  missing: { readonly leftOn: CalendarDate; readonly dueDate: CalendarDate; principal: Centavos }[];
  date: CalendarDate;
};

export function openOf(state: State): Position[] {
  return owing(state).filter(({ settledOn }) => settledOn === null);
}

/** Rows in force, without shortfalls before the first day on which they are owed. */
export function owing({ positions, date }: State): Position[] {
  return positions.filter(({ row, isShortfall, isPast }) => !isPast && (!isShortfall || row.dueDate <= date));
}

/**
 * Debts of the positions in payment order: a shortfall comes after the instalments that are due. Of an
 * accelerated loan only the cost of closing is due.
 */
export function owedFor(
  positions: readonly Position[],
  { loan, date, acceleratedOn }: State,
): InstalmentDues[] {
  return inPaymentOrder(positions, date).map((position) => ({
    number: position.row.number,
    dues: acceleratedOn === undefined ? outstanding(position, loan) : payoffDues(position, loan, date),
  }));
}

/** Oldest first; a shortfall comes after the instalments that are due. */
export function inPaymentOrder(positions: readonly Position[], date: CalendarDate): readonly Position[] {
  if (!positions.some(({ isShortfall }) => isShortfall)) return positions;
  return positions.toSorted(
    (a, b) => placeOf(a, date) - placeOf(b, date) || daysBetween(b.row.dueDate, a.row.dueDate),
  );
}

/** Smallest number above `after` that no row has, nor any that an agreement accepted. */
export function freeNumber({ positions, loan: { actions = [] } }: State, after: number): number {
  const agreed = actions.flatMap((action) => (action.kind === 'agreement' ? action.rows : []));
  const taken = new Set([...positions.map(({ row }) => row), ...agreed].map(({ number }) => number));
  let number = after + 1;
  while (taken.has(number)) number += 1;
  return number;
}

function placeOf({ row, isShortfall }: Position, date: CalendarDate): number {
  if (isShortfall) return 1;
  return row.dueDate <= date ? 0 : 2;
}

export function coverFromCredit(
  positions: readonly Position[],
  parts: readonly InstalmentDues[],
  loan: LoanConditions,
  date: CalendarDate,
): void {
  cover(positions, parts, loan, date);
  notePaidWithCredit(positions, parts);
}

export function notePaidWithCredit(positions: readonly Position[], parts: readonly InstalmentDues[]): void {
  for (const position of positions) {
    const part = parts.find(({ number }) => number === position.row.number);
    if (part) position.paidWithCredit = add(position.paidWithCredit, totalDues(part.dues));
  }
}

/** Amount that closes the loan, before deducting payments for future days. */
export function payoffOf(state: State): Centavos {
  const { loan, date } = state;
  return sum(owing(state).map((position) => totalDues(payoffDues(position, loan, date))));
}
