import type { PgBoss } from 'pg-boss';
import type { Logger } from '../logger.ts';

/** Longest delay of a postponed job or a retry: workers are notified only of jobs due at once. */
const lookEveryMs = 1_000;

/**
 * Looks each second for kinds with a job that is due, all in one statement. Workers that look by themselves would
 * each lock and update: with the two of every kind an idle process and its database spent a tenth of a core on it.
 * @returns ends it
 */
export function watchDueKinds(
  db: ReturnType<PgBoss['getDb']>,
  names: readonly string[],
  log: Logger,
  onDue: (name: string) => void,
): () => Promise<void> {
  let looking: Promise<void> | undefined;
  const look = async () => {
    try {
      for (const name of await dueAmong(db, names)) onDue(name);
    } catch (error) {
      log.warn({ err: error }, 'due jobs were not looked for');
    } finally {
      looking = undefined;
    }
  };
  const timer = setInterval(() => void (looking ??= look()), lookEveryMs);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

async function dueAmong(
  db: ReturnType<PgBoss['getDb']>,
  names: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await db.executeSql(
    `select kind.name from unnest($1::text[]) as kind (name)
    where exists (
      select from jobs.job
      where job.name = kind.name and state < 'active' and not blocked and start_after <= jobs.job_now()
    )`,
    [names],
  );
  return (rows as readonly { name: string }[]).map(({ name }) => name);
}
