import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresDialect,
  Transaction,
  type DatabaseConnection,
} from 'kysely';
import pg from 'pg';
import type { DB } from './database-types.ts';
import { within } from './work/within.ts';
import { PreparedClient, type PreparedClientConfig } from './prepared-client.ts';

interface PoolUse {
  connect(): Promise<pg.PoolClient>;
  /** Longest current wait for a connection, milliseconds. */
  longestWaitMs(): number;
  /** Number of callers that hold a connection or wait for one. */
  callers(): number;
  /** Total time that connections have been checked out so far, milliseconds. */
  lentMs(): number;
}

/** Records waits for connections and how long they are checked out. */
function watchPool(pool: pg.Pool): PoolUse {
  const waits = new Set<{ readonly since: number }>();
  let lent = 0;
  let sum = 0;
  let summedAt = performance.now();
  const lentMs = () => {
    const now = performance.now();
    sum += lent * (now - summedAt);
    summedAt = now;
    return sum;
  };
  const change = (by: number) => {
    lentMs();
    lent += by;
  };
  pool.on('acquire', () => change(1));
  pool.on('release', () => change(-1));
  return {
    async connect() {
      const wait = { since: performance.now() };
      waits.add(wait);
      try {
        return await pool.connect();
      } finally {
        waits.delete(wait);
      }
    },
    // A Set iterates in insertion order, so the first has waited longest.
    longestWaitMs: () => performance.now() - (waits.values().next().value?.since ?? performance.now()),
    callers: () => waits.size + lent,
    lentMs,
  };
}

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;
/** Database or transaction, for queries that run on either. */
export type Queryable = Database | Tx;

const int8 = 20;
const date = 1082;

const types = new pg.TypeOverrides();
// Identifiers and amounts in centavos are far below the largest safe integer. A larger value must fail the
// query instead of being rounded.
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

/**
 * Session settings of every connection. A response promises durability, so the commit waits for the disk and
 * for a synchronous standby, even if the database or role defaults to less
 * (docs/security.md#durable-commits). A stuck transaction loses its locks after ten minutes, far longer than
 * any work takes (PostgreSQL 17 or later). Stricter settings are left alone.
 */
const firstStatements = `
  select set_config('synchronous_commit', 'on', false)
    where current_setting('synchronous_commit') in ('off', 'local');
  select set_config('transaction_timeout', '10min', false)
    where current_setting('transaction_timeout', true) = '0'`;

/** Timeout for opening a connection or getting one from the pool, milliseconds. */
const connectTimeoutMs = 5_000;
/**
 * Default statement timeout, seconds. Statements of calls take milliseconds and batches work page by page, so
 * a longer one means a lost response, which blocks its callers until the timeout.
 */
const usualStatementSeconds = 5;

/** Thrown if a pooler lacks the settings that the product applies to its own connections. */
export class PoolerError extends Error {}

/**
 * Settings that a pooler has to provide (docs/operations.md#pgbouncer): its server connections are shared, so
 * session settings of a client would not last.
 */
const poolerSettings = `select
  current_setting('synchronous_commit') not in ('off', 'local') as "isDurable",
  current_setting('statement_timeout') <> '0' and current_setting('idle_in_transaction_session_timeout') <> '0' as "isBounded"`;

async function requirePooler(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isDurable: boolean; isBounded: boolean }>(poolerSettings);
  if (!rows[0]?.isDurable) throw new PoolerError('The pooler must set synchronous_commit to on.');
  if (!rows[0].isBounded)
    throw new PoolerError('The pooler must set statement_timeout and idle_in_transaction_session_timeout.');
}

/** Session settings of connections without a pooler, in milliseconds. */
const sessionOf = (statementMs: number) => ({
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: 30_000,
});

/** Called after each statement with its text, which contains no bound values, and its duration. */
type OnStatement = (text: string, ms: number, isFailed: boolean) => void;

/**
 * Opens a connection pool. Its size, the wait for a connection and the duration of a statement are bounded. A
 * connection that has not responded one second after the statement timeout is closed and replaced (see {@link
 * PreparedClient}).
 * @param isPooled whether the address is a pooler in transaction mode
 */
export function openDatabase(
  url: string,
  poolSize: number,
  statementSeconds = usualStatementSeconds,
  isPooled = false,
  onStatement?: OnStatement,
): DatabaseHandle {
  const statementMs = statementSeconds * 1_000;
  const options: pg.PoolConfig & PreparedClientConfig = {
    connectionString: url,
    max: poolSize,
    Client: PreparedClient,
    // The pool awaits it, although its type does not say so: nothing may be committed on a connection without these
    // settings, so the connection is closed if they fail.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: async (client) => {
      const prepare = () => (isPooled ? requirePooler(client) : client.query(firstStatements));
      if (!(await within(2_000, prepare))) throw new Error('no answer from the database');
    },
    // Statements of a transaction that do not depend on each other are pipelined: see transaction().
    pipeline: true,
    types,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    longestStatementMs: statementMs,
    ...(isPooled ? {} : sessionOf(statementMs)),
    application_name: 'cuota',
  };
  const pool = new pg.Pool(options);
  // The pool replaces a connection that breaks while idle; the next query opens a new one.
  pool.on('error', () => undefined);
  // A failed rollback leaves a transaction open; the statements of the next one would run in it and never be
  // committed.
  pool.on('release', (_error, client) => {
    if (client instanceof PreparedClient) client.breakOffUnlessIdle();
  });
  pool.on('connect', (client) => {
    // A breaking connection fails its statement anyway; without a listener the event would end the process.
    client.on('error', () => undefined);
  });
  const use = watchPool(pool);
  const watched = { connect: () => use.connect(), end: () => pool.end(), options: pool.options };
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: watched }),
    ...(onStatement && {
      log: ({ level, query, queryDurationMillis }) =>
        onStatement(query.sql, queryDurationMillis, level === 'error'),
    }),
  });
  uses.set(db, use);
  return { db, pool, close: () => db.destroy() };
}

const uses = new WeakMap<Database, PoolUse>();

export function poolUseOf(db: Database): PoolUse {
  const use = uses.get(db);
  if (!use) throw new Error('not a database of openDatabase()');
  return use;
}

const serializationFailure = '40001';
const deadlock = '40P01';
const failedTransaction = '25P02';
/** Attempts of a transaction. Conflicts are rare, so a fourth in a row has another cause. */
const maxTries = 3;

/** Deferred parts of a transaction: responses awaited with the commit, and actions after it. */
interface Ending {
  readonly answers: Promise<unknown>[];
  readonly acts: (() => void)[];
}

const endings = new WeakMap<Tx, Ending>();

/**
 * Runs `act` after the transaction commits, and only then. A process killed in between never runs it, so
 * nothing may depend on it. Works within {@link transaction} only.
 */
export function afterCommit(tx: Tx, act: () => void): void {
  endings.get(tx)?.acts.push(act);
}

/**
 * Sends a statement without a result and awaits its response with the commit's, to save a round trip. If the
 * statement fails, so does the transaction, with its error. Works within {@link transaction} only.
 */
export function sendStatement(tx: Tx, statement: CompiledQuery): void {
  const ending = endings.get(tx);
  if (!ending) throw new Error('the transaction is over');
  const answer = tx.executeQuery(statement);
  // Awaited at the end of the transaction, possibly after it failed; marked as handled until then.
  answer.catch(() => undefined);
  ending.answers.push(answer);
}

/**
 * Runs a statement without a result: by {@link sendStatement} within a {@link transaction}, otherwise
 * immediately.
 */
export async function write(db: Queryable, statement: CompiledQuery): Promise<void> {
  if (endings.has(db as Tx)) sendStatement(db as Tx, statement);
  else await db.executeQuery(statement);
}

/**
 * Runs a command in one transaction, retried on a serialization failure or deadlock. `work` may run more than
 * once, so it must have no effects besides queries.
 * Statements started together (`Promise.all`) are sent together and run in that order, because a round trip
 * costs more than most statements.
 */
export async function transaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const ending: Ending = { answers: [], acts: [] };
    try {
      const result = await db
        .getExecutor()
        .provideConnection((connection) => runOn(connection, db, work, ending));
      for (const act of ending.acts) act();
      return result;
    } catch (error) {
      const code = sqlStateOf(error);
      if (attempt >= maxTries || (code !== serializationFailure && code !== deadlock)) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 10 + Math.random() * 20));
    }
  }
}

async function runOn<T>(
  connection: DatabaseConnection,
  db: Database,
  work: (tx: Tx) => Promise<T>,
  ending: Ending,
): Promise<T> {
  const { tx, end: endStatements } = transactionOn(connection, db);
  endings.set(tx, ending);
  const end = () => {
    endings.delete(tx);
    endStatements();
  };
  try {
    // BEGIN is not awaited: statements of one connection run in order.
    const [, result] = await Promise.all([connection.executeQuery(begin), work(tx)]);
    end();
    const [{ rows }] = await Promise.all([
      connection.executeQuery<{ command?: string }>(commit),
      ...ending.answers,
    ]);
    // PostgreSQL responds to COMMIT with ROLLBACK if an earlier statement failed.
    if (rows[0]?.command === 'ROLLBACK') throw new Error('a statement of the transaction failed unnoticed');
    return result;
  } catch (error) {
    end();
    await connection.executeQuery(rollback).catch(() => undefined);
    // The first failure has the cause; later statements report only that the transaction was aborted.
    if (sqlStateOf(error) === failedTransaction) await Promise.all(ending.answers);
    throw error;
  }
}

const begin = CompiledQuery.raw('begin');
const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');

const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction uses its own connection')),
});
const props = { config: { dialect }, dialect, driver: new DummyDriver() };

/**
 * Pipelining transaction: Kysely's own waits for each response before it sends the next statement. No
 * statement may start after `end`, because the connection may then serve another caller.
 */
function transactionOn(
  connection: DatabaseConnection,
  db: Database,
): { readonly tx: Tx; readonly end: () => void } {
  let isOver = false;
  const executor = db.getExecutor().withConnectionProvider({
    provideConnection: (consumer) =>
      isOver ? Promise.reject(new Error('the transaction is over')) : consumer(connection),
  });
  return { tx: new Transaction<DB>({ ...props, executor }), end: () => (isOver = true) };
}

/** SQLSTATE of a database error, or undefined. */
function sqlStateOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Checks whether `error` is a violation of the unique index or constraint `name`. */
export function violates(error: unknown, name: string): boolean {
  return (
    sqlStateOf(error) === '23505' &&
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === name
  );
}

/**
 * Checks whether a write failed because the customer was erased in the meantime (trigger `refuse_erased`).
 */
export function isOfErased(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'customer_erased';
}
