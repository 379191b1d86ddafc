import { sql } from 'kysely';
import type { Queryable } from './database.ts';

/** How often something may happen in a window. */
export interface Limit {
  /** Names what is counted and for whom, e.g. `password:account:AR:ana@…`; kept only as given. */
  readonly key: string;
  readonly max: number;
  readonly windowSeconds: number;
}

/**
 * Counts one use of a limit. The count is in the database, so it holds across restarts and processes.
 * @returns seconds to wait when the limit is passed, else undefined
 */
export async function overLimit(db: Queryable, limit: Limit, now: Date): Promise<number | undefined> {
  const windowStart = new Date(now.getTime() - limit.windowSeconds * 1000);
  const row = await db
    .insertInto('rate_count')
    .values({ key: limit.key, window_started_at: now, hits: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when rate_count.window_started_at <= ${windowStart} then 1 else rate_count.hits + 1 end`,
        window_started_at: sql<Date>`case when rate_count.window_started_at <= ${windowStart} then ${now} else rate_count.window_started_at end`,
      }),
    )
    .returning(['hits', 'window_started_at'])
    .executeTakeFirstOrThrow();
  if (row.hits <= limit.max) return undefined;
  const endsAt = row.window_started_at.getTime() + limit.windowSeconds * 1000;
  return Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
}

/** Gives a use back: what was counted beforehand turned out to be right (a correct password). */
export async function refundLimit(db: Queryable, key: string): Promise<void> {
  await db
    .updateTable('rate_count')
    .set({ hits: sql<number>`greatest(hits - 1, 0)` })
    .where('key', '=', key)
    .execute();
}
