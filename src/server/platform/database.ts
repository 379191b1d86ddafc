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

/** Use of a pool of connections. */
interface PoolUse {
  connect(): Promise<pg.PoolClient>;
  /** Longest current wait for a connection, milliseconds. */
  longestWaitMs(): number;
  /** Number of callers that have a connection or wait for one. */
  callers(): number;
  /** For how long connections have been lent so far, all of them together, milliseconds. */
  lentMs(): number;
}

/** Watches who waits for a connection and for how long connections are lent. */
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
    // The first of the set has waited longest.
    longestWaitMs: () => performance.now() - (waits.values().next().value?.since ?? performance.now()),
    callers: () => waits.size + lent,
    lentMs,
  };
}

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;
/** The database or a transaction on it, for queries that run on either. */
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

/**
 * An answer says that something was kept, so it waits for the disk, and for the standby that there may be, even
 * where a database or role is set to be faster (docs/security.md#durable-commits). A transaction that never ends by
 * itself keeps its locks for ten minutes, far longer than any work takes; PostgreSQL knows that from 17 on. A stricter
 * setting stays.
 */
const firstStatements = `
  select set_config('synchronous_commit', 'on', false)
    where current_setting('synchronous_commit') in ('off', 'local');
  select set_config('transaction_timeout', '10min', false)
    where current_setting('transaction_timeout', true) = '0'`;

/** Limit for opening a connection or getting one from the pool, milliseconds. */
const connectTimeoutMs = 5_000;
/**
 * The longest statement where nothing else is set, seconds: statements of calls take milliseconds and those of
 * batches work through pages, while a connection on which an answer was lost holds up its callers for so long.
 */
const usualStatementSeconds = 5;

/** Thrown when a pooler lacks the settings that the product gives its own connections. */
export class PoolerError extends Error {}

/**
 * Settings required of a pooler (docs/operations.md#pgbouncer): it lends one to many, so nothing that
 * is set by a client stays with it.
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

/** Session settings of each connection without a pooler; milliseconds. */
const sessionOf = (statementMs: number) => ({
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: 30_000,
});

/** Called after each statement, with its text (values are bound and not in it) and how long it took. */
type OnStatement = (text: string, ms: number, isFailed: boolean) => void;

/**
 * Opens a pool. Bounded in size, in waiting for a connection and in the length of a statement; a connection that
 * does not answer a second later than that is given up and replaced (see {@link PreparedClient}).
 * @param isPooled whether a pooler in transaction mode answers at the address
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
    // Waited for although its type says otherwise: without it nothing may be committed on the connection, which is
    // closed when it fails.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: async (client) => {
      const prepare = () => (isPooled ? requirePooler(client) : client.query(firstStatements));
      if (!(await within(2_000, prepare))) throw new Error('no answer from the database');
    },
    // Statements of a transaction that do not need one another's answers travel together: see transaction().
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
  // A connection that breaks while idle is replaced by the pool; the next query opens a new one.
  pool.on('error', () => undefined);
  // A failed rollback leaves a transaction open, and the next one's statements would never be committed.
  pool.on('release', (_error, client) => {
    if (client instanceof PreparedClient) client.breakOffUnlessIdle();
  });
  pool.on('connect', (client) => {
    // A breaking connection also fails its statement; without a listener the event would end the
    // process.
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
/** Three tries: a conflict is rare, and a fourth in a row means something else is wrong. */
const maxTries = 3;

/** Deferred parts of a transaction: answers due before its end, and acts after it. */
interface Ending {
  readonly answers: Promise<unknown>[];
  readonly acts: (() => void)[];
}

const endings = new WeakMap<Tx, Ending>();

/**
 * Does something once the transaction has been committed, and only then; nothing must depend on it, since a
 * process killed in between never does it. Only for transactions of {@link transaction}.
 */
export function afterCommit(tx: Tx, act: () => void): void {
  endings.get(tx)?.acts.push(act);
}

/**
 * Sends a statement without a result: its answer is awaited together with that of the commit, which saves
 * a round trip. When it fails the transaction fails with its error. Only for transactions of {@link transaction}.
 */
export function sendStatement(tx: Tx, statement: CompiledQuery): void {
  const ending = endings.get(tx);
  if (!ending) throw new Error('the transaction is over');
  const answer = tx.executeQuery(statement);
  // Heard when the transaction ends, which may be later than the failure.
  answer.catch(() => undefined);
  ending.answers.push(answer);
}

/** Runs a statement without a result: within a {@link transaction} by {@link sendStatement}, else at once. */
export async function write(db: Queryable, statement: CompiledQuery): Promise<void> {
  if (endings.has(db as Tx)) sendStatement(db as Tx, statement);
  else await db.executeQuery(statement);
}

/**
 * Runs a command in one transaction, retried on serialization failure and deadlock. The work may run
 * more than once, so it must do nothing but queries.
 *
 * Statements started together (`Promise.all`) are sent together and run in that order: a round trip costs
 * more than most statements do.
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
    // Not awaited: anything after it on this connection is answered after it.
    const [, result] = await Promise.all([connection.executeQuery(begin), work(tx)]);
    end();
    const [{ rows }] = await Promise.all([
      connection.executeQuery<{ command?: string }>(commit),
      ...ending.answers,
    ]);
    // PostgreSQL answers COMMIT with ROLLBACK when a statement had failed.
    if (rows[0]?.command === 'ROLLBACK') throw new Error('a statement of the transaction failed unnoticed');
    return result;
  } catch (error) {
    end();
    await connection.executeQuery(rollback).catch(() => undefined);
    // The first failure has the cause; later statements only report that the transaction was broken.
    if (sqlStateOf(error) === failedTransaction) await Promise.all(ending.answers);
    throw error;
  }
}

const begin = CompiledQuery.raw('begin');
const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');

const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has its connection')),
});
const props = { config: { dialect }, dialect, driver: new DummyDriver() };

/**
 * The query builder's own transaction lets one statement start only when the one before was answered; this one
 * hands them all to the driver. After `end` none may start: the connection is another's by then.
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

/** The SQLSTATE of a database error, or undefined. */
function sqlStateOf(error: unknown): string | undefined {
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

/** True when something was written for a customer who had been erased meanwhile (trigger `refuse_erased`). */
export function isOfErased(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'customer_erased';
}
