import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import { fromKysely, PgBoss, type Job, type JobResult } from 'pg-boss';
import { afterCommit, type Tx } from '../database.ts';
import { listen, type Listener } from '../listener.ts';
import type { Tracer } from '../log/tracing.ts';
import type { Logger } from '../logger.ts';
import { queueOptions } from './migrate-jobs.ts';
import { within } from './within.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const jobChannel = 'cuota_jobs';
/**
 * Window for new jobs to share a notification, milliseconds, because each is a transaction with its own disk
 * write.
 */
const notifyGapMs = 25;

/**
 * Notifies the workers of all processes about queues with new jobs, a few at a time. Not sent in the sender's
 * transaction, as pg-boss would: PostgreSQL serializes the commits of notifying transactions, each with its
 * own disk write, which cost three quarters of the throughput. Jobs without a notification are found by
 * polling.
 */
function createNotifier(
  db: ReturnType<PgBoss['getDb']>,
  log: Logger,
  isStopped: () => boolean,
): (name: string) => void {
  const names = new Set<string>();
  let isRinging = false;
  async function ring(): Promise<void> {
    if (isRinging) return;
    isRinging = true;
    try {
      while (names.size > 0 && !isStopped()) {
        const now = Array.from(names);
        names.clear();
        await db.executeSql('select pg_notify($1, name) from unnest($2::text[]) as name', [jobChannel, now]);
        await pause(notifyGapMs);
      }
    } catch (error) {
      log.warn({ err: error }, 'workers were not notified of a new job');
    } finally {
      isRinging = false;
    }
  }
  return (name) => {
    names.add(name);
    void ring();
  };
}

/**
 * Longest delay of a postponed job or a retry, milliseconds; workers are notified only of jobs due at once.
 */
const lookEveryMs = 1_000;

/**
 * Checks every second for kinds with a due job, in a single statement. If each worker polled, locking and
 * updating, two per kind would cost an idle process and its database a tenth of a core.
 */
function watchDueKinds(
  db: ReturnType<PgBoss['getDb']>,
  names: readonly string[],
  log: Logger,
  onDue: (name: string) => void,
): { readonly look: () => void; readonly stop: () => Promise<void> } {
  let looking: Promise<void> | undefined;
  const lookNow = async () => {
    try {
      for (const name of await dueAmong(db, names)) onDue(name);
    } catch (error) {
      log.warn({ err: error }, 'looking for due jobs failed');
    } finally {
      looking = undefined;
    }
  };
  const look = () => void (looking ??= lookNow());
  const timer = setInterval(look, lookEveryMs);
  return {
    look,
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

async function dueAmong(
  db: ReturnType<PgBoss['getDb']>,
  names: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await db.executeSql(
    `select kind.name from unnest($1::text[]) as kind (name)
    where exists (
      select from jobs.job
      where job.name = kind.name and state < 'active' and not blocked and start_after <= jobs.job_now()
    )`,
    [names],
  );
  return (rows as readonly { name: string }[]).map(({ name }) => name);
}

export { migrateJobs } from './migrate-jobs.ts';

/** Retry policy of a kind of job; each value is explained where the kind is declared. */
interface JobPolicy {
  readonly retryLimit: number;
  readonly retryDelaySeconds: number;
  readonly retryDelayMaxSeconds: number;
  /** A longer run counts as dead. */
  readonly expireSeconds: number;
  /** Concurrent runs in one worker process; two by default. */
  readonly concurrency?: number;
}

/** Kind of job: its queue, policy and handler. A run must be safe to repeat. */
export interface JobKind<Data extends object> {
  readonly name: string;
  readonly policy: JobPolicy;
  /** Called once when a worker starts, to pick up work that has no job. */
  readonly onStart?: () => Promise<void>;
  /** Concerns money, so that discarding a failed job takes two people. */
  readonly isMoney?: true;
  /** Members of its data shown to operators: ids and names of ours, nothing personal. */
  readonly shown?: readonly (keyof Data & string)[];
  /** Country of a job without one in its data: SQL over `job.data`, its JSON. */
  readonly countryOf?: RawBuilder<unknown>;
  readonly run: (data: Data) => Promise<void>;
}

/** Enqueues within the business transaction, so that the job exists only if that commits. */
export interface JobSender {
  send(tx: Tx, name: string, data: object, options?: { afterSeconds?: number }): Promise<void>;
  sendMany(tx: Tx, name: string, data: readonly object[], options?: { afterSeconds?: number }): Promise<void>;
  /**
   * Notifies workers after the commit that rows of a queue are due; rows without a notification are found by
   * polling.
   */
  wake(tx: Tx, name: string): void;
}

export interface Jobs extends JobSender {
  /** Declares the queues. Every process does so, so that sending works before any worker runs. */
  declare(kinds: readonly JobKind<never>[]): Promise<void>;
  /** @param onWake called with the queue that may have due rows; undefined for any of them */
  work(kinds: readonly JobKind<never>[], onWake: (name?: string) => void): Promise<void>;
  /**
   * Retries the permanently failed jobs of a kind, stored for a week after their last attempt.
   * @returns their number
   */
  replay(name: string): Promise<number>;
  /** Stops taking jobs and waits a limited time for current ones; sending still works. */
  rest(): Promise<void>;
  /** Stops taking jobs, returns unfinished ones to the queue, and closes the connections. */
  stop(): Promise<void>;
}

/** A dead worker's job returns to the queue after two missed heartbeats. */
const heartbeatSeconds = 10;
/** Polling is a fallback: workers are notified of due jobs (createNotifier, watchDueKinds). */
const pollingIntervalSeconds = 60;

const usualConcurrency = 2;
/** Workers per kind. For more concurrency each takes several jobs at a time, because every worker polls separately. */
const maxWorkersPerKind = 2;

/** Bounds every wait for the database: a connection that has not responded by then is replaced. */
const limits = { connectionTimeoutMillis: 5_000, query_timeout: 6_000, keepAlive: true } as const;
/** Longest wait for current jobs when the process stops; then they return to the queue. */
const longestRestMs = 10_000;
/** Longest wait for closing the connections; one may no longer respond. */
const longestStopMs = 2_000;

interface JobOptions {
  /** For notifications, which a pooler does not pass on; defaults to the queue's address. */
  readonly directUrl?: string;
  /** The address is a pooler in transaction mode, which sets the statement timeout itself. */
  readonly isPooled?: boolean;
  /** Adds the enqueuer's trace to jobs. */
  readonly tracer?: Tracer | undefined;
}

/** Opens the queue; its tables must exist (migrate-jobs.ts). */
export async function openJobs(url: string, log: Logger, options: JobOptions = {}): Promise<Jobs> {
  const boss = new PgBoss({
    ...queueOptions,
    connectionString: url,
    max: 4,
    migrate: false,
    ...limits,
    ...(options.isPooled ? {} : { statement_timeout: 5_000 }),
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'));
  await boss.start();
  let isStopped = false;
  const notify = createNotifier(boss.getDb(), log, () => isStopped);
  const kinds = new Map<string, JobKind<never>>();
  const workers = createWorkers(boss, log, options.tracer);
  let listener: Listener | undefined;
  let watch: ReturnType<typeof watchDueKinds> | undefined;
  const endWork = async () => {
    const watchEnded = watch?.stop();
    await listener?.close();
    await Promise.all([watchEnded, workers.stop()]);
  };
  let resting: Promise<unknown> | undefined;
  const rest = () => (resting ??= within(longestRestMs, endWork));
  return {
    ...senderOf(boss, notify, options.tracer),
    declare: (declared) => declare(boss, declared),
    async work(served, onWake) {
      for (const kind of served) kinds.set(kind.name, kind);
      const onDue = (name: string) => {
        const kind = kinds.get(name);
        if (kind) workers.serve(kind);
      };
      const { look } = (watch = watchDueKinds(boss.getDb(), Array.from(kinds.keys()), log, onDue));
      let listening: pg.Client | undefined;
      listener = await listen({
        url: options.directUrl ?? url,
        channel: jobChannel,
        statement: 'listen cuota_jobs',
        log,
        onNotification(name) {
          if (kinds.has(name)) onDue(name);
          else onWake(name);
        },
        async read(client) {
          await client.query('select 1');
          if (client === listening) return;
          // Finds jobs that arrived while nothing was listening.
          listening = client;
          look();
          onWake();
        },
      });
      for (const kind of served) await kind.onStart?.();
    },
    async replay(name) {
      const replayed = await retryFailed(boss, name);
      notify(name);
      return replayed;
    },
    rest: async () => void (await rest()),
    async stop() {
      await rest();
      isStopped = true;
      await within(longestStopMs, () => boss.stop({ graceful: false }));
    },
  };
}

async function retryFailed(boss: PgBoss, name: string): Promise<number> {
  const { rows } = await boss
    .getDb()
    .executeSql("select id from jobs.job where name = $1 and state = 'failed'", [name]);
  const ids = (rows as readonly { id: string }[]).map(({ id }) => id);
  if (ids.length > 0) await boss.retry(name, ids);
  return ids.length;
}

const optionsOf = (afterSeconds: number | undefined) =>
  afterSeconds === undefined ? {} : { startAfter: afterSeconds };

/** Member of a job that holds its trace, next to its data. */
const traceKey = 'traceparent';

function senderOf(boss: PgBoss, notify: (name: string) => void, tracer: Tracer | undefined): JobSender {
  const traced = (data: object) => {
    const trace = tracer?.current();
    return trace === undefined ? data : { ...data, [traceKey]: trace };
  };
  const notifyOf = (tx: Tx, name: string, afterSeconds: number | undefined) => {
    if (afterSeconds === undefined) afterCommit(tx, () => notify(name));
  };
  return {
    async send(tx, name, data, { afterSeconds } = {}) {
      await boss.send(name, traced(data), { db: fromKysely(tx), ...optionsOf(afterSeconds) });
      notifyOf(tx, name, afterSeconds);
    },
    async sendMany(tx, name, data, { afterSeconds } = {}) {
      if (data.length === 0) return;
      const jobs = data.map((each) => ({ data: traced(each), ...optionsOf(afterSeconds) }));
      await boss.insert(name, jobs, { db: fromKysely(tx) });
      notifyOf(tx, name, afterSeconds);
    },
    wake: (tx, name) => notifyOf(tx, name, undefined),
  };
}

async function declare(boss: PgBoss, kinds: readonly JobKind<never>[]): Promise<void> {
  const known = new Map(
    (await boss.getQueues(kinds.map(({ name }) => name))).map((queue) => [queue.name, queue]),
  );
  for (const { name, policy } of kinds) {
    const options = {
      retryLimit: policy.retryLimit,
      retryDelay: policy.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: policy.retryDelayMaxSeconds,
      expireInSeconds: policy.expireSeconds,
      heartbeatSeconds,
      // See createNotifier.
      notify: false,
    };
    const queue = known.get(name);
    if (queue === undefined) await boss.createQueue(name, options);
    else if (isDeepStrictEqual({ ...queue, ...options }, { ...queue })) continue;
    // Also after creating, which keeps a queue that another process created with other options.
    await boss.updateQueue(name, options);
  }
}

/** Starts the workers of a kind with its first due job: each polls, and most kinds have no job for days. */
function createWorkers(boss: PgBoss, log: Logger, tracer: Tracer | undefined) {
  const started = new Map<string, Promise<string[]>>();
  let isStopped = false;
  const serve = async (kind: JobKind<never>) => {
    const ids = started.get(kind.name);
    if (ids) for (const id of await ids) boss.notifyWorker(id);
    else if (!isStopped) {
      const starting = startWorkers(boss, kind, log, tracer);
      started.set(kind.name, starting);
      await starting;
    }
  };
  return {
    /** Lets the workers of a kind look for jobs at once. */
    serve(kind: JobKind<never>): void {
      serve(kind).catch((error: unknown) =>
        log.error({ err: error, job: kind.name }, 'the workers of a kind did not start'),
      );
    },
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(Array.from(started.keys(), (name) => boss.offWork(name)));
    },
  };
}

const concurrencyOf = ({ policy }: JobKind<never>) => policy.concurrency ?? usualConcurrency;
const workersOf = (kind: JobKind<never>) => Math.min(maxWorkersPerKind, concurrencyOf(kind));

function startWorkers(
  boss: PgBoss,
  kind: JobKind<never>,
  log: Logger,
  tracer: Tracer | undefined,
): Promise<string[]> {
  return Promise.all(Array.from({ length: workersOf(kind) }, () => startWorker(boss, kind, log, tracer)));
}

async function startWorker(
  boss: PgBoss,
  kind: JobKind<never>,
  log: Logger,
  tracer: Tracer | undefined,
): Promise<string> {
  const batchSize = Math.ceil(concurrencyOf(kind) / workersOf(kind));
  const id: string = await boss.work<never, JobResult[]>(
    kind.name,
    { pollingIntervalSeconds, batchSize, perJobResults: true },
    async (jobs) => {
      const results = await Promise.all(jobs.map((job) => runJob(kind, job, log, tracer)));
      // There may be more jobs, so it fetches again at once instead of after a second.
      boss.notifyWorker(id);
      return results;
    },
  );
  return id;
}

async function runJob(
  kind: JobKind<never>,
  job: Job<never>,
  log: Logger,
  tracer: Tracer | undefined,
): Promise<JobResult> {
  try {
    const run = () => kind.run(job.data);
    await (tracer ? tracer.job(kind.name, Reflect.get(job.data, traceKey), run) : run());
    return { id: job.id, status: 'completed' };
  } catch (error) {
    log.error({ err: error, job: kind.name, jobId: job.id }, 'job failed');
    return { id: job.id, status: 'failed', output: { message: String(error) } };
  }
}
