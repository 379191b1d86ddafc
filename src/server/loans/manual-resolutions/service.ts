import { sql } from 'kysely';
import type { BookingDependencies, Dependencies } from '../../dependencies.ts';
import type { PayoutAnswer } from '../../integrations/payouts/port.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { RowWork } from '../../platform/work/dispatcher.ts';
import type { RowQueue } from '../../platform/work/row-queue.ts';
import {
  askOnce,
  eventOf,
  ORDER_TABLES,
  storeResponse,
  type OrderKind,
  type OutgoingOrder,
  type OutgoingOrders,
  type StepDependencies,
} from '../outgoing-orders/service.ts';
import type { ManualResolution } from './evidence.ts';
import { recordNeverPaid, recordPaidOut, type LockedPayout } from '../service.ts';
import { ofLoan, type PersonalData } from '../../platform/personal-data.ts';

export { endContradiction, lockContradiction, noteFrozen, type Resolution } from './contradictions.ts';
export { contradictOwnWord } from './own-word.ts';
export { changedBy, resolutionOn } from './evidence.ts';
export { questionCommand } from './question.ts';

/** Closes an order by its evidence, with the same steps as for the rail's result; monitoring keeps querying the rail. */
export async function resolveOrder<Order extends OutgoingOrder>(
  tx: Tx,
  deps: StepDependencies,
  { kind, recordPaid, recordFailed }: OutgoingOrders<Order>,
  id: number,
  order: Order,
  ruling: ManualResolution,
): Promise<void> {
  const { outcome, receiptCode, fileId, answer, askedBy, approvedBy } = ruling;
  const said = { providerId: receiptCode, receiptCode };
  if (outcome === 'paid') await recordPaid(tx, deps, order, { ...said, state: 'completed', reason: '' });
  else await recordFailed(tx, deps, order, { ...said, state: 'failed', reason: 'ruled' });
  const at = deps.clock.now();
  const { rulings, of } = ORDER_TABLES[kind];
  await sql`
    insert into ${sql.table(rulings)} (${sql.ref(of)}, outcome, file_id, answer, asked_by, approved_by, ruled_at)
    values (${id}, ${outcome}, ${fileId}, ${answer}, ${askedBy}, ${approvedBy}, ${at})
  `.execute(tx);
  await recordEvent(tx, { ...eventOf(order, at), kind: 'pay-out-ruled', detail: { outcome } });
  deps.jobs.wake(tx, RULINGS[kind].name);
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

/** Manually resolved orders without the rail's final result. */
const queueOf = (name: string, kind: OrderKind): RowQueue => ({
  name,
  table: ORDER_TABLES[kind].rulings,
  columns: { id: ORDER_TABLES[kind].of, dueAt: 'due_at', tries: 'tries' },
  isOpen: sql`word = ''`,
  policy: { retryDelaySeconds: 60, retryDelayMaxSeconds: 3600, timeLimitSeconds: 60 },
});

export const RULINGS: Readonly<Record<OrderKind, RowQueue>> = {
  'pay-out': queueOf('pay-out-ruling', 'pay-out'),
  refund: queueOf('credit-refund-ruling', 'refund'),
};

/** @param isPaused true while the sandbox steps payouts manually */
export function resolutionWork<Order extends OutgoingOrder>(
  deps: Dependencies,
  orders: OutgoingOrders<Order>,
  isPaused: () => Promise<boolean>,
): RowWork {
  return {
    queue: RULINGS[orders.kind],
    pools: [{ where: sql`true`, concurrency: 2 }],
    isPaused,
    run: (id) => watchResolution(deps, orders, id),
  };
}

/** About two months of hourly queries; every rail has reconciled by then. */
const mostTries = 1_500;

/**
 * Queries the rail about a manually resolved order. A contradictory answer raises an alarm: nothing is
 * submitted, and the money is frozen until two people resolve it
 * (docs/decisions/0122-contradicted-orders.md).
 */
export async function watchResolution<Order extends OutgoingOrder>(
  deps: StepDependencies,
  orders: OutgoingOrders<Order>,
  id: number,
): Promise<void> {
  const answer = await askOnce(deps, orders, id);
  if (!answer) return;
  const { kind } = orders;
  const [table, key] = [sql.table(ORDER_TABLES[kind].rulings), sql.ref(ORDER_TABLES[kind].of)];
  await transaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    const order = await orders.lockToEnd(tx, id);
    const { rows } = await sql<{ outcome: ManualResolution['outcome']; word: string; tries: number }>`
      select outcome, word, tries from ${table} where ${key} = ${id} for update
    `.execute(tx);
    const [ruling] = rows;
    if (!order || ruling?.word !== '') return;
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
      await recordEvent(tx, { ...eventOf(order, now), kind: 'pay-out-contradicted', detail });
      if (said === 'paid') await orders.paidAfterAll(tx, deps, order);
    }
  });
}

/** Makes the manually resolved orders due for a query now, because there is news about them. */
export async function resumeResolutions(
  tx: Tx,
  { jobs }: Pick<Dependencies, 'jobs'>,
  references: readonly string[],
): Promise<void> {
  for (const { orders, id, rulings, of } of Object.values(ORDER_TABLES)) {
    await sql`
      update ${sql.table(rulings)} r set due_at = now() from ${sql.table(orders)} o
      where ${sql.ref(`o.${id}`)} = ${sql.ref(`r.${of}`)} and r.word = '' and o.reference = any(${[...references]}::text[])
    `.execute(tx);
  }
  for (const { name } of Object.values(RULINGS)) jobs.wake(tx, name);
}

/** A payout's resolution is kept with the books. */
export const personalData: PersonalData = {
  held: {
    payout_ruling: {
      label: 'Entregas de dinero resueltas con comprobante',
      where: ofLoan,
      omit: ['asked_by', 'approved_by', 'file_id'],
    },
  },
};
