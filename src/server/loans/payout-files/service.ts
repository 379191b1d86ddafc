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

/** Polling interval of a worker, for the folder and for orders that await a batch. Real time. */
const everyMs = 2_000;
/** A batch that is not acknowledged after this long needs a person. Real time. */
const alarmHours = 24;
/**
 * A batch without a file after this time raises an alarm, since no other host writes it automatically.
 * Business time.
 */
const unwrittenMs = 5 * 60_000;

/**
 * Exchanges payouts by file until stopped: imports results first, then closes batches, so that an order with
 * a result never goes out. Any number of workers may run it; a failure is logged and the next poll retries. A
 * worker that does not exchange files still monitors the others' batches.
 */
export function startPayoutFiles(deps: Dependencies): () => Promise<void> {
  const { config, log } = deps;
  // Simulated rails store their orders themselves.
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
      .catch((error: unknown) => log.error({ err: error }, 'the exchange of payout files failed'))
      // Runs even if the exchange failed, because acknowledgements may then be missing.
      .then(() => alarmUnwritten(deps))
      .then(() => alarmUnacknowledged(deps))
      .catch((error: unknown) => log.error({ err: error }, 'the check for late payout batches failed'))
      .finally(() => (looking = undefined));
  };
  lookUnlessLooking();
  const timer = setInterval(lookUnlessLooking, everyMs);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** Raises one alarm per batch without an acknowledgement: its file or its answer may be lost. */
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

/** Raises an hourly alarm per unwritten batch: its host is gone or cannot write. */
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
