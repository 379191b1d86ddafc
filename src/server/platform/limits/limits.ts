import { sql, type RawBuilder } from 'kysely';
import type { Config } from '../config.ts';
import type { Database, Queryable } from '../database.ts';
import { prepared } from '../statements.ts';
import type { SweptRows } from '../swept-rows.ts';

export interface Limit {
  /** Action and subject, e.g. `password:account:AR:ana@…`; stored as given. */
  readonly key: string;
  readonly max: number;
  readonly windowSeconds: number;
}

/** Kept longer than the longest window of any limit, a day. */
export const sweptLimits: SweptRows = { table: 'rate_count', time: 'window_started_at', days: 2 };

/** Multiplier for limits per address while the sandbox is on (docs/product/calls.md#limits). */
const sandboxFactor = 100;

export function addressFactor({ SANDBOX }: Pick<Config, 'SANDBOX'>): number {
  return SANDBOX ? sandboxFactor : 1;
}

/**
 * A window that begins later than this after now is ignored: it was started before the sandbox's clock was
 * moved back. Clock differences between processes and overtaking requests are smaller.
 */
const futureMs = 60_000;
const endOfPresent = (now: Date) => new Date(now.getTime() + futureMs);

interface Used {
  readonly passed?: { readonly key: string; readonly waitSeconds: number };
  /** Keys that were counted; those after the exceeded limit are not. */
  readonly counted: readonly string[];
}

interface CountedUse {
  readonly key: string;
  readonly hits: number;
  readonly waitSeconds: number;
}

/** @param commit sets how the statement's transaction commits */
const countStatement = (commit: RawBuilder<unknown>) =>
  prepared((_db, keys: string[], most: number[], seconds: number[], now: Date, present: Date) => {
    const isOver = (window: RawBuilder<unknown>) =>
      sql`(r.window_started_at <= ${now}::timestamptz - make_interval(secs => ${window})
        or r.window_started_at > ${present})`;
    const ownSeconds = sql`(select seconds from bound where bound.key = r.key)`;
    return sql<CountedUse>`
      with commit as (select ${commit}),
      bound as (
        select * from unnest(${keys}::text[], ${most}::bigint[], ${seconds}::int[])
          with ordinality as bound (key, max, seconds, place)
      ),
      last as (
        select min(bound.place) as place from bound join rate_count r using (key)
        where r.hits >= bound.max and not ${isOver(sql`bound.seconds`)}
      )
      insert into rate_count as r (key, window_started_at, hits)
      select bound.key, ${now}::timestamptz, 1 from commit, last, bound
      where last.place is null or bound.place <= last.place
      order by bound.key
      on conflict (key) do update set
        hits = case when ${isOver(ownSeconds)} then 1 else r.hits + 1 end,
        window_started_at = case when ${isOver(ownSeconds)} then ${now}::timestamptz else r.window_started_at end
      returning r.key, r.hits, greatest(1, ceil(extract(epoch from r.window_started_at - ${now}::timestamptz))
        + ${ownSeconds})::int as "waitSeconds"`;
  });

const countWithCaller = countStatement(sql`1`);
const countAlone = countStatement(sql`set_config('synchronous_commit', 'off', true)`);

/**
 * Counts one use of each limit up to the first that is exceeded. Counts are stored in the database, so they
 * survive restarts and are shared by processes. A single statement counts all keys in sorted order, so that
 * two calls cannot deadlock. Outside a transaction it does not wait for the disk, since a crash loses only a
 * few uses.
 */
export async function countUses(db: Queryable, limits: readonly Limit[], now: Date): Promise<Used> {
  const rows = await (db.isTransaction ? countWithCaller : countAlone).run(
    db,
    limits.map(({ key }) => key),
    limits.map(({ max }) => Math.min(max, Number.MAX_SAFE_INTEGER)),
    limits.map(({ windowSeconds }) => windowSeconds),
    now,
    endOfPresent(now),
  );
  const uses = new Map(rows.map((row) => [row.key, row]));
  const passed = limits.map(({ key, max }) => ({ max, use: uses.get(key) }));
  const first = passed.find(({ max, use }) => use !== undefined && use.hits > max)?.use;
  return {
    counted: rows.map(({ key }) => key),
    ...(first === undefined ? {} : { passed: { key: first.key, waitSeconds: first.waitSeconds } }),
  };
}

/**
 * Counts one use of each limit, in order.
 * @returns seconds to wait if one is exceeded (later ones are not counted), otherwise undefined
 */
export async function overAny(
  db: Queryable,
  limits: readonly Limit[],
  now: Date,
): Promise<number | undefined> {
  const { passed } = await countUses(db, limits, now);
  return passed?.waitSeconds;
}

/** Counts one use of a limit. @returns seconds to wait if it is exceeded, otherwise undefined */
export function overLimit(db: Queryable, limit: Limit, now: Date): Promise<number | undefined> {
  return overAny(db, [limit], now);
}

/** Uses in the current window, and seconds until it ends. */
interface Count {
  readonly hits: number;
  readonly waitSeconds: number;
}

interface Bound {
  readonly key: string;
  readonly max: number;
}

export interface Counted {
  /** `seen` was already stored in this window, so nothing was counted. */
  readonly isSeen: boolean;
  /** Counts before this use. */
  readonly before: ReadonlyMap<string, Count>;
  /** Counts after this use; empty if nothing was counted. */
  readonly now: ReadonlyMap<string, Count>;
}

const countUnlessSeenStatement = prepared(
  (
    _db,
    keys: string[],
    most: number[],
    seen: string,
    windowSeconds: number,
    start: Date,
    now: Date,
    present: Date,
  ) => {
    const isOver = sql`(r.window_started_at <= ${start} or r.window_started_at > ${present})`;
    const count = sql`r.key, r.hits,
      greatest(1, ceil(extract(epoch from r.window_started_at - ${now}::timestamptz)) + ${windowSeconds}::int)::int as "waitSeconds"`;
    return sql<CountedUse & { readonly isNow: boolean }>`
      with faster as (select set_config('synchronous_commit', 'off', true)),
      bound as (select * from unnest(${keys}::text[], ${most}::bigint[]) as bound (key, max)),
      -- Materialized, so that the rows are found by key: combined with the index of windows, every count of the
      -- current window would be read.
      found as materialized (select * from rate_count where key = any(${keys}::text[] || ${seen}::text)),
      before as (select ${count} from found r where not ${isOver}),
      counted as (
        insert into rate_count as r (key, window_started_at, hits)
        select bound.key, ${now}::timestamptz, 1 from faster, bound
        where not exists (
          select from before left join bound using (key) where bound.key is null or before.hits >= bound.max)
        on conflict (key) do update set
          hits = case when ${isOver} then 1 else r.hits + 1 end,
          window_started_at = case when ${isOver} then ${now}::timestamptz else r.window_started_at end
        returning ${count}
      ),
      remembered as (
        insert into rate_count (key, window_started_at, hits)
        select ${seen}, ${now}::timestamptz, 1
        where exists (select from counted) and not exists (
          select from counted join bound using (key) where counted.hits > bound.max)
        on conflict (key) do update set hits = 1, window_started_at = excluded.window_started_at
      )
      select false as "isNow", * from before union all select true, * from counted`;
  },
);

/**
 * Counts one use of each key and stores `seen`, unless `seen` is already stored or a further use would exceed
 * a bound. One statement in its own transaction, so that keys are locked as briefly as possible; without a
 * count nothing is locked. Keys are counted in sorted order and cannot deadlock. Does not wait for the disk,
 * since a crash of the database only allows a few extra uses.
 */
export async function countUnlessSeen(
  db: Database,
  seen: string,
  bounds: readonly Bound[],
  windowSeconds: number,
  now: Date,
): Promise<Counted> {
  const windowStart = new Date(now.getTime() - windowSeconds * 1000);
  const sorted = bounds.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const rows = await countUnlessSeenStatement.run(
    db,
    sorted.map(({ key }) => key),
    sorted.map(({ max }) => Math.min(max, Number.MAX_SAFE_INTEGER)),
    seen,
    windowSeconds,
    windowStart,
    now,
    endOfPresent(now),
  );
  const of = (isNow: boolean) =>
    new Map(
      rows
        .filter((row) => row.isNow === isNow)
        .map(({ key, hits, waitSeconds }) => [key, { hits, waitSeconds }]),
    );
  const before = of(false);
  return { isSeen: before.has(seen), before, now: of(true) };
}

/**
 * Gives back one use of each key, once a use counted in advance proved legitimate, e.g. by a correct
 * password.
 */
export async function uncount(db: Database, keys: readonly string[]): Promise<void> {
  const sorted = keys.toSorted();
  await sql`
    with given_back as (
      select key from rate_count where key = any(${sorted}::text[]) order by key for update
    )
    update rate_count r set hits = greatest(r.hits - 1, 0) from given_back where r.key = given_back.key`.execute(
    db,
  );
}

/** Current counts, without counting a use. */
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
    .execute();
  const counts = new Map<string, Count>();
  for (const { key, hits, window_started_at: start } of rows) {
    const waitSeconds = Math.ceil((start.getTime() - now.getTime()) / 1000) + windowSeconds;
    if (waitSeconds > 0 && start <= endOfPresent(now)) counts.set(key, { hits, waitSeconds });
  }
  return counts;
}

/** Request budget of an external service, shared by all processes. */
interface Budget {
  readonly key: string;
  readonly max: number;
  readonly windowSeconds: number;
}

/**
 * Takes a number of uses from a budget, all or none. The count is a database row shared by every process. A
 * window starts with its first use.
 * @returns whether the budget sufficed
 */
export async function takeFromBudget(
  db: Database,
  { key, max, windowSeconds }: Budget,
  uses: number,
  now: Date,
): Promise<boolean> {
  if (uses > max) return false;
  // A start in the future predates a clock that was set back.
  const isOver = sql`(r.window_started_at <= ${new Date(now.getTime() - windowSeconds * 1000)}
    or r.window_started_at > ${new Date(now.getTime() + windowSeconds * 1000)})`;
  const { rows } = await sql`
    insert into rate_count as r (key, window_started_at, hits) values (${`budget:${key}`}, ${now}, ${uses})
    on conflict (key) do update set
      hits = case when ${isOver} then ${uses} else r.hits + ${uses} end,
      window_started_at = case when ${isOver} then ${now} else r.window_started_at end
    where ${isOver} or r.hits + ${uses} <= ${max}
    returning r.key
  `.execute(db);
  return rows.length > 0;
}

/** @returns uses of a budget in its current window */
export async function usedOfBudget(db: Database, { key, windowSeconds }: Budget, now: Date): Promise<number> {
  const { rows } = await sql<{ hits: number }>`
    select hits from rate_count
    where key = ${`budget:${key}`} and window_started_at > ${new Date(now.getTime() - windowSeconds * 1000)}
  `.execute(db);
  return rows[0]?.hits ?? 0;
}
