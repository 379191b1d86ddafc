import { localDate } from '../../countries/local-time.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { LoanState } from '../../domain/loan-state.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import { booksOf, lockLoan } from './loan-books.ts';
import { progressLoan } from './loan-progress.ts';
import { rebook } from './rebook.ts';

/** Why money was taken back: given back by us or the provider, disputed by the payer, or unpaid to the network. */
export type ReversalReason = 'refunded' | 'charged-back' | 'network';

export interface Reversal {
  /** Row of the payment. */
  readonly paymentId: number;
  readonly source: string;
  /** The provider's id of the payment that is taken back. */
  readonly reportId: string;
  readonly reason: ReversalReason;
  readonly reversedOn: CalendarDate;
}

/**
 * Takes a booked payment back, once: the loan stands as if it had never come, so its instalments are open again,
 * with their default interest, and later payments cover what they would have covered without it. Everything
 * stays on record; the ledger gets counter entries.
 * @returns the loan's state now; undefined when it had been taken back before
 */
export async function reversePayment(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>,
  { paymentId, source, reportId, reason, reversedOn }: Reversal,
): Promise<LoanState | undefined> {
  const now = deps.clock.now();
  const row = await tx
    .selectFrom('payment')
    .select(['loan_id', 'public_id', 'amount'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const loan = await lockLoan(tx, row.loan_id);
  if (!loan.paymentIds.has(row.public_id)) return undefined;
  await tx
    .insertInto('payment_reversal')
    .values({
      payment_id: paymentId,
      source,
      report_id: reportId,
      reason,
      reversed_on: reversedOn,
      at: now,
    })
    .execute();
  const payments = loan.payments.filter(({ id }) => id !== row.public_id);
  const after = booksOf(loan, payments);
  await rebook(tx, deps, loan, {
    before: booksOf(loan, loan.payments),
    after,
    kind: 'payment-reversed',
    rowOf: loan.paymentIds,
    causedBy: paymentId,
    valueDate: reversedOn,
  });
  await recordEvent(tx, {
    at: now,
    country: loan.country,
    kind: 'payment-reversed',
    customerId: loan.customerId,
    loanId: loan.id,
    detail: { amount: row.amount, reason, source, on: localDate(now, loan.country) },
  });
  return progressLoan(tx, deps, loan, { payments, books: after });
}
