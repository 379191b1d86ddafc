import { sql } from 'kysely';
import { localDate } from '../../../../countries/local-time.ts';
import {
  creditRefundSent,
  payoutConfirmed,
  membershipRefundSent,
  reversed,
} from '../../../../domain/ledger.ts';
import { centavos, subtract, ZERO } from '../../../../domain/money.ts';
import { contactChangeWait } from '../../../customers/contact-changes/service.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { PayoutAnswer } from '../../../integrations/payouts/port.ts';
import {
  askedAgain,
  askRail,
  storeResponse,
  lookedAtAgain,
  queryRail,
  type AskedBy,
} from '../../../loans/rail-responses/service.ts';
import { takeBack } from '../../../loans/books/service.ts';
import { isPayoutStopped } from '../../../loans/payout-checks/service.ts';
import { post } from '../../../loans/ledger/service.ts';
import { CREDIT_REFUND, isOpen, lockLoans, notifyContradiction } from '../../../loans/service.ts';
import { transaction, type Tx } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import { leaseSeconds } from '../../../platform/work/row-queue.ts';
import type { RowWork } from '../../../platform/work/dispatcher.ts';
import { type RefundDependencies, refundRows } from './begin.ts';
import { paysTwice } from './contradicted.ts';
import { notifyRefund } from './notify-refund.ts';

type StepDependencies = RefundDependencies & Pick<Dependencies, 'db' | 'log'>;

export function refundWork(deps: Dependencies): RowWork {
  return {
    queue: refundRows,
    pools: [{ where: sql`true`, concurrency: deps.config.PAYOUT_CONCURRENCY }],
    run: (id) => takeRefundStep(deps, id),
  };
}

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

/**
 * Runs one step of a refund, like a payout's: the submission is stored before it happens, so that the
 * successor of a killed process queries the rail under the same reference and submits only orders that the
 * rail has never seen.
 */
export async function takeRefundStep(deps: StepDependencies, id: number): Promise<void> {
  const claimed = await transaction(deps.db, async (tx) => {
    const row = await lockRefund(tx, id);
    if (!row || !isOpen(row)) return undefined;
    const isFirst = row.state === 'planned';
    const { country } = row;
    const isTwice = await paysTwice(tx, row);
    if (isFirst && isTwice) {
      await recordFailed(tx, deps, row, goneOutBefore);
      return undefined;
    }
    const isStopped = isTwice || (await isPayoutStopped(tx, { ...row, country }));
    const isContactNew = isFirst && (await contactChangeWait(tx, deps, row.customer_id)) !== undefined;
    if (isFirst && (isStopped || isContactNew)) {
      await tx
        .updateTable('credit_refund')
        .set({ due_at: lookedAtAgain, tries: 0 })
        .where('id', '=', id)
        .execute();
      return undefined;
    }
    await tx
      .updateTable('credit_refund')
      .set({
        ...(isFirst ? { state: 'sent', changed_at: deps.clock.now(), ...bySystem } : {}),
        due_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
      })
      .where('id', '=', id)
      .execute();
    return { row, step: isFirst ? 'submit' : isStopped ? 'only-ask' : 'ask' } as const;
  });
  if (!claimed) return;
  const { row, step } = claimed;
  const order = orderOf(row, deps);
  // Orders that the rail has never seen are not submitted while payouts are stopped or if they would pay
  // twice.
  const answer = await askRail(deps, deps.ports.payouts['bank-transfer'], order, step, { refundId: id });
  await transaction(deps.db, (tx) => recordAnswer(tx, deps, id, answer));
}

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

const orderOf = (row: Row, { config }: Pick<StepDependencies, 'config'>) => ({
  reference: row.reference,
  amount: centavos(row.amount),
  currency: row.currency,
  holder: row.holder,
  legalNumber: row.legal_number,
  bankId: row.bank_id,
  destination: row.destination,
  description: `Devolucion ${config.BRAND}`,
});

/** Queries the rail once and submits nothing; undefined if the refund was never submitted. */
export async function askAboutRefund(
  deps: Pick<StepDependencies, 'db' | 'ports' | 'log'>,
  id: number,
): Promise<PayoutAnswer | undefined> {
  const row = await deps.db
    .selectFrom('credit_refund')
    .select(['reference', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || row.state === 'planned') return undefined;
  return queryRail(deps, deps.ports.payouts['bank-transfer'], row.reference, { refundId: id });
}

/** Applies the rail's answer. An answer about a closed refund is stored and checked for a contradiction. */
export async function recordAnswer(
  tx: Tx,
  deps: StepDependencies,
  id: number,
  answer: PayoutAnswer,
  asked: AskedBy = 'worker',
): Promise<void> {
  const row = await lockRefund(tx, id);
  if (!row) return;
  await storeResponse(tx, { kind: 'refund', id }, asked, answer, deps.clock.now());
  if (!isOpen(row)) return notifyContradiction(tx, deps, row.reference, answer);
  if (answer.state === 'completed') return recordPaid(tx, deps, row, answer);
  if (answer.state === 'failed') return recordFailed(tx, deps, row, answer);
  const isLost = answer.state !== 'in-progress';
  if (isLost && row.state !== 'unknown')
    await recordEvent(tx, {
      ...eventOf(row, deps.clock.now()),
      kind: 'credit-refund-unknown',
      detail: { reason: answer.reason },
    });
  await tx
    .updateTable('credit_refund')
    .set({
      ...(isLost && row.state !== 'unknown' ? { state: 'unknown', ...bySystem } : {}),
      due_at: askedAgain(row.tries),
    })
    .where('id', '=', row.id)
    .execute();
}

export const eventOf = (row: Row, at: Date) => ({
  at,
  country: row.country,
  customerId: row.customer_id,
  loanId: row.loan_id,
});

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
  deps: StepDependencies,
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
  deps: StepDependencies,
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
