import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { batchFileName } from './batch-file.ts';
import { isAbandoned, released } from './batches.ts';
import { loadBatch } from './close-batch.ts';
import { putFile, type PayoutFolder } from './folder.ts';

/**
 * Writes batches closed by this process, batches left by a writer that died on this host, and batches
 * released by a person. Another host's batch may already be in a folder that this host cannot see. A written
 * batch is never rewritten automatically, because its file may have been collected
 * (`npm run payouts -- write`).
 * @param ids batches just closed by this process
 * @param by writer, as host and process
 */
export async function writeBatches(
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  folder: PayoutFolder,
  ids: readonly number[],
  by = folder.writer,
): Promise<void> {
  const left = await db
    .updateTable('payout_batch')
    .set({ claimed_by: by, claimed_at: sql<Date>`now()` })
    .where('written_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('claimed_by', '=', released),
        eb.and([
          eb(sql<string>`split_part(claimed_by, ':', 1)`, '=', sql<string>`split_part(${by}, ':', 1)`),
          isAbandoned,
        ]),
      ]),
    )
    .returning('id')
    .execute();
  for (const id of [...ids, ...left.map((row) => row.id)]) {
    try {
      if (!(await isClaimed(db, id, by))) continue;
      const batch = await loadBatch(db, id);
      const path = await folder.putOrders(batch.rail, batchFileName(batch), batch.bytes);
      await db
        .updateTable('payout_batch')
        .set({ written_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute();
      log.info({ batchId: id, path }, 'a batch of payout orders was written');
    } catch (error) {
      // Continues with the other batches; this one is retried after its claim expires.
      log.error({ err: error, batchId: id }, 'a batch of payout orders was not written');
    }
  }
}

/** True while a batch still belongs to this writer: a suspended process may have lost it. */
async function isClaimed(db: Dependencies['db'], id: number, by: string): Promise<boolean> {
  const claimed = await db
    .updateTable('payout_batch')
    .set({ claimed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('claimed_by', '=', by)
    .where('written_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/**
 * Writes a batch's file into a folder atomically and durably: the receiver never sees half of one. @returns
 * the file's path
 */
export async function writeBatch(db: Dependencies['db'], folder: string, id: number): Promise<string> {
  const batch = await loadBatch(db, id);
  return putFile(folder, batchFileName(batch), batch.bytes);
}
