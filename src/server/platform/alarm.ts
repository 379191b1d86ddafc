import { transaction, type Database } from './database.ts';
import { recordEvent, type Event } from './events.ts';
import { countsOf, overLimit } from './limits/limits.ts';

/** Time before the same alarm may be raised again, seconds. */
const windowSeconds = 3600;

/**
 * Records that something has started, once an hour for each key: a thousand tries must not be able to fill
 * the audit log as well.
 * @param key names the attempt and its origin, never a person
 * @returns whether it was recorded now
 */
export async function raiseAlarm(db: Database, key: string, event: Event): Promise<boolean> {
  const counted = `alarm:${key}`;
  // Looked at before anything is written: the usual repetition ends here.
  if ((await countsOf(db, [counted], windowSeconds, event.at)).has(counted)) return false;
  return transaction(db, async (tx) => {
    const limit = { key: counted, max: 1, windowSeconds };
    if ((await overLimit(tx, limit, event.at)) !== undefined) return false;
    await recordEvent(tx, event);
    return true;
  });
}
