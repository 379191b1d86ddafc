import { isCancelableByCustomer } from '../../domain/loan-state.ts';
import type { Tx } from '../platform/database.ts';
import { recordCanceled, type OutcomeDependencies } from './disbursement-outcome.ts';
import { lockDisbursement } from './disbursement-record.ts';

/**
 * Gives a loan up by the customer's right to withdraw, which a loan's own setting cannot bar, while its money cannot
 * be on its way: payout order and ledger are undone, and the customer is told. The worker waits for the same
 * lock, so a loan is never both paid out and canceled.
 * @returns false when it is too late; nothing has changed then
 */
export async function withdrawBeforePayOut(
  tx: Tx,
  deps: OutcomeDependencies,
  loanId: number,
): Promise<boolean> {
  const loan = await lockDisbursement(tx, loanId);
  if (!loan || !isCancelableByCustomer(loan.loan_state, loan.state, true)) return false;
  await recordCanceled(tx, deps, loan, 'customer');
  return true;
}
