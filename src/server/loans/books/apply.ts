import { localDate } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { pointsToBook } from '../../../domain/tax-points.ts';
import { transitionLoan, type LoanEvent, type LoanState } from '../../../domain/loan-state.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { cameToNothing, lockedLoan, moveLoan, notePlanChange, noteTax, type Loan } from '../service.ts';
import { booksOf } from './books.ts';
import type { LoanBooks } from './loan-books.ts';
import { bookDueCredit, keepCredit } from './due-credit.ts';
import { writeDifferences, type Beside, type Difference } from './write.ts';

/** Change that affects a loan's books: its payments, or a withdrawal. */
export interface Change extends Pick<Difference, 'kind' | 'causedBy' | 'valueDate'> {
  /** Loan as its books were last written, locked. */
  readonly before: Loan;
  readonly after: Loan;
  /** Instalments paid by incoming money; booking closes their open payments. */
  readonly meant?: readonly number[] | undefined;
}

interface Changed {
  readonly books: LoanBooks;
  readonly state: LoanState;
}

/**
 * Books changes, one per loan: allocations, ledger, plan and loan state. Uses of credit due until today are
 * booked first, whether the daily job has run or not.
 */
export async function applyChanges(
  tx: Tx,
  deps: BookingDependencies,
  changes: readonly Change[],
  beside?: Beside,
): Promise<readonly Changed[]> {
  const now = deps.clock.now();
  const differences: (Difference & Pick<Change, 'meant'>)[] = [];
  const noted: Loan[] = [];
  for (const { before, after, ...change } of changes) {
    const today = localDate(now, before.country);
    const { creditSince, creditDueOn } = await bookDueCredit(tx, deps, before);
    const payments = [...before.payments, ...after.payments];
    const written = booksOf(before, today);
    const { loan: taxed, books } = withNextTaxDay(after, today);
    const loan = { ...taxed, creditSince, creditDueOn };
    const points = pointsToBook(before.taxRule === null ? null : written.tax, books.tax, today);
    differences.push({ ...change, loan, payments, before: written, after: books, points });
    if (!hasSameTax(before, loan)) noted.push(loan);
  }
  await writeDifferences(tx, now, differences, beside);
  await noteTax(tx, noted);
  const changed: Changed[] = [];
  for (const { loan, before, after: books, meant = [] } of differences) {
    await keepCredit(tx, deps, loan, books);
    const settled = books.settled.filter((number) => !before.settled.includes(number));
    const besides = settled.filter((number) => !meant.includes(number));
    if (besides.length > 0) await deps.followers.covered(tx, deps, loan, besides);
    changed.push({ books, state: await progress(tx, deps, loan, books) });
  }
  return changed;
}

/**
 * Books of a loan after a change. A due date that it brings before the next one that is stored becomes that; a
 * loan without tax points gets those of tax at payment, until the day's work. From its first change on, part payments
 * are taxed at the rate.
 */
function withNextTaxDay(
  changed: Loan,
  today: CalendarDate,
): { readonly loan: Loan; readonly books: LoanBooks } {
  const loan = { ...changed, taxRule: changed.taxRule ?? 'payment', isTaxProRata: true };
  const books = booksOf(loan, today);
  const { taxDueOn } = loan;
  const next = loan.taxRule === 'payment' ? null : books.nextTaxDay;
  if (next === null || (taxDueOn !== null && taxDueOn <= next)) return { loan, books };
  const earlier = { ...loan, taxDueOn: next };
  return { loan: earlier, books: booksOf(earlier, today) };
}

type TaxBooked = Pick<Loan, 'taxRule' | 'taxDueOn' | 'isTaxProRata'>;

const hasSameTax = (a: TaxBooked, b: TaxBooked): boolean =>
  a.taxRule === b.taxRule && a.taxDueOn === b.taxDueOn && a.isTaxProRata === b.isTaxProRata;

/**
 * Moves the loan to the state its books imply: finished when nothing is owed, undone when the whole delivered
 * amount came back in time, active again when the payment that had ended it was reversed.
 */
export async function progress(
  tx: Tx,
  deps: BookingDependencies,
  loan: Loan,
  books: LoanBooks,
): Promise<LoanState> {
  if (cameToNothing(loan)) return loan.state;
  const event = eventOf(loan, books);
  if (event === undefined || !transitionLoan(loan.state, event).ok) return loan.state;
  const { id: loanId, country, customerId } = loan;
  const at = deps.clock.now();
  const state = await moveLoan(tx, loan, event, at);
  await deps.followers.moved(tx, deps, loan, event);
  await recordEvent(tx, { at, country, kind: kinds[event] ?? event, customerId, loanId });
  if (event !== 'reopen') return state;
  // A reopened loan may owe nothing: payments received after its withdrawal lapsed may cover it. Discounts
  // may have been reversed meanwhile.
  const reopened = await lockedLoan(tx, loanId);
  return progress(tx, deps, reopened, booksOf(reopened, localDate(at, country)));
}

function eventOf({ state }: Loan, { isReturned, isSettled }: LoanBooks): LoanEvent | undefined {
  if (isReturned) return 'withdraw';
  if (state === 'canceled') return 'reopen';
  if (isSettled) return 'paid-off';
  return state === 'finished' ? 'reopen' : undefined;
}

const kinds: Readonly<Partial<Record<LoanEvent, string>>> = {
  'paid-off': 'loan-finished',
  withdraw: 'loan-withdrawn',
  reopen: 'loan-reopened',
};

/**
 * Turns the payments of a loan that was never paid out into the customer's credit.
 * @param loan locked, still in force
 */
export async function undoPayments(tx: Tx, deps: BookingDependencies, loan: Loan): Promise<void> {
  const valueDate = localDate(deps.clock.now(), loan.country);
  const after = { ...loan, state: 'canceled', paidOutAt: null } as const;
  await applyChanges(tx, deps, [{ before: loan, after, kind: 'books-corrected', valueDate }]);
}

/** Undoes a loan after its customer's withdrawal if the whole delivered amount had already come back. */
export async function applyWithdrawal(tx: Tx, deps: BookingDependencies, loan: Loan): Promise<void> {
  const valueDate = localDate(deps.clock.now(), loan.country);
  const isInForce = loan.state === 'approved' || loan.state === 'finished';
  if (!isInForce || !booksOf(loan, valueDate).isReturned) return;
  const before = { ...loan, withdrawal: null };
  await applyChanges(tx, deps, [{ before, after: loan, kind: 'loan-withdrawn', valueDate }]);
}

/** Books a write-off, or with null its end. @param loan locked */
export async function bookWriteOff(
  tx: Tx,
  deps: BookingDependencies,
  loan: Loan,
  writeOff: Loan['writeOff'],
): Promise<void> {
  const valueDate = localDate(deps.clock.now(), loan.country);
  const kind = writeOff === null ? 'write-off-undone' : 'written-off';
  await applyChanges(tx, deps, [{ before: loan, after: { ...loan, writeOff }, kind, valueDate }]);
}

/**
 * Moves a loan to its basic plan from the start: replays its payments on that plan and books the difference.
 * @param endedOn the day on which the membership's end was asked for
 * @returns whether the loan did not follow it before; false for one that has no basic plan
 */
export async function changePlan(
  tx: Tx,
  deps: BookingDependencies,
  loanId: number,
  endedOn: CalendarDate,
): Promise<boolean> {
  const before = await lockedLoan(tx, loanId);
  const at = deps.clock.now();
  if (!(await notePlanChange(tx, loanId, { endedOn, at }))) return false;
  const after = await lockedLoan(tx, loanId);
  const { country, customerId } = after;
  const valueDate = localDate(at, country);
  await applyChanges(tx, deps, [{ before, after, kind: 'plan-changed', valueDate }]);
  await recordEvent(tx, { at, country, kind: 'plan-changed', customerId, loanId });
  return true;
}
