import { sql } from 'kysely';
import { localDate } from '../../countries/local-time.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { LoanState } from '../../domain/loan-state.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import { changeBooks } from './change-books.ts';
import { booksOf, lockLoan } from './loan-books.ts';

/**
 * Why money was taken back: given back by us or the provider, disputed by the payer, unpaid to the network, or moved
 * back to the loan that it came from.
 */
export type ReversalReason = 'refunded' | 'charged-back' | 'network' | 'moved';

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
  const { loanState, books } = await changeBooks(tx, deps, loan, {
    payments,
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
  if (books.credit < 0) await takeBackMoved(tx, deps, loan.id, reversedOn);
  return loanState;
}

/**
 * Money in favour that was moved to another loan goes back when the payment that it came from is taken back: what it
 * had paid there is open again. What is left of it is moved anew by the next work of a day.
 */
export async function takeBackMoved(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>,
  loanId: number,
  reversedOn: CalendarDate,
): Promise<void> {
  const legs = await tx
    .selectFrom('payment as gone')
    .innerJoin('payment as come', (join) =>
      join
        .onRef('come.source', '=', 'gone.source')
        .on(sql<boolean>`come.reference = replace(gone.reference, '-out', '-in')`),
    )
    .leftJoin('payment_reversal as v', 'v.payment_id', 'gone.id')
    .select([
      'gone.id as out',
      'gone.reference as out_reference',
      'come.id as in',
      'come.reference as in_reference',
    ])
    .where('gone.loan_id', '=', loanId)
    .where('gone.source', '=', 'credit-transfer')
    .where('gone.amount', '<', 0)
    .where('v.payment_id', 'is', null)
    .orderBy('gone.id', 'desc')
    .execute();
  for (const leg of legs) {
    const about = { source: 'credit-transfer', reason: 'moved', reversedOn } as const;
    await reversePayment(tx, deps, { ...about, paymentId: leg.in, reportId: leg.in_reference });
    await reversePayment(tx, deps, { ...about, paymentId: leg.out, reportId: leg.out_reference });
    const loan = await lockLoan(tx, loanId);
    if (booksOf(loan, loan.payments, localDate(deps.clock.now(), loan.country)).credit >= 0) return;
  }
}
