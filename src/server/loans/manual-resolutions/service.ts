import { sql } from 'kysely';
import type { BookingDependencies, Dependencies } from '../../dependencies.ts';
import type { PayoutAnswer } from '../../integrations/payouts/port.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { RowWork } from '../../platform/work/dispatcher.ts';
import type { RowQueue } from '../../platform/work/row-queue.ts';
import { storeResponse } from '../rail-responses/service.ts';
import type { ManualResolution } from './evidence.ts';
import { ENDS, type OrderFacts, type ResolvedOrders } from './ruled-orders.ts';
import {
  askOnce,
  heldForPaid,
  holdPlannedOf,
  lockDelivery,
  payoutEvent,
  recordAnswer,
  recordCanceled,
  recordNeverPaid,
  recordPaidOut,
  type LockedPayout,
  type StepDependencies,
} from '../service.ts';
import { ofLoan, type PersonalData } from '../../platform/personal-data.ts';

export { endContradiction, lockContradiction, noteFrozen, type Resolution } from './contradictions.ts';
export { contradictOwnWord } from './own-word.ts';
export { ENDS, type ResolvedOrders } from './ruled-orders.ts';
export { changedBy, resolutionOn } from './evidence.ts';
export { questionCommand } from './question.ts';

/** Closes the order by its evidence, with the same steps as for the rail's result. */
export async function resolvePayout(
  tx: Tx,
  deps: StepDependencies,
  loan: LockedPayout,
  ruling: ManualResolution,
): Promise<void> {
  const { outcome, receiptCode } = ruling;
  if (outcome === 'paid') {
    const answer: PayoutAnswer = { state: 'completed', providerId: receiptCode, receiptCode, reason: '' };
    await recordPaidOut(tx, deps, loan, answer);
  } else await recordCanceled(tx, deps, loan, 'payout-failed');
  await storeResolution(
    tx,
    deps,
    PAYOUTS,
    { ...payoutEvent(loan, deps.clock.now()), id: loan.loan_id },
    ruling,
  );
}

/**
 * Books a resolution by two people that reverses a payout's outcome. A payout resolved as paid counts from
 * the day of the resolution, because its customer was notified of the cancellation.
 */
export async function resolveContradictedPayout(
  tx: Tx,
  deps: BookingDependencies,
  loan: LockedPayout,
  truth: ManualResolution['outcome'],
): Promise<void> {
  if (truth === 'not-paid') return recordNeverPaid(tx, deps, loan);
  const { reference } = loan;
  const answer: PayoutAnswer = {
    state: 'completed',
    providerId: reference,
    receiptCode: reference,
    reason: '',
  };
  await recordPaidOut(tx, deps, loan, answer);
}

/** Stores a manual resolution; monitoring keeps querying the rail. */
export async function storeResolution(
  tx: Tx,
  { jobs }: Pick<Dependencies, 'jobs'>,
  { queue }: ResolvedOrders,
  { id, ...facts }: OrderFacts & { readonly id: number },
  ruling: ManualResolution,
): Promise<void> {
  const { outcome, fileId, answer, askedBy, approvedBy } = ruling;
  await sql`
    insert into ${sql.table(queue.table)} (${sql.ref(queue.columns.id)}, outcome, file_id, answer, asked_by, approved_by, ruled_at)
    values (${id}, ${outcome}, ${fileId}, ${answer}, ${askedBy}, ${approvedBy}, ${facts.at})
  `.execute(tx);
  await recordEvent(tx, { ...facts, kind: 'pay-out-ruled', detail: { outcome } });
  jobs.wake(tx, queue.name);
}

/** Manually resolved orders without the rail's final result. */
const queueOf = (name: string, table: RowQueue['table'], id: string): RowQueue => ({
  name,
  table,
  columns: { id, dueAt: 'due_at', tries: 'tries' },
  isOpen: sql`word = ''`,
  policy: { retryDelaySeconds: 60, retryDelayMaxSeconds: 3600, timeLimitSeconds: 60 },
});

export const resolutionRows = queueOf('pay-out-ruling', 'disbursement_ruling', 'loan_id');
export const refundResolutionRows = queueOf('credit-refund-ruling', 'credit_refund_ruling', 'refund_id');

export const PAYOUTS: ResolvedOrders = {
  kind: 'pay-out',
  queue: resolutionRows,
  ask: askOnce,
  async byReference(tx, reference) {
    const row = await tx
      .selectFrom('disbursement')
      .select('loan_id')
      .where('reference', '=', reference)
      .executeTakeFirst();
    return row?.loan_id;
  },
  end: recordAnswer,
  async isResolved(tx, id) {
    const row = await tx
      .selectFrom('disbursement_ruling')
      .select('loan_id')
      .where('loan_id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  },
  async ended(tx, id) {
    const order = await lockDelivery(tx, id);
    const word = order && ENDS[order.state];
    return word && { word, amount: order.amount, currency: order.currency };
  },
  async lock(tx, id, at) {
    const loan = await lockDelivery(tx, id);
    return loan && payoutEvent(loan, at);
  },
  // A replacement order would pay twice, so it is held for a person.
  paidAfterAll: (tx, deps, { customerId, loanId }) =>
    holdPlannedOf(tx, deps, customerId, heldForPaid(loanId)),
};

/** @param isPaused true while the sandbox steps payouts manually */
export function resolutionWork(
  deps: Dependencies,
  isPaused: () => Promise<boolean>,
  orders: ResolvedOrders = PAYOUTS,
): RowWork {
  return {
    queue: orders.queue,
    pools: [{ where: sql`true`, concurrency: 2 }],
    isPaused,
    run: (id) => watchResolution(deps, id, orders),
  };
}

/** About two months of hourly queries; every rail has reconciled by then. */
const mostTries = 1_500;

/**
 * Queries the rail about a manually resolved order. A contradictory answer raises an alarm: nothing is
 * submitted, and the money is frozen until two people resolve it
 * (docs/decisions/0122-contradicted-orders.md).
 */
export async function watchResolution(
  deps: StepDependencies,
  id: number,
  { kind, queue, ask, lock, paidAfterAll }: ResolvedOrders = PAYOUTS,
): Promise<void> {
  const answer = await ask(deps, id);
  if (!answer) return;
  const [table, key] = [sql.table(queue.table), sql.ref(queue.columns.id)];
  await transaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    const facts = await lock(tx, id, now);
    const { rows } = await sql<{ outcome: ManualResolution['outcome']; word: string; tries: number }>`
      select outcome, word, tries from ${table} where ${key} = ${id} for update
    `.execute(tx);
    const [ruling] = rows;
    if (!facts || ruling?.word !== '') return;
    await storeResponse(tx, { kind, id }, 'ruled', answer, now);
    const isFinal = answer.state === 'completed' || answer.state === 'failed';
    if (!isFinal && ruling.tries < mostTries) {
      await sql`update ${table} set due_at = clock_timestamp() + interval '1 hour' where ${key} = ${id}`.execute(
        tx,
      );
      return;
    }
    const said = answer.state === 'completed' ? 'paid' : 'not-paid';
    const word = !isFinal ? 'none' : said === ruling.outcome ? 'agrees' : 'contradicts';
    await sql`update ${table} set word = ${word}, word_at = ${now} where ${key} = ${id}`.execute(tx);
    if (word === 'contradicts') {
      const detail = { order: kind, ruled: ruling.outcome, said, reason: answer.reason };
      await recordEvent(tx, { ...facts, kind: 'pay-out-contradicted', detail });
      if (said === 'paid') await paidAfterAll(tx, deps, { ...facts, id });
    }
  });
}

/** Makes the manually resolved orders due for a query now, because there is news about them. */
export async function resumeResolutions(
  tx: Tx,
  { jobs }: Pick<Dependencies, 'jobs'>,
  references: readonly string[],
): Promise<void> {
  const known = sql`any(${[...references]}::text[])`;
  await sql`
    update disbursement_ruling r set due_at = now() from disbursement d
    where d.loan_id = r.loan_id and r.word = '' and d.reference = ${known}
  `.execute(tx);
  await sql`
    update credit_refund_ruling r set due_at = now() from credit_refund d
    where d.id = r.refund_id and r.word = '' and d.reference = ${known}
  `.execute(tx);
  for (const { name } of [resolutionRows, refundResolutionRows]) jobs.wake(tx, name);
}

/** A payout's resolution is kept with the books. */
export const personalData: PersonalData = {
  held: {
    disbursement_ruling: {
      label: 'Entregas de dinero resueltas con comprobante',
      where: ofLoan,
      omit: ['asked_by', 'approved_by', 'file_id'],
    },
  },
};
