import { sql, type RawBuilder } from 'kysely';
import { plainText } from '../../../contract/error-words.ts';
import type { DB } from '../database-types.ts';
import type { Database, Queryable, Tx } from '../database.ts';

interface RowPolicy {
  /** Attempts after which a row is given up; never if absent. */
  readonly maxTries?: number;
  /** Doubled with each attempt up to the maximum, less a random part of up to half. */
  readonly retryDelaySeconds: number;
  readonly retryDelayMaxSeconds: number;
  /** A longer run counts as failed. */
  readonly timeLimitSeconds: number;
}

/**
 * Table of due work. `dueAt` is the earliest instant to claim a row; claiming moves it to the end of the
 * lease, so that a killed worker's rows become due again.
 */
export interface RowQueue {
  readonly name: string;
  readonly table: keyof DB;
  readonly columns: {
    readonly id: string;
    readonly dueAt: string;
    readonly tries: string;
    /** Time at which a row was given up; required with `maxTries`. */
    readonly givenUpAt?: string;
    /** Boolean column; due rows with true are claimed first. */
    readonly first?: string;
    /** Cause of the last failure, free of personal data. */
    readonly failure?: string;
  };
  /** Columns of given-up rows shown to operators; nothing personal but ids. */
  readonly about?: {
    readonly beganAt: string;
    readonly country: string;
    readonly customerId: string;
    readonly shown: string;
  };
  /** Condition of rows that still have work to do. */
  readonly isOpen: RawBuilder<unknown>;
  readonly policy: RowPolicy;
}

/** Lease of a claimed row, seconds; a killed worker's rows become due again after it. */
export const leaseSeconds = 15;

/** Order in which due rows are claimed. */
function orderOf({ first, dueAt }: RowQueue['columns']): RawBuilder<unknown> {
  return first === undefined ? sql.ref(dueAt) : sql`${sql.ref(first)} desc, ${sql.ref(dueAt)}`;
}

/**
 * Claims up to `count` due rows: those marked `first`, then the oldest. Skips rows that another worker is
 * claiming.
 * @param where restricts the rows of the queue
 */
export async function claimRows(
  db: Database,
  { table, columns, isOpen }: RowQueue,
  where: RawBuilder<unknown>,
  count: number,
): Promise<readonly number[]> {
  const [id, dueAt, tries] = [sql.ref(columns.id), sql.ref(columns.dueAt), sql.ref(columns.tries)];
  const { rows } = await sql<{ id: number }>`
    with due as materialized (
      select ${id} as due_id from ${sql.table(table)}
      where ${isOpen} and ${where} and ${dueAt} <= now()
      order by ${orderOf(columns)} limit ${count} for no key update skip locked
    )
    update ${sql.table(table)}
    set ${dueAt} = now() + make_interval(secs => ${leaseSeconds}), ${tries} = ${tries} + 1
    from due where ${id} = due_id
    returning ${id} as id
  `.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Checks for each runner whether it has a due row, in one statement without locks. A row just locked by
 * another worker counts.
 */
export async function areDue(
  db: Database,
  asked: readonly { readonly queue: RowQueue; readonly where: RawBuilder<unknown> }[],
): Promise<readonly boolean[]> {
  const looks = asked.map(({ queue: { table, columns, isOpen }, where }) => {
    const dueAt = sql.ref(columns.dueAt);
    // Ordered as in a claim, so that the same index is used.
    return sql`(
      select true from ${sql.table(table)} where ${isOpen} and ${where} and ${dueAt} <= now()
      order by ${orderOf(columns)} limit 1
    ) is not null`;
  });
  const { rows } = await sql<{ due: boolean[] }>`select array[${sql.join(looks)}]::boolean[] as due`.execute(
    db,
  );
  return rows[0]?.due ?? [];
}

/**
 * Extends the lease of claimed rows; one that was postponed in the meantime keeps its time. Skips a row
 * locked by its run: it cannot be claimed now, and the run may be about to postpone it.
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

/** Postpones a failed row, or gives it up after its last attempt. */
export async function postponeRow(
  db: Database,
  { table, columns, isOpen, policy }: RowQueue,
  id: number,
  cause: unknown = '',
) {
  const tries = sql.ref(columns.tries);
  // Between half of the delay and all of it, so that rows that failed together are spread out.
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
 * Makes rows given up in the last week due again, with all of their attempts.
 * @param id one row only
 * @returns their number
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

/** Discards a row that was given up. @returns whether there was one */
export async function dropRow(tx: Tx, { table, columns }: RowQueue, id: number): Promise<boolean> {
  if (columns.givenUpAt === undefined) return false;
  const givenUpAt = sql.ref(columns.givenUpAt);
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${givenUpAt} = null
    where ${sql.ref(columns.id)} = ${id} and ${givenUpAt} is not null
  `.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}
