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
 * A window that begins later than this after now was begun before the sandbox's clock was moved back: it is none.
 * Two processes' clocks, and requests that overtake each other, are nearer than that.
 */
const futureMs = 60_000;
const endOfPresent = (now: Date) => new Date(now.getTime() + futureMs);

/**
 * Counts one use of a limit. The count is in the database, so it holds across restarts and processes.
 * @returns seconds to wait when the limit is passed, else undefined
 */
export async function overLimit(db: Queryable, limit: Limit, now: Date): Promise<number | undefined> {
  const windowStart = new Date(now.getTime() - limit.windowSeconds * 1000);
  const isOver = sql`(rate_count.window_started_at <= ${windowStart} or rate_count.window_started_at > ${endOfPresent(now)})`;
  const row = await db
    .insertInto('rate_count')
    .values({ key: limit.key, window_started_at: now, hits: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when ${isOver} then 1 else rate_count.hits + 1 end`,
        window_started_at: sql<Date>`case when ${isOver} then ${now} else rate_count.window_started_at end`,
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

/** How often something happened in its window, and how long the window still lasts. */
export interface Count {
  readonly hits: number;
  readonly waitSeconds: number;
}

/** Counts one use of each key in one statement, in the order of their keys so that they cannot deadlock. */
export async function countEach(
  db: Queryable,
  keys: readonly string[],
  windowSeconds: number,
  now: Date,
): Promise<ReadonlyMap<string, Count>> {
  const windowStart = new Date(now.getTime() - windowSeconds * 1000);
  const isOver = sql`(r.window_started_at <= ${windowStart} or r.window_started_at > ${endOfPresent(now)})`;
  const { rows } = await sql<{ key: string; hits: number; waitSeconds: number }>`
    insert into rate_count as r (key, window_started_at, hits)
    select key, ${now}::timestamptz, 1 from unnest(${keys.toSorted()}::text[]) as key
    on conflict (key) do update set
      hits = case when ${isOver} then 1 else r.hits + 1 end,
      window_started_at = case when ${isOver} then ${now}::timestamptz else r.window_started_at end
    returning r.key, r.hits,
      greatest(1, ceil(extract(epoch from r.window_started_at - ${now}::timestamptz)) + ${windowSeconds}::int)::int as "waitSeconds"
  `.execute(db);
  return new Map(rows.map(({ key, ...count }) => [key, count]));
}

/** What was counted so far, without counting. */
export async function countsOf(
  db: Queryable,
  keys: readonly string[],
  windowSeconds: number,
  now: Date,
): Promise<ReadonlyMap<string, Count>> {
  const rows = await db
    .selectFrom('rate_count')
    .select(['key', 'hits', 'window_started_at'])
    .where('key', 'in', keys)
    .where('window_started_at', '>', new Date(now.getTime() - windowSeconds * 1000))
    .where('window_started_at', '<=', endOfPresent(now))
    .execute();
  return new Map(
    rows.map(({ key, hits, window_started_at: start }) => {
      const waitSeconds = Math.ceil((start.getTime() - now.getTime()) / 1000) + windowSeconds;
      return [key, { hits, waitSeconds: Math.max(1, waitSeconds) }];
    }),
  );
}
