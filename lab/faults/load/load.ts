import { setTimeout as pause } from 'node:timers/promises';
import { confirmation } from '../../bench/applicants.ts';
import { paymentShot, settlementOf } from '../../bench/payments.ts';
import { Wire, type Answer, type Shot } from '../../bench/wire.ts';
import { comesTrue } from '../system/run.ts';
import type { Journal, Wish } from './journal.ts';

/** Clients of each kind. */
const clients = 2;
const thinkMs = 100;
/** Delay before retrying after a retryable answer. */
const againMs = 250;
/** Timeout after which a client drops the connection and retries with the same key. */
const patienceMs = 12_000;
/** Answers with an unknown outcome, or none yet. */
const mayAgain = (status: number, code: string) => status === 0 || status >= 500 || code === 'key_in_flight';

/** Customers who confirm loans and pay instalments over HTTP until stopped, retrying each operation until done. */
export class Load {
  readonly #journal: Journal;
  readonly #port: number;
  readonly #price: number;
  readonly #next = { loan: 1, payment: 1 };
  #isOver = true;
  #patience = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  /** @param price of a portfolio instalment, currency units */
  constructor(journal: Journal, port: number, price: number) {
    this.#journal = journal;
    this.#port = port;
    this.#price = price;
  }

  get journal(): Journal {
    return this.#journal;
  }

  start(): void {
    this.#isOver = false;
    this.#patience = new AbortController();
    this.#running = Promise.all(
      Array.from({ length: clients }, () => Promise.all([this.#confirm(), this.#pay()])),
    );
    // Reported by stop().
    this.#running.catch(() => undefined);
  }

  /** Stops new operations, and retries pending ones for a while. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.race([this.#running, pause(60_000)]);
  }

  /** Abandons pending operations: the server is gone for good. */
  giveUp(): void {
    this.#isOver = true;
    this.#patience.abort();
  }

  /** Waits for the acknowledgement of a request sent after an instant. */
  async flowsAfter(instant: number, limitMs = 60_000): Promise<boolean> {
    return comesTrue(
      () => this.#journal.wishes.some(({ askedAt, doneAt }) => askedAt > instant && doneAt !== undefined),
      limitMs,
    );
  }

  async #confirm(): Promise<void> {
    const caller = new Caller(this.#port, this.#patience.signal);
    while (!this.#isOver && !caller.isGivenUp) {
      // The first applicant's loan is the model of the portfolio.
      const who = (this.#next.loan += 1);
      const wish = this.#journal.begin('loan', who, Date.now());
      const answer = await caller.ask(confirmation(who), wish);
      const { result } = JSON.parse(answer) as { result: { id: string } };
      this.#journal.acknowledge(wish, result.id, Date.now());
      await pause(thinkMs);
    }
    caller.close();
  }

  async #pay(): Promise<void> {
    const caller = new Caller(this.#port, this.#patience.signal);
    while (!this.#isOver && !caller.isGivenUp) {
      const who = (this.#next.payment += 1);
      const wish = this.#journal.begin('payment', who, Date.now());
      const answer = await caller.ask(paymentShot(who, 2, this.#price), wish);
      const { result } = JSON.parse(answer) as { result: { hash: string } };
      await caller.ask(settlementOf(answer), wish);
      this.#journal.acknowledge(wish, result.hash, Date.now());
      await pause(thinkMs);
    }
    caller.close();
  }
}

/** One client's connection. */
class Caller {
  readonly #port: number;
  readonly #patience: AbortSignal;
  #wire: Wire;

  constructor(port: number, patience: AbortSignal) {
    this.#port = port;
    this.#patience = patience;
    this.#wire = new Wire(port);
  }

  /** Retries until done. @throws Error if it is refused for good or the load has stopped */
  async ask(shot: Shot, wish: Wish): Promise<string> {
    for (;;) {
      this.#patience.throwIfAborted();
      const { status, body } = await this.#once(shot);
      if (status === 200) return body;
      const code = /"code":"(?<code>\w+)"/.exec(body)?.groups?.['code'] ?? '';
      wish.failures.push(`${status} ${code}`.trim());
      if (!mayAgain(status, code)) throw new Error(`${shot.path}: ${status} ${body.slice(0, 300)}`);
      await pause(againMs);
    }
  }

  async #once(shot: Shot): Promise<Answer> {
    const wire = this.#wire;
    const late = setTimeout(() => wire.close(), patienceMs);
    try {
      const answer = await wire.ask(shot);
      if (answer.status === 0) this.#anew();
      return answer;
    } catch {
      this.#anew();
      return { status: 0, body: '' };
    } finally {
      clearTimeout(late);
    }
  }

  get isGivenUp(): boolean {
    return this.#patience.aborted;
  }

  #anew(): void {
    this.#wire.close();
    this.#wire = new Wire(this.#port);
  }

  close(): void {
    this.#wire.close();
  }
}
