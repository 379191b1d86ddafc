import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { Batches, type DriverClient } from './batches.ts';

/**
 * Largest number of named statements. A process uses a few hundred statement texts; if texts were ever
 * generated, later ones would simply stay unnamed.
 */
const maxNames = 1_000;
/**
 * Statements with more values stay unnamed: inserts of many rows have a text per number of rows, and their
 * stored plans would only take memory.
 */
const maxNamedValues = 128;
const names = new Map<string, string | undefined>();

/** `select *`, `select "table".*`, `returning *`: a migration changes their columns. */
const givesWhateverThereIs = /^\s*select (distinct )?\*|"\.\*|returning \*/i;

/**
 * Name of a statement's plan in PostgreSQL, equal on every connection and in every process, since a pooler
 * shares connections. Undefined for statements if a migration can change their columns under a running
 * process: a stored plan would then fail.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.has(text)) return known;
  const name = givesWhateverThereIs.test(text) ? undefined : nameFrom(text);
  if (names.size < maxNames) names.set(text, name);
  return name;
}

/** 120 bits of the text's digest, so that names do not collide. */
function nameFrom(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 20);
}

/**
 * Matches statements that only read. Safe here because no function writes and all locks end with their
 * transaction.
 */
const readsOnly = /^\s*select\b/i;

/** Driver's private function that sends one protocol message. */
const sendsMessage = '_send';

/** Driver's connection to the socket, which its types omit. */
interface Wire extends DriverClient {
  readonly connection: DriverClient['connection'] & {
    readonly stream: Duplex;
    [sendsMessage]: (message: Buffer) => boolean;
  };
}

/** Client options with PostgreSQL's statement timeout in milliseconds; 0 for none. */
export interface PreparedClientConfig extends pg.ClientConfig {
  readonly longestStatementMs?: number;
}

/** Network time allowed beyond the statement timeout before a response counts as lost, milliseconds. */
const graceMs = 1_000;
/** Timeout for closing a connection, milliseconds. */
const goodbyeMs = 1_000;

/** The database sent nothing for longer than a statement may take: query or response was lost. */
export class SilentDatabaseError extends Error {
  override readonly name = 'SilentDatabaseError';
}

/**
 * Connection that prepares statements with parameters, so that PostgreSQL parses and plans each only once, which is
 * about half of its cost for a short statement, and that sends the statements of one turn of the event loop in one
 * write, because passing bytes to the kernel is the most expensive part of a short statement here.
 *
 * Waits for a response one second longer than PostgreSQL's statement timeout, then fails all its statements and
 * closes: a connection can lose bytes without being closed, and no error would ever arrive.
 */
export class PreparedClient extends pg.Client {
  /** Messages to send at the end of this turn of the event loop; undefined if there are none. */
  #held: Buffer[] | undefined;
  #silence: NodeJS.Timeout | undefined;
  /** Statements waiting for the response to BEGIN, in order; undefined if no BEGIN is pending. */
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
    // The driver fails all pending statements and accepts no more; the pool then replaces the connection.
    connection.emit('error', reason);
    connection.stream.destroy();
  }

  /** Closes the connection if a transaction is still open on it. */
  breakOffUnlessIdle(): void {
    const status = this.getTransactionStatus();
    if (status === 'T' || status === 'E') this.#breakOff(new Error('a transaction was left open'));
  }

  /** Closes the connection, waiting at most a second. */
  override end(...asked: unknown[]): never {
    const timer = setTimeout(() => this.#wire.connection.stream.destroy(), goodbyeMs).unref();
    this.once('end', () => clearTimeout(timer));
    const [callback] = asked as [() => void];
    return super.end(callback) as never;
  }

  override query(...asked: unknown[]): never {
    const waiting = this.#behindBegin;
    // Delays writes until BEGIN succeeds: sent behind a failed BEGIN, a write would commit on its own. Reads
    // are harmless.
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
        // Statements already sent behind it ran outside a transaction, so the connection must not be reused.
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

  /** Untyped, because the driver's dozen overloads have no common type; callers see the overloads. */
  #plainly(...asked: unknown[]): unknown {
    const [config, values, callback] = asked as [string, unknown[], () => void];
    return super.query(config, values, callback);
  }

  /**
   * Collects messages: one buffer costs the kernel, the runtime and PostgreSQL less than five messages per
   * statement.
   */
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

/** Checks whether a statement has parameters, or begins or commits a transaction. */
function isBatched(text: string, values: unknown): values is unknown[] {
  return Array.isArray(values) && (values.length > 0 || text === 'begin' || text === 'commit');
}
