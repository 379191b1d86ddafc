import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { Batches, type DriverClient } from './batches.ts';

/**
 * Statements are texts of the program, and a process asks a few hundred. Should texts ever be made up, a connection
 * keeps no plan of the later ones.
 */
const maxNames = 1_000;
/** Inserts of many rows have a text for each number of rows: kept plans of them would only take memory. */
const maxNamedValues = 128;
const names = new Map<string, string | undefined>();

/** `select *`, `select "table".*`, `returning *`: their columns change with the next migration. */
const givesWhateverThereIs = /^\s*select (distinct )?\*|"\.\*|returning \*/i;

/**
 * Name of a statement's plan in PostgreSQL: the same on every connection and in every process, since a pooler
 * lends one connection to many. Undefined for statements with columns that a migration may change under a
 * running process: a kept plan would refuse them then.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.has(text)) return known;
  const name = givesWhateverThereIs.test(text) ? undefined : nameFrom(text);
  if (names.size < maxNames) names.set(text, name);
  return name;
}

/** 120 bits of the text's digest: two statements never share a name. */
function nameFrom(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 20);
}

/** Statements that write begin with another word, here: there are no functions that do, and locks end by themselves. */
const readsOnly = /^\s*select\b/i;

/** The driver's name for its function that sends one message of the protocol. */
const sendsMessage = '_send';

/** The driver's connection to the socket, which its types leave out. */
interface Wire extends DriverClient {
  readonly connection: DriverClient['connection'] & {
    readonly stream: Duplex;
    [sendsMessage]: (message: Buffer) => boolean;
  };
}

/** Client options, with PostgreSQL's limit for a statement in milliseconds; 0 for no limit. */
export interface PreparedClientConfig extends pg.ClientConfig {
  readonly longestStatementMs?: number;
}

/** Network time allowed beyond the longest statement before its answer counts as lost, milliseconds. */
const graceMs = 1_000;
/** Time allowed for closing a connection, milliseconds. */
const goodbyeMs = 1_000;

/** The database sent nothing for longer than a statement may take: query or answer was lost on the way. */
export class SilentDatabaseError extends Error {
  override readonly name = 'SilentDatabaseError';
}

/**
 * A connection that has PostgreSQL parse and plan a statement with parameters once and not each time, which
 * is about half the cost of a short statement there, and that sends the statements of one turn of the event
 * loop in one piece: handing bytes to the kernel is the most expensive part of a short statement here.
 *
 * It waits for an answer a second longer than PostgreSQL may take for a statement, and then breaks off with
 * all its statements: a connection can lose bytes without being closed, and no error would ever come.
 */
export class PreparedClient extends pg.Client {
  /** Messages to be sent at the end of this turn of the event loop; undefined when nothing was asked in it. */
  #held: Buffer[] | undefined;
  #silence: NodeJS.Timeout | undefined;
  /** While a BEGIN is not answered: the statements waiting for it, in order. */
  #behindBegin: ((failure?: Error) => void)[] | undefined;

  readonly #longestMs: number;
  readonly #batches: Batches;
  readonly #named = new Set<string>();

  constructor(config?: string | PreparedClientConfig) {
    super(config);
    this.#longestMs = (typeof config === 'object' && config.longestStatementMs) || 0;
    const { connection } = this.#wire;
    this.#batches = new Batches(this.#wire);
    connection.on('readyForQuery', () => this.#silence?.refresh());
    const send = connection[sendsMessage].bind(connection);
    connection[sendsMessage] = (message) => (this.#held ? this.#held.push(message) > 0 : send(message));
    // Everything that was asked is answered.
    this.on('drain', () => this.#stopWaiting());
    this.on('end', () => this.#stopWaiting());
  }

  get #wire(): Wire {
    return this as object as Wire;
  }

  #startWaiting(): void {
    const longest = this.#longestMs;
    if (longest === 0 || this.#silence) return;
    const lost = () =>
      this.#breakOff(new SilentDatabaseError(`no answer from the database within ${longest + graceMs} ms`));
    this.#silence = setTimeout(lost, longest + graceMs).unref();
  }

  #stopWaiting(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
  }

  #breakOff(reason: Error): void {
    const { connection } = this.#wire;
    // The driver fails everything that waits and takes nothing more; the pool then replaces the connection.
    connection.emit('error', reason);
    connection.stream.destroy();
  }

  /** Breaks the connection off when a transaction is still open on it. */
  breakOffUnlessIdle(): void {
    const status = this.getTransactionStatus();
    if (status === 'T' || status === 'E') this.#breakOff(new Error('a transaction was left open'));
  }

  /** Closes the connection, waiting for a second at most. */
  override end(...asked: unknown[]): never {
    const timer = setTimeout(() => this.#wire.connection.stream.destroy(), goodbyeMs).unref();
    this.once('end', () => clearTimeout(timer));
    const [callback] = asked as [() => void];
    return super.end(callback) as never;
  }

  override query(...asked: unknown[]): never {
    const waiting = this.#behindBegin;
    // Sent behind a BEGIN that fails, a statement would be committed on its own. One that only reads may be.
    if (waiting && (waiting.length > 0 || !readsOnly.test(String(asked[0]))))
      return new Promise((resolve, reject) => {
        waiting.push((failure) => (failure ? reject(failure) : resolve(this.#send(asked))));
      }) as never;
    const answer = this.#send(asked);
    if (asked[0] === 'begin') this.#waitForBegin(answer as Promise<unknown>);
    return answer as never;
  }

  #waitForBegin(answer: Promise<unknown>): void {
    const behind: ((failure?: Error) => void)[] = [];
    this.#behindBegin = behind;
    const goOn = (failure?: Error) => {
      this.#behindBegin = undefined;
      for (const each of behind) each(failure);
    };
    answer.then(
      () => goOn(),
      (error: Error) => {
        // Statements sent behind it ran outside a transaction, so the connection must not be used again.
        this.#breakOff(error);
        goOn(error);
      },
    );
  }

  #send(asked: readonly unknown[]): unknown {
    this.#startWaiting();
    const held = this.#holdUntilTurnEnds();
    const [text, values] = asked;
    if (typeof text !== 'string' || !isBatched(text, values)) {
      this.#batches.interrupt(text);
      return this.#plainly(...asked);
    }
    const name = values.length <= maxNamedValues ? this.#nameOf(text) : undefined;
    return this.#batches.ask(held, { text, values, name }, (query) => this.#plainly(query));
  }

  #nameOf(text: string): string | undefined {
    const name = statementName(text);
    if (name === undefined || this.#named.has(name)) return name;
    if (this.#named.size >= maxNames) return undefined;
    this.#named.add(name);
    return name;
  }

  /** The driver has a dozen overloads with no common type; those who call see them. */
  #plainly(...asked: unknown[]): unknown {
    const [config, values, callback] = asked as [string, unknown[], () => void];
    return super.query(config, values, callback);
  }

  /** One buffer costs the kernel, the runtime and PostgreSQL less than its five messages for each statement do. */
  #holdUntilTurnEnds(): Buffer[] {
    if (this.#held) return this.#held;
    const held: Buffer[] = [];
    this.#held = held;
    process.nextTick(() => {
      this.#held = undefined;
      this.#wire.connection[sendsMessage](Buffer.concat(held));
    });
    return held;
  }
}

/** One with parameters, or one that begins or commits a transaction. */
function isBatched(text: string, values: unknown): values is unknown[] {
  return Array.isArray(values) && (values.length > 0 || text === 'begin' || text === 'commit');
}
