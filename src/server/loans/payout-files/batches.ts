import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { BatchName } from './batch-file.ts';

/** @returns id of the batch; undefined if none has this name */
export async function batchId(
  db: Database,
  { rail, currency, number }: BatchName,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('payout_batch')
    .select('id')
    .where('rail', '=', rail)
    .where('currency', '=', currency)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.id;
}

/** Records an acknowledgement that arrived by another channel than a file. */
export async function acknowledgeBatch(db: Database, clock: Clock, id: number): Promise<void> {
  await db
    .updateTable('payout_batch')
    .set({ acknowledged_at: clock.now() })
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .execute();
}

/** Age after which an unfinished writer is considered dead. Real time. */
const claimSeconds = 60;
export const isAbandoned = sql<boolean>`claimed_at < now() - make_interval(secs => ${claimSeconds}::int)`;

/** Writer value of a batch that any host may write. */
export const released = '';

/**
 * Releases a batch to any host if its own host will not write it; a person must have checked that its file
 * does not exist. @returns true if it was unwritten and not being written
 */
export async function releaseBatch(db: Database, id: number): Promise<boolean> {
  const row = await db
    .updateTable('payout_batch')
    .set({ claimed_by: released })
    .where('id', '=', id)
    .where('written_at', 'is', null)
    .where(isAbandoned)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

interface OpenBatch extends BatchName {
  readonly orders: number;
  /** Centavos. */
  readonly amount: number;
  readonly closedAt: Date;
  readonly writer: string;
  readonly isWritten: boolean;
  readonly isAcknowledged: boolean;
  readonly unanswered: number;
}

/** Batches without an acknowledgement or with orders without a result, oldest first. */
export async function openBatches(db: Database): Promise<readonly OpenBatch[]> {
  const { rows } = await sql<OpenBatch>`
    select b.rail, b.currency, b.number, b.order_count as orders, b.amount, b.closed_at as "closedAt",
      b.claimed_by as writer, b.written_at is not null as "isWritten",
      b.acknowledged_at is not null as "isAcknowledged", open.unanswered
    from payout_batch b
    cross join lateral (
      select count(*)::int as unanswered from payout_order o
      where o.batch_id = b.id and not exists (
        select from payout_result r
        where r.rail = o.rail and r.reference = o.reference and r.kind = 'result')
    ) open
    where b.acknowledged_at is null or open.unanswered > 0
    order by b.closed_at, b.id
  `.execute(db);
  return rows;
}
