import { localDate } from '../../../countries/local-time.ts';
import type { LoanState } from '../../../domain/loan-state.ts';
import type { Payment } from '../../../domain/standing/replay.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { closeCovered, noteCredit } from './credit-notes.ts';
import { bookDueCredit } from './due-credit.ts';
import { booksOf, type LoanBooks, type LockedLoan } from './loan-books.ts';
import { progressLoan } from './loan-progress.ts';
import { rebook, type Rebooking } from './rebook.ts';

/** A change of the payments that count for a loan. */
export interface BooksChange extends Pick<Rebooking, 'kind' | 'rowOf' | 'valueDate'> {
  /** All that count from now on. */
  readonly payments: readonly Payment[];
  /** Row of the payment that came, or was taken back. */
  readonly causedBy: number;
}

export interface ChangedBooks {
  readonly books: LoanBooks;
  readonly loanState: LoanState;
}

/**
 * Books a change of a loan's payments: what each covers, the ledger, its plan, and where it leaves the loan. What money
 * in favour has paid on due dates until today is booked first, whether the work of the day has run or not.
 */
export async function changeBooks(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>,
  loan: LockedLoan,
  { payments, ...change }: BooksChange,
): Promise<ChangedBooks> {
  const today = localDate(deps.clock.now(), loan.country);
  await bookDueCredit(tx, deps, loan);
  const before = booksOf(loan, loan.payments, today);
  const after = booksOf(loan, payments, today);
  await rebook(tx, deps, loan, { ...change, before, after });
  await noteCredit(tx, loan, after, today);
  if (after.creditUses.length > 0) await closeCovered(tx, loan, after, deps.clock.now());
  return { books: after, loanState: await progressLoan(tx, deps, loan, { payments, books: after }) };
}
