import { localDate } from '../../../countries/local-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { noteCredit } from './credit-notes.ts';
import { bookDueCredit } from './due-credit.ts';
import { booksOf, lockLoan } from './loan-books.ts';
import { progressLoan } from './loan-progress.ts';
import { rebook } from './rebook.ts';

/**
 * Undoes a loan that its customer has withdrawn from if all that was delivered had come back already; otherwise the
 * payment that completes it does. A loan that is not paid out yet waits.
 */
export async function concludeReturn(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>,
  loanId: number,
): Promise<void> {
  const loan = await lockLoan(tx, loanId);
  const today = localDate(deps.clock.now(), loan.country);
  const after = booksOf(loan, loan.payments, today);
  if (!after.isReturned || (loan.state !== 'approved' && loan.state !== 'finished')) return;
  const inForce = { ...loan, withdrawal: undefined };
  await bookDueCredit(tx, deps, inForce);
  await rebook(tx, deps, loan, {
    before: booksOf(inForce, loan.payments, today),
    after,
    kind: 'loan-withdrawn',
    rowOf: loan.paymentIds,
    causedBy: undefined,
    valueDate: today,
  });
  await noteCredit(tx, loan, after, today);
  await progressLoan(tx, deps, loan, { payments: loan.payments, books: after });
}
