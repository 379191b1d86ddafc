import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { raiseAlarm } from '../../platform/alarm.ts';
import { transaction } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { closeBatches } from './close-batch.ts';
import { payoutFolderOf } from './folder.ts';
import { resultPickUp } from './pick-up.ts';
import { countryOf } from './result-events.ts';
import { writeBatches } from './write-batch.ts';

export { acknowledgeBatch, batchId, openBatches, releaseBatch, released } from './batches.ts';
export { closeBatches } from './close-batch.ts';
export { payoutFolderOf } from './folder.ts';
export { personalData } from './personal-data.ts';
export { isWaitingForFile, payoutOrders } from './orders.ts';
export { importResults } from './import-results.ts';
export { writeBatch, writeBatches } from './write-batch.ts';

/** How often a worker looks at the folder and at what waits for a batch. Real time. */
const everyMs = 2_000;
/** A batch that is not acknowledged after this long needs a person. Real time. */
const alarmHours = 24;
/** So does one whose file is not there after this long, since no other host writes it by itself. Business time. */
const unwrittenMs = 5 * 60_000;

/**
 * Exchanges payouts by file until stopped: imports results, then closes batches, so that an order whose
 * result is there never goes out. Any number of workers may; a failure is logged and the next look tries
 * again. A worker that is set not to exchange files still watches over those of the others.
 */
export function startPayoutFiles(deps: Dependencies): () => Promise<void> {
  const { config, log } = deps;
  // The stand-ins keep their orders themselves.
  if (config.SANDBOX) return () => Promise.resolve();
  const folder = payoutFolderOf(config);
  const pickUp = resultPickUp(deps, folder);
  const look = async () => {
    if (!config.PAYOUT_FILES) return;
    const unread = await pickUp();
    const closed = await closeBatches(deps, config.PAYOUT_BATCH_SECONDS, unread, folder.writer);
    await writeBatches(deps, folder, closed);
  };
  let looking: Promise<void> | undefined;
  const lookUnlessLooking = () => {
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'payouts by file were not exchanged'))
      // Also when the exchange fails: that is when acknowledgements are missing.
      .then(() => alarmUnwritten(deps))
      .then(() => alarmUnacknowledged(deps))
      .catch((error: unknown) => log.error({ err: error }, 'late batches of payouts were not looked for'))
      .finally(() => (looking = undefined));
  };
  lookUnlessLooking();
  const timer = setInterval(lookUnlessLooking, everyMs);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** Tells once of each batch that is not acknowledged: its file may be lost, or its answer. */
async function alarmUnacknowledged({ db, clock, log }: Dependencies): Promise<void> {
  await transaction(db, async (tx) => {
    const late = await tx
      .updateTable('payout_batch')
      .set({ alarmed_at: clock.now() })
      .where('acknowledged_at', 'is', null)
      .where('alarmed_at', 'is', null)
      .where('claimed_at', '<', sql<Date>`now() - make_interval(hours => ${alarmHours}::int)`)
      .returning(['rail', 'currency', 'number', 'claimed_by'])
      .execute();
    for (const { rail, currency, number, claimed_by } of late) {
      const detail = { rail, currency, number, writer: claimed_by };
      log.error(detail, 'a batch of payout orders is not acknowledged');
      const country = countryOf(rail, currency);
      await recordEvent(tx, { at: clock.now(), country, kind: 'pay-out-batch-unacknowledged', detail });
    }
  });
}

/** Tells, hourly, of each batch that stays unwritten: its host is gone, or cannot write. */
export async function alarmUnwritten({
  db,
  clock,
  log,
}: Pick<Dependencies, 'db' | 'clock' | 'log'>): Promise<void> {
  const at = clock.now();
  const unwritten = await db
    .selectFrom('payout_batch')
    .select(['id', 'rail', 'currency', 'number', 'claimed_by'])
    .where('written_at', 'is', null)
    .where('closed_at', '<', new Date(at.getTime() - unwrittenMs))
    .execute();
  for (const { id, rail, currency, number, claimed_by } of unwritten) {
    const detail = { rail, currency, number, writer: claimed_by };
    const country = countryOf(rail, currency);
    const event = { at, country, kind: 'pay-out-batch-unwritten', detail };
    if (await raiseAlarm(db, `pay-out-batch-unwritten ${id}`, event))
      log.error(detail, 'a batch of payout orders is not written');
  }
}
