import { sql } from 'kysely';
import { localDate } from '../../../../countries/local-time.ts';
import {
  creditRefundSent,
  membershipRefundSent,
  payoutConfirmed,
  reversed,
} from '../../../../domain/ledger.ts';
import { centavos, subtract, ZERO } from '../../../../domain/money.ts';
import type { PayoutAnswer } from '../../../integrations/payouts/port.ts';
import { takeBack } from '../../../loans/books/service.ts';
import { post } from '../../../loans/ledger/service.ts';
import { eventOf } from '../../../loans/outgoing-orders/service.ts';
import { CREDIT_REFUND, lockLoans } from '../../../loans/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import type { RefundDependencies } from './begin.ts';
import { notifyRefund } from './notify-refund.ts';

/** Refund of credit, locked. */
export type Row = NonNullable<Awaited<ReturnType<typeof lockRefund>>>;

const next = sql<number>`version + 1`;
/** Marks a change made by the system. */
export const bySystem = { version: next, changed_by: '' };

/**
 * Answer for an order that is never submitted, because another refund, recorded as unpaid, already paid its
 * amount.
 */
export const goneOutBefore: PayoutAnswer = {
  state: 'failed',
  providerId: '',
  receiptCode: '',
  reason: 'contradicted',
};

/** Locks the loan, then its refund: the same order as when a refund begins. */
export async function lockRefund(tx: Tx, id: number) {
  const found = await tx
    .selectFrom('credit_refund')
    .select('loan_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return undefined;
  await lockLoans(tx, [found.loan_id]);
  return tx.selectFrom('credit_refund').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export const toldOf = (row: Row) => ({
  loanId: row.loan_id,
  amount: centavos(row.amount),
  destination: row.destination,
});

export function postingOf(row: Row, at: Date) {
  const { country } = row;
  return {
    country,
    currency: row.currency,
    loanId: row.loan_id,
    customerId: row.customer_id,
    valueDate: localDate(at, country),
    at,
  };
}

export async function recordPaid(
  tx: Tx,
  deps: RefundDependencies,
  row: Row,
  answer: PayoutAnswer,
): Promise<void> {
  const at = deps.clock.now();
  await tx
    .updateTable('credit_refund')
    .set({
      state: 'completed',
      provider_id: answer.providerId,
      receipt_code: answer.receiptCode,
      changed_at: at,
      ...bySystem,
    })
    .where('id', '=', row.id)
    .execute();
  const entries = payoutConfirmed(centavos(row.amount));
  await post(tx, { ...postingOf(row, at), kind: 'credit-refund-paid', entries });
  await recordEvent(tx, { ...eventOf(row, at), kind: 'credit-refunded', detail: { amount: row.amount } });
  await notifyRefund(tx, deps, toldOf(row), 'completed');
}

/** Records a final refusal by the rail, or a refund that was never submitted: the money is credit again. */
export async function recordFailed(
  tx: Tx,
  deps: RefundDependencies,
  row: Row,
  answer: PayoutAnswer,
): Promise<void> {
  const at = deps.clock.now();
  const failure = answer.fault ?? answer.reason;
  await tx
    .updateTable('credit_refund')
    .set({ state: 'failed', failure, provider_id: answer.providerId, changed_at: at, ...bySystem })
    .where('id', '=', row.id)
    .execute();
  const ofPayments = subtract(centavos(row.amount), centavos(row.of_membership));
  const posting = { ...postingOf(row, at), kind: 'credit-refund-failed' } as const;
  await post(
    tx,
    { ...posting, entries: reversed(creditRefundSent(ofPayments)) },
    { ...posting, entries: reversed(membershipRefundSent(centavos(row.of_membership))) },
  );
  if (row.payment_id !== null)
    await takeBack(tx, deps, {
      paymentId: row.payment_id,
      source: CREDIT_REFUND,
      reportId: row.reference,
      reason: 'network',
      reversedOn: posting.valueDate,
      keeps: ZERO,
    });
  await recordEvent(tx, { ...eventOf(row, at), kind: 'credit-refund-failed', detail: { reason: failure } });
  await notifyRefund(tx, deps, toldOf(row), answer === goneOutBefore ? 'not-sent' : 'failed');
}
