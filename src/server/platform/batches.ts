import type { EventEmitter } from 'node:events';
import pg from 'pg';

/** Type bytes of the protocol's messages. */
const kinds = { describe: 0x44, execute: 0x45, sync: 0x53 };

/** The driver's form of a result's column description. */
interface Columns {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/** The driver's names of its own parts. */
const [result, keepsRows, active, behind] = [
  '_result',
  '_accumulateRows',
  '_activeQuery',
  '_sentQueryQueue',
] as const;

/** A statement of the driver, with what its types leave out. */
interface DriverQuery {
  name?: string;
  readonly [result]: object;
  [keepsRows]: boolean;
  callback: (error: Error | null, columns: Columns) => void;
  handleError(error: Error): void;
}

/** The driver's client, with what its types leave out. */
export interface DriverClient {
  readonly connection: EventEmitter & { readonly submittedNamedStatements: Record<string, string> };
  /** The statement awaiting its answer, then those sent after it. */
  readonly [active]: object | null;
  readonly [behind]: object[];
}

/** A statement as it is asked. */
interface Asked {
  readonly text: string;
  readonly values: unknown[];
  /** Name of the plan in PostgreSQL; undefined for a statement with columns that may change. */
  readonly name: string | undefined;
}

/** A statement that may share its Sync with those that follow it. */
class BatchedQuery extends pg.Query {
  /** The last of its batch: a Sync follows, which PostgreSQL answers by saying that it is ready. */
  isLast = true;

  get driven(): DriverQuery {
    return this as object as DriverQuery;
  }
}

/**
 * Sends the statements issued in one turn of the event loop with one Sync, at their end: at each Sync
 * PostgreSQL hands its answers so far to the kernel. When one fails PostgreSQL skips the rest of its batch,
 * which fails for the same reason. The columns of a named statement cannot change, so each connection asks
 * for them once.
 */
export class Batches {
  readonly #client: DriverClient;
  readonly #columns = new Map<string, Columns>();
  #isInTransaction = false;
  /** The batched statement that was asked last. */
  #last: BatchedQuery | undefined;

  constructor(client: DriverClient) {
    this.#client = client;
    // The driver listens by then, and the first statement comes later.
    client.connection.once('readyForQuery', () => this.#listen());
  }

  #listen(): void {
    const { connection } = this.#client;
    let failed: object | null = null;
    // The driver forgets the statement when it hears of its failure.
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
      // PostgreSQL has not read its text either.
      if (driven.name !== undefined) delete connection.submittedNamedStatements[driven.name];
      driven.handleError(error);
    }
  }

  /**
   * Sends a statement with the messages of this turn.
   * @param held messages of this turn; the driver adds those of the statement
   * @param submit hands the statement to the driver
   */
  ask(held: Buffer[], { text, values, name }: Asked, submit: (query: pg.Query) => void): Promise<unknown> {
    // Objects given to the driver are copied property by property, so the name is set afterwards.
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

  /** A statement is sent that is no part of a batch. */
  interrupt(text: unknown): void {
    this.#last = undefined;
    if (text === 'rollback') this.#isInTransaction = false;
  }
}

function endsBatch(held: readonly Buffer[]): boolean {
  return held.at(-1)?.[0] === kinds.sync && held.at(-2)?.[0] === kinds.execute;
}

/** Takes the question for a statement's columns out of its messages. */
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
    // After a failure the driver may call once more, with an answer that there is not.
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
    // Replaces the stack with the caller's, as the driver does: the network read's stack says nothing.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
