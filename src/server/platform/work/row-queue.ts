import { sql, type RawBuilder } from 'kysely';
import { plainText } from '../../../contract/error-words.ts';
import type { DB } from '../database-types.ts';
import type { Database, Queryable, Tx } from '../database.ts';

/** Retry policy for the rows of a queue. */
interface RowPolicy {
  /** Tries after which a row is given up; absent for never. */
  readonly maxTries?: number;
  /** Doubled with each try up to the longest, less a random part of up to half of it. */
  readonly retryDelaySeconds: number;
  readonly retryDelayMaxSeconds: number;
  /** A run longer than this counts as failed. */
  readonly timeLimitSeconds: number;
}

/**
 * A table of due work. `dueAt` is the instant from which a row may be claimed; claiming moves it to the end
 * of the lease, so a killed worker's rows come back by themselves.
 */
export interface RowQueue {
  readonly name: string;
  readonly table: keyof DB;
  readonly columns: {
    readonly id: string;
    readonly dueAt: string;
    readonly tries: string;
    /** When a row was given up; needed with `maxTries`. */
    readonly givenUpAt?: string;
    /** Boolean; due rows with it are taken before the others. */
    readonly first?: string;
    /** Cause of the last failure, in words without personal data. */
    readonly failure?: string;
  };
  /** Columns that people who look after given-up rows may see; nothing of a person but their number. */
  readonly about?: {
    readonly beganAt: string;
    readonly country: string;
    readonly customerId: string;
    readonly shown: string;
  };
  /** True of a row that still has something to be done. */
  readonly isOpen: RawBuilder<unknown>;
  readonly policy: RowPolicy;
}

/** Lease of a claimed row without a sign of life, seconds: a killed worker's rows come back after it. */
export const leaseSeconds = 15;

/**
 * Takes up to `count` due rows, those that go first and then the oldest; those that another worker is taking are left to it.
 * @param where narrows the rows of the queue
 */
export async function claimRows(
  db: Database,
  { table, columns, isOpen }: RowQueue,
  where: RawBuilder<unknown>,
  count: number,
): Promise<readonly number[]> {
  const [id, dueAt, tries] = [sql.ref(columns.id), sql.ref(columns.dueAt), sql.ref(columns.tries)];
  const order = columns.first === undefined ? dueAt : sql`${sql.ref(columns.first)} desc, ${dueAt}`;
  const { rows } = await sql<{ id: number }>`
    with due as materialized (
      select ${id} as due_id from ${sql.table(table)}
      where ${isOpen} and ${where} and ${dueAt} <= now()
      order by ${order} limit ${count} for no key update skip locked
    )
    update ${sql.table(table)}
    set ${dueAt} = now() + make_interval(secs => ${leaseSeconds}), ${tries} = ${tries} + 1
    from due where ${id} = due_id
    returning ${id} as id
  `.execute(db);
  return rows.map((row) => row.id);
}

/**
 * For each runner, whether it has a due row; one statement, without a lock. A row just locked by another
 * worker counts.
 */
export async function areDue(
  db: Database,
  asked: readonly { readonly queue: RowQueue; readonly where: RawBuilder<unknown> }[],
): Promise<readonly boolean[]> {
  const looks = asked.map(({ queue: { table, columns, isOpen }, where }) => {
    const dueAt = sql.ref(columns.dueAt);
    // Ordered as a claim is, so that it is found by the same index.
    return sql`(
      select true from ${sql.table(table)} where ${isOpen} and ${where} and ${dueAt} <= now()
      order by ${dueAt} limit 1
    ) is not null`;
  });
  const { rows } = await sql<{ due: boolean[] }>`select array[${sql.join(looks)}]::boolean[] as due`.execute(
    db,
  );
  return rows[0]?.due ?? [];
}

/**
 * Keeps claimed rows for another lease; one that was given a later time meanwhile keeps that. One that its run has
 * locked is left out: it cannot be claimed now, and the run may be about to give it a time of its own.
 */
export async function renewLeases(
  db: Database,
  { table, columns, isOpen }: RowQueue,
  ids: readonly number[],
) {
  const dueAt = sql.ref(columns.dueAt);
  const id = sql.ref(columns.id);
  await sql`
    with held as materialized (
      select ${id} as held_id from ${sql.table(table)}
      where ${id} = any(${ids}::bigint[]) and ${isOpen}
        and ${dueAt} < now() + make_interval(secs => ${leaseSeconds})
      for no key update skip locked
    )
    update ${sql.table(table)} set ${dueAt} = now() + make_interval(secs => ${leaseSeconds})
    from held where ${id} = held_id
  `.execute(db);
}

/** Has a failed row tried again later, or gives it up after its last try. */
export async function postponeRow(
  db: Database,
  { table, columns, isOpen, policy }: RowQueue,
  id: number,
  cause: unknown = '',
) {
  const tries = sql.ref(columns.tries);
  // From half of the delay to all of it: rows that failed together do not come back together.
  const again = sql`now() + make_interval(secs =>
    least(${policy.retryDelayMaxSeconds}::float8, ${policy.retryDelaySeconds}::float8 * 2 ^ least(${tries} - 1, 30))
      * (0.5 + random() / 2))`;
  const { maxTries } = policy;
  const isLast = maxTries === undefined ? sql`false` : sql`${tries} >= ${maxTries}`;
  const givenUp = columns.givenUpAt
    ? sql`, ${sql.ref(columns.givenUpAt)} = case when ${isLast} then now() end`
    : sql``;
  const failure = columns.failure ? sql`, ${sql.ref(columns.failure)} = ${plainText(String(cause))}` : sql``;
  await sql`
    update ${sql.table(table)}
    set ${sql.ref(columns.dueAt)} = case when ${isLast} then null else ${again} end ${givenUp} ${failure}
    where ${sql.ref(columns.id)} = ${id} and ${isOpen}
  `.execute(db);
}

export const replayDays = 7;

/**
 * Makes the rows that were given up in the last week due once more, with all of their tries.
 * @param id of one of them
 * @returns how many
 */
export async function replayRows(db: Queryable, { table, columns }: RowQueue, id?: number): Promise<number> {
  if (columns.givenUpAt === undefined) return 0;
  const givenUpAt = sql.ref(columns.givenUpAt);
  const which = id === undefined ? sql`true` : sql`${sql.ref(columns.id)} = ${id}`;
  const { numAffectedRows } = await sql`
    update ${sql.table(table)}
    set ${sql.ref(columns.dueAt)} = now(), ${sql.ref(columns.tries)} = 0, ${givenUpAt} = null
    where ${givenUpAt} > now() - make_interval(days => ${replayDays}) and ${which}
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** A row that was given up is not to be tried any more. @returns whether there was one */
export async function dropRow(tx: Tx, { table, columns }: RowQueue, id: number): Promise<boolean> {
  if (columns.givenUpAt === undefined) return false;
  const givenUpAt = sql.ref(columns.givenUpAt);
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${givenUpAt} = null
    where ${sql.ref(columns.id)} = ${id} and ${givenUpAt} is not null
  `.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}
