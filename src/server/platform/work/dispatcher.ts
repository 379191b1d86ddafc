import type { RawBuilder } from 'kysely';
import type { Database } from '../database.ts';
import type { Logger } from '../logger.ts';
import { areDue, claimRows, leaseSeconds, postponeRow, renewLeases, type RowQueue } from './row-queue.ts';
import { within } from './within.ts';

/** Rows of a queue with their own concurrency, so that rows waiting in other pools never delay them. */
interface Pool {
  readonly where: RawBuilder<unknown>;
  readonly concurrency: number;
}

export interface RowWork {
  readonly queue: RowQueue;
  readonly pools: readonly Pool[];
  readonly isPaused?: () => Promise<boolean>;
  /**
   * Must be safe to repeat, and close the row or postpone it: an unchanged row is claimed again when its
   * lease ends. If it throws, the row is retried by the queue's policy.
   */
  readonly run: (id: number) => Promise<void>;
}

const fill = (runners: readonly PoolRunner[]) => runners.forEach((runner) => runner.fill());

export interface Dispatcher {
  /** Looks for due rows of a queue, or of all, at once. */
  readonly wake: (name?: string) => void;
  /**
   * Stops claiming and waits a limited time for current runs; the rest are claimed again when their lease
   * ends.
   */
  stop(): Promise<void>;
}

/** Longest delay of a postponed row, or of one without a notification. */
const pollMs = 1_000;
/** Age at which a run renews its lease, twice before it ends, milliseconds. */
const renewMs = (leaseSeconds * 1_000) / 3;
const longestStopMs = 10_000;

/** Runs due rows with a bounded concurrency per pool; any number of processes share the rows. */
export function startDispatcher(db: Database, log: Logger, works: readonly RowWork[]): Dispatcher {
  const runners = works.flatMap((work) => work.pools.map((pool) => new PoolRunner(db, log, work, pool)));
  let looking: Promise<void> | undefined;
  // One statement for all queues: claiming in each, with its locks and writes, cost an idle worker more than
  // everything else.
  const lookNow = async () => {
    try {
      const due = await areDue(db, runners);
      fill(runners.filter((_runner, index) => due[index]));
    } catch (error) {
      log.warn({ err: error }, 'no work could be claimed');
    } finally {
      looking = undefined;
    }
  };
  const look = () => void (looking ??= lookNow());
  const polling = setInterval(look, pollMs);
  const renewing = setInterval(() => runners.forEach((runner) => runner.renew()), renewMs);
  look();
  return {
    wake: (name) => (name === undefined ? look() : fill(runners.filter((runner) => runner.name === name))),
    async stop() {
      clearInterval(polling);
      await within(longestStopMs, () => Promise.all([looking, ...runners.map((runner) => runner.stop())]));
      clearInterval(renewing);
    },
  };
}

class PoolRunner {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #work: RowWork;
  readonly #pool: Pool;
  readonly #running = new Map<number, { readonly since: number; readonly run: Promise<void> }>();
  #filling: Promise<void> | undefined;
  /** A look was requested while another was in progress. */
  #isAskedAgain = false;
  /** The last look found more rows than there was room for. */
  #hasMore = false;
  #isStopping = false;
  #renewing: Promise<void> = Promise.resolve();

  constructor(db: Database, log: Logger, work: RowWork, pool: Pool) {
    this.#db = db;
    this.#log = log;
    this.#work = work;
    this.#pool = pool;
  }

  get name(): string {
    return this.#work.queue.name;
  }

  get queue(): RowQueue {
    return this.#work.queue;
  }

  get where(): Pool['where'] {
    return this.#pool.where;
  }

  fill(): void {
    if (this.#filling) {
      this.#isAskedAgain = true;
      return;
    }
    this.#filling = this.#claim()
      .catch((error: unknown) => this.#log.warn({ err: error, queue: this.name }, 'no work could be claimed'))
      .finally(() => {
        this.#filling = undefined;
        if (!this.#isAskedAgain) return;
        this.#isAskedAgain = false;
        this.fill();
      });
  }

  async #claim(): Promise<void> {
    const room = this.#pool.concurrency - this.#running.size;
    if (this.#isStopping || room <= 0 || (await this.#work.isPaused?.())) return;
    const ids = await claimRows(this.#db, this.#work.queue, this.#pool.where, room);
    this.#hasMore = ids.length === room;
    // A row with an expired lease may still be running here.
    for (const id of ids) if (!this.#running.has(id)) this.#start(id);
  }

  #start(id: number): void {
    const run = this.#runOne(id).finally(() => {
      this.#running.delete(id);
      if (this.#hasMore) this.fill();
    });
    this.#running.set(id, { since: performance.now(), run });
  }

  async #runOne(id: number): Promise<void> {
    const { queue, run } = this.#work;
    try {
      const limit = queue.policy.timeLimitSeconds;
      if (!(await within(limit * 1_000, () => run(id)))) throw new Error(`it took longer than ${limit} s`);
      // A pending renewal belongs to this run, so it has to finish before the row is stopped or claimed
      // again.
      await this.#renewing;
    } catch (error) {
      this.#log.error({ err: error, job: queue.name, row: id }, 'job failed');
      // A pending renewal must not change the row's time after it was postponed.
      await this.#renewing;
      await postponeRow(this.#db, queue, id, error).catch((cause: unknown) =>
        this.#log.warn(
          { err: cause, job: queue.name, row: id },
          'a failed row was not postponed, so it is retried when its lease ends',
        ),
      );
    }
  }

  renew(): void {
    // Only long runs, because a short one is far from the end of its lease and may be about to postpone its
    // row.
    const before = performance.now() - renewMs;
    const ids = Array.from(this.#running).flatMap(([id, { since }]) => (since < before ? [id] : []));
    if (ids.length === 0) return;
    this.#renewing = renewLeases(this.#db, this.#work.queue, ids).catch((error: unknown) =>
      this.#log.warn({ err: error, queue: this.name }, 'leases were not renewed'),
    );
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#filling;
    await Promise.all(Array.from(this.#running.values(), ({ run }) => run));
  }
}
