import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { centavos, type Currency } from '../../../domain/money.ts';
import { holdStops } from '../../customers/holds/service.ts';
import { payoutControl } from '../../content/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { directoryFolder } from './folder.ts';
import { countryOf } from './result-events.ts';
import { batchAmount, batchFile, type Batch, type BatchName } from './batch-file.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { tryName } from '../../platform/work/named-locks.ts';

/** Maximum orders per file; the others enter the next one. */
const mostOrders = 1_000;

/**
 * Closes a batch for every rail and currency once its oldest order has waited long enough. An order enters
 * only one batch; an order with a known result enters none.
 * @param waitSeconds minimum wait of the oldest order, to collect others
 * @param heldRails rails that close no batch
 * @param writer this process, as the batch's writer
 * @returns ids of the batches for this process to write
 */
export async function closeBatches(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  waitSeconds: number,
  heldRails: ReadonlySet<string> = new Set(),
  writer = directoryFolder('').writer,
): Promise<number[]> {
  const waiting = await db
    .selectFrom('payout_order as o')
    .select(['o.rail', sql<Currency>`o.currency`.as('currency')])
    .where('o.batch_id', 'is', null)
    .where('o.channel', '=', 'file')
    .where(isUnanswered)
    .where(isFree)
    .groupBy(['o.rail', 'o.currency'])
    .having(sql<boolean>`min(o.ordered_at) <= now() - make_interval(secs => ${waitSeconds})`)
    .execute();
  const closed: number[] = [];
  for (const group of waiting) {
    if (heldRails.has(group.rail)) continue;
    // Orders not yet in a file have not been sent, so a stopped country holds them back.
    if ((await payoutControl(db, countryOf(group.rail, group.currency))).isStopped) continue;
    const id = await transaction(db, (tx) => closeOne(tx, clock.now(), writer, group));
    if (id !== undefined) closed.push(id);
  }
  return closed;
}

const isUnanswered = sql<boolean>`not exists (
  select from payout_result r where r.rail = o.rail and r.reference = o.reference and r.kind = 'result')`;

/** True if no hold stops payouts for the customer or the loan. */
const isFree = sql<boolean>`not exists (
  select from (
    select l.customer_id, l.id as loan_id from payout d join loan l on l.id = d.loan_id
      where d.reference = o.reference
    union all
    select f.customer_id, f.loan_id from credit_refund f where f.reference = o.reference) whose
  where ${holdStops('pay-outs', sql`whose.customer_id`, sql`whose.loan_id`)})`;

/** @returns id of the batch; undefined if another worker is closing it or has closed it */
async function closeOne(
  tx: Tx,
  closedAt: Date,
  writer: string,
  { rail, currency }: { readonly rail: string; readonly currency: Currency },
): Promise<number | undefined> {
  if (!(await tryName(tx, `payout-batch ${rail} ${currency}`))) return undefined;
  const orders = await tx
    .selectFrom('payout_order as o')
    .select(orderColumns)
    .where('o.rail', '=', rail)
    .where('o.currency', '=', currency)
    .where('o.batch_id', 'is', null)
    .where('o.channel', '=', 'file')
    .where(isUnanswered)
    .where(isFree)
    .orderBy('o.ordered_at')
    .orderBy('o.reference')
    .limit(mostOrders)
    .execute();
  if (orders.length === 0) return undefined;
  const { last } = await tx
    .selectFrom('payout_batch')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('last'))
    .where('rail', '=', rail)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  const batch = { rail, currency, number: last + 1, closedAt, orders: orders.map(orderFrom) };
  const { id } = await tx
    .insertInto('payout_batch')
    .values({
      rail,
      currency,
      number: batch.number,
      order_count: orders.length,
      amount: batchAmount(batch),
      sha256: sha256(batchFile(batch)),
      closed_at: closedAt,
      claimed_by: writer,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    update payout_order o set batch_id = ${id}, line = given.line
    from unnest(${orders.map(({ reference }) => reference)}::text[]) with ordinality as given (reference, line)
    where o.reference = given.reference
  `.execute(tx);
  return id;
}

const orderColumns = [
  'o.reference',
  'o.amount',
  'o.holder',
  'o.legal_number as legalNumber',
  'o.bank_id as bankId',
  'o.destination',
  'o.description',
] as const;

function orderFrom<Row extends { readonly amount: number }>(row: Row) {
  return { ...row, amount: centavos(row.amount) };
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

interface StoredBatch extends BatchName {
  readonly id: number;
  /** Bytes of the file, identical to those at closing. */
  readonly bytes: Buffer;
}

/**
 * Builds a batch's file from its rows. @throws if the bytes differ from those at closing; then nothing may be
 * written
 */
export async function loadBatch(db: Dependencies['db'], id: number): Promise<StoredBatch> {
  const row = await db
    .selectFrom('payout_batch')
    .select(['rail', 'currency', 'number', 'closed_at', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const orders = await db
    .selectFrom('payout_order as o')
    .select(orderColumns)
    .where('o.batch_id', '=', id)
    .orderBy('o.line')
    .execute();
  const batch: Batch = {
    rail: row.rail,
    currency: row.currency,
    number: row.number,
    closedAt: row.closed_at,
    orders: orders.map(orderFrom),
  };
  const bytes = batchFile(batch);
  if (!sha256(bytes).equals(row.sha256))
    throw new Error(`the rows of batch ${row.rail} ${row.currency} ${row.number} are not what was closed`);
  return { id, rail: batch.rail, currency: batch.currency, number: batch.number, bytes };
}
