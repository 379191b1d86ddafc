import { transaction, type Database } from './database.ts';
import { recordEvent, type Event } from './events.ts';
import { countsOf, overLimit } from './limits/limits.ts';

/** Shortest time between two alarms with the same key, seconds. */
const windowSeconds = 3600;

/**
 * Records an alarm at most once an hour per key, so that a thousand attempts cannot flood the audit log.
 * @param key names the attempt and its origin, never a person
 * @returns whether it was recorded now
 */
export async function raiseAlarm(db: Database, key: string, event: Event): Promise<boolean> {
  const counted = `alarm:${key}`;
  // Checked before any write: most repetitions end here.
  if ((await countsOf(db, [counted], windowSeconds, event.at)).has(counted)) return false;
  return transaction(db, async (tx) => {
    const limit = { key: counted, max: 1, windowSeconds };
    if ((await overLimit(tx, limit, event.at)) !== undefined) return false;
    await recordEvent(tx, event);
    return true;
  });
}
