import type { EventEmitter } from 'node:events';
import pg from 'pg';

/** Message type bytes of the PostgreSQL protocol. */
const kinds = { describe: 0x44, execute: 0x45, sync: 0x53 };

/** Column description of a result, as the driver stores it. */
interface Columns {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/** Private member names of the driver. */
const [result, keepsRows, active, behind] = [
  '_result',
  '_accumulateRows',
  '_activeQuery',
  '_sentQueryQueue',
] as const;

/** The driver's statement, with members that its types omit. */
interface DriverQuery {
  name?: string;
  readonly [result]: object;
  [keepsRows]: boolean;
  callback: (error: Error | null, columns: Columns) => void;
  handleError(error: Error): void;
}

/** The driver's client, with members that its types omit. */
export interface DriverClient {
  readonly connection: EventEmitter & { readonly submittedNamedStatements: Record<string, string> };
  /** Statement awaiting its response, then those sent after it. */
  readonly [active]: object | null;
  readonly [behind]: object[];
}

interface Asked {
  readonly text: string;
  readonly values: unknown[];
  /** Name of the prepared plan; undefined if the statement's columns may change. */
  readonly name: string | undefined;
}

/** Statement that can share its Sync message with the statements after it. */
class BatchedQuery extends pg.Query {
  /** True for the last statement of a batch. A Sync follows it; PostgreSQL responds with ReadyForQuery. */
  isLast = true;

  get driven(): DriverQuery {
    return this as object as DriverQuery;
  }
}

/**
 * Batches the statements issued in one turn of the event loop behind a single Sync, because PostgreSQL
 * flushes its responses to the kernel at each Sync. If one statement fails, PostgreSQL skips the rest of the
 * batch, which fails with the same error. The columns of a named statement cannot change, so each connection
 * requests their description once.
 */
export class Batches {
  readonly #client: DriverClient;
  readonly #columns = new Map<string, Columns>();
  #isInTransaction = false;
  #last: BatchedQuery | undefined;

  constructor(client: DriverClient) {
    this.#client = client;
    // The driver's own listeners exist by then, and no statement has been sent yet.
    client.connection.once('readyForQuery', () => this.#listen());
  }

  #listen(): void {
    const { connection } = this.#client;
    let failed: object | null = null;
    // Prepended, because the driver drops its reference to the statement when it handles the error.
    connection.prependListener('errorMessage', () => (failed = this.#client[active]));
    connection.on('errorMessage', (error: Error) => {
      if (failed instanceof BatchedQuery) this.#failRestOf(failed, error);
    });
    connection.on('commandComplete', () => {
      const query = this.#client[active];
      if (query instanceof BatchedQuery && !query.isLast) connection.emit('readyForQuery', { status: 'T' });
    });
  }

  #failRestOf(failed: BatchedQuery, error: Error): void {
    const { [behind]: waiting, connection } = this.#client;
    for (let query: object | undefined = failed; query instanceof BatchedQuery && !query.isLast;) {
      query = waiting.shift();
      if (!(query instanceof BatchedQuery)) return;
      const { driven } = query;
      // PostgreSQL skipped the parse message too, so the plan does not exist.
      if (driven.name !== undefined) delete connection.submittedNamedStatements[driven.name];
      driven.handleError(error);
    }
  }

  /**
   * Sends a statement together with the other messages of this turn.
   * @param held messages of this turn; the driver appends those of the statement
   * @param submit hands the statement to the driver
   */
  ask(held: Buffer[], { text, values, name }: Asked, submit: (query: pg.Query) => void): Promise<unknown> {
    // The driver copies objects property by property, so the name is set afterwards.
    const query = new BatchedQuery(text, values);
    if (name !== undefined) query.driven.name = name;
    if (this.#isInTransaction && this.#last && endsBatch(held)) {
      held.pop();
      this.#last.isLast = false;
    }
    if (text === 'begin') this.#isInTransaction = true;
    if (text === 'commit') this.#isInTransaction = false;
    this.#last = query;
    const known = name === undefined ? undefined : this.#columns.get(name);
    const answer = answerOf(query, ({ fields, _parsers, _prebuiltEmptyResultObject }) => {
      if (name !== undefined && !known)
        this.#columns.set(name, { fields, _parsers, _prebuiltEmptyResultObject });
    });
    const from = held.length;
    submit(query);
    if (known) dropDescribe(query, known, held, from);
    return answer;
  }

  /** Ends the current batch, because a statement outside of it is being sent. */
  interrupt(text: unknown): void {
    this.#last = undefined;
    if (text === 'rollback') this.#isInTransaction = false;
  }
}

function endsBatch(held: readonly Buffer[]): boolean {
  return held.at(-1)?.[0] === kinds.sync && held.at(-2)?.[0] === kinds.execute;
}

/** Removes the Describe request from a statement's messages. */
function dropDescribe({ driven }: BatchedQuery, known: Columns, held: Buffer[], from: number): void {
  const at = held.findIndex((message, index) => index >= from && message[0] === kinds.describe);
  if (at < 0) return;
  held.splice(at, 1);
  Object.assign(driven[result], known);
  driven[keepsRows] = true;
}

async function answerOf(query: BatchedQuery, onColumns: (columns: Columns) => void): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  let isFailed = false;
  query.driven.callback = (error, answer) => {
    // The driver may call again after a failure, without a result.
    if (isFailed) return;
    isFailed = error !== null;
    if (error) {
      reject(error);
      return;
    }
    onColumns(answer);
    resolve(answer);
  };
  try {
    return await promise;
  } catch (error) {
    // Uses the caller's stack, as the driver does; the stack of the network read is of no help.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
