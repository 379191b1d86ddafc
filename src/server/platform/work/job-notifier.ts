import { setTimeout as pause } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';

import type { Logger } from '../logger.ts';

/** On which workers hear of new jobs. */
export const jobChannel = 'cuota_jobs';
/** A notification is a transaction with its own write to the disk: new jobs within this time share one. */
const notifyGapMs = 25;

/**
 * Notifies the workers of every process of queues with a new job, a few at a time. Not within the sender's
 * transaction, as the queue's own notification would be: PostgreSQL lets transactions that notify commit one
 * after the other only, each with its own write to the disk, which cost three quarters of the throughput.
 * A job without a notification is found by polling.
 */
export function createNotifier(
  db: ReturnType<PgBoss['getDb']>,
  log: Logger,
  isStopped: () => boolean,
): (name: string) => void {
  const names = new Set<string>();
  let isRinging = false;
  async function ring(): Promise<void> {
    if (isRinging) return;
    isRinging = true;
    try {
      while (names.size > 0 && !isStopped()) {
        const now = Array.from(names);
        names.clear();
        await db.executeSql('select pg_notify($1, name) from unnest($2::text[]) as name', [jobChannel, now]);
        await pause(notifyGapMs);
      }
    } catch (error) {
      log.warn({ err: error }, 'workers were not told of a new job');
    } finally {
      isRinging = false;
    }
  }
  return (name) => {
    names.add(name);
    void ring();
  };
}
