import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './database-types.ts';

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;
/** What a query needs: the database or a transaction on it. */
export type Queryable = Database | Tx;

const int8 = 20;
const date = 1082;

const types = new pg.TypeOverrides();
// Identifiers and centavos fit a safe integer by far; one that does not must stop the query, never round.
types.setTypeParser(int8, (value: string) => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('int8 out of the safe range');
  return number;
});
types.setTypeParser(date, (value: string) => value);

export interface DatabaseHandle {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens a pool. Bounded in size, in waiting for a connection and in the length of a statement. */
export function openDatabase(url: string, poolSize: number): DatabaseHandle {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'cuota',
  });
  // A connection that breaks while idle is replaced by the pool; the next query opens a new one.
  pool.on('error', () => undefined);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

const serializationFailure = '40001';
const deadlock = '40P01';
/** Three tries: a conflict is rare, and a fourth in a row means something else is wrong. */
const maxTries = 3;

/** What waits for the commit of each transaction under way. */
const waiting = new WeakMap<Tx, (() => void)[]>();

/**
 * Does something once the transaction has been committed, and only then; nothing must depend on it, since a
 * process killed in between never does it. Only for transactions of {@link transaction}.
 */
export function afterCommit(tx: Tx, act: () => void): void {
  waiting.get(tx)?.push(act);
}

/**
 * Runs a command in one transaction, retried on serialization failure and deadlock. The work may run
 * more than once, so it must do nothing but queries.
 */
export async function transaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const acts: (() => void)[] = [];
    try {
      const result = await db.transaction().execute((tx) => {
        waiting.set(tx, acts);
        return work(tx);
      });
      for (const act of acts) act();
      return result;
    } catch (error) {
      const code = sqlStateOf(error);
      if (attempt >= maxTries || (code !== serializationFailure && code !== deadlock)) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 10 + Math.random() * 20));
    }
  }
}

/** The SQLSTATE of a database error, or undefined. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** True when `error` is the violation of the unique index or constraint `name`. */
export function violates(error: unknown, name: string): boolean {
  return (
    sqlStateOf(error) === '23505' &&
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === name
  );
}

/** Takes a transaction-long lock on a name if it is free. */
export async function tryLock(tx: Tx, name: string): Promise<boolean> {
  const result = await tx.executeQuery<{ taken: boolean }>(
    CompiledQuery.raw('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken', [name]),
  );
  return result.rows[0]?.taken === true;
}
