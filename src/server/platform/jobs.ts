import { fromKysely, PgBoss } from 'pg-boss';

import type { Logger } from './logger.ts';
import { afterCommit, type Tx } from './database.ts';

/** How a kind of job is retried; each figure is explained where the job is declared. */
export interface JobPolicy {
  readonly retryLimit: number;
  readonly retryDelaySeconds: number;
  readonly retryDelayMaxSeconds: number;
  /** A run longer than this counts as dead. */
  readonly expireSeconds: number;
}

/** A kind of job: its queue, its policy and what a run does. A run must be safe to repeat. */
export interface JobKind<Data extends object> {
  readonly name: string;
  readonly policy: JobPolicy;
  /** Once, when a worker starts: picks up what no job knows of any more. */
  readonly onStart?: () => Promise<void>;
  readonly run: (data: Data) => Promise<void>;
}

/** Enqueues in the business transaction: the job exists exactly when what it belongs to does. */
export interface JobSender {
  send(tx: Tx, name: string, data: object, options?: { afterSeconds?: number }): Promise<void>;
  /** Several of a kind in one statement. */
  sendMany(tx: Tx, name: string, data: readonly object[], options?: { afterSeconds?: number }): Promise<void>;
}

export interface Jobs extends JobSender {
  /** Declares the queues; every process does, so that sending works before a worker runs. */
  declare(kinds: readonly JobKind<never>[]): Promise<void>;
  work(kinds: readonly JobKind<never>[]): Promise<void>;
  /**
   * Runs the jobs of a kind once more that failed for good; kept for a week after their last try.
   * @returns how many
   */
  replay(name: string): Promise<number>;
  stop(): Promise<void>;
}

/** A dead worker's job comes back after two missed heartbeats. */
const heartbeatSeconds = 10;
/** How late a postponed job or a retry may start: workers are told only of jobs that are due at once. */
const pollingIntervalSeconds = 1;

const channel = 'cuota_jobs';
/** Jobs of a kind that one worker process runs at a time. */
const workersPerKind = 2;

/**
 * Tells the workers of every process which queues have a new job, a few at a time. Not within the sender's
 * transaction, as the queue's own notification would be: PostgreSQL lets transactions that notify commit one
 * after the other only, each with its own write to the disk, which cost three quarters of the throughput.
 * A job that nobody was told of is found by polling.
 */
function createBell(db: ReturnType<PgBoss['getDb']>, log: Logger): (name: string) => void {
  const names = new Set<string>();
  let isRinging = false;
  async function ring(): Promise<void> {
    if (isRinging) return;
    isRinging = true;
    try {
      while (names.size > 0) {
        const now = Array.from(names);
        names.clear();
        await db.executeSql('select pg_notify($1, name) from unnest($2::text[]) as name', [channel, now]);
      }
    } catch (error) {
      log.warn({ err: error }, 'workers were not told of a new job');
    } finally {
      isRinging = false;
    }
  }
  return (name) => {
    names.add(name);
    void ring();
  };
}

export async function openJobs(url: string, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'jobs',
    max: 4,
    schedule: false,
    application_name: 'cuota-jobs',
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'));
  await boss.start();
  const db = boss.getDb();
  const bell = createBell(db, log);
  const workers = new Map<string, string[]>();
  let ear: { close(): Promise<void> } | undefined;
  const wake = (ids: readonly string[]) => {
    for (const id of ids) boss.notifyWorker(id);
  };
  return {
    ...senderOf(boss, bell),
    declare: (kinds) => declare(boss, kinds),
    async work(kinds) {
      ear = await db.listen?.(
        channel,
        (name) => wake(workers.get(name) ?? []),
        () => wake(Array.from(workers.values()).flat()),
      );
      for (const kind of kinds) {
        const ids = Array.from({ length: workersPerKind }, () => startWorker(boss, kind, log));
        workers.set(kind.name, await Promise.all(ids));
        await kind.onStart?.();
      }
    },
    async replay(name) {
      const { rows } = await db.executeSql("select id from jobs.job where name = $1 and state = 'failed'", [
        name,
      ]);
      const ids = (rows as readonly { id: string }[]).map(({ id }) => id);
      if (ids.length > 0) await boss.retry(name, ids);
      bell(name);
      return ids.length;
    },
    async stop() {
      await ear?.close();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

const optionsOf = (afterSeconds: number | undefined) =>
  afterSeconds === undefined ? {} : { startAfter: afterSeconds };

function senderOf(boss: PgBoss, bell: (name: string) => void): JobSender {
  const ringFor = (tx: Tx, name: string, afterSeconds: number | undefined) => {
    if (afterSeconds === undefined) afterCommit(tx, () => bell(name));
  };
  return {
    async send(tx, name, data, { afterSeconds } = {}) {
      await boss.send(name, data, { db: fromKysely(tx), ...optionsOf(afterSeconds) });
      ringFor(tx, name, afterSeconds);
    },
    async sendMany(tx, name, data, { afterSeconds } = {}) {
      if (data.length === 0) return;
      const jobs = data.map((each) => ({ data: each, ...optionsOf(afterSeconds) }));
      await boss.insert(name, jobs, { db: fromKysely(tx) });
      ringFor(tx, name, afterSeconds);
    },
  };
}

async function declare(boss: PgBoss, kinds: readonly JobKind<never>[]): Promise<void> {
  for (const { name, policy } of kinds) {
    const options = {
      retryLimit: policy.retryLimit,
      retryDelay: policy.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: policy.retryDelayMaxSeconds,
      expireInSeconds: policy.expireSeconds,
      heartbeatSeconds,
      // See createBell.
      notify: false,
    };
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
  }
}

/** @returns the worker's id */
function startWorker(boss: PgBoss, kind: JobKind<never>, log: Logger): Promise<string> {
  return boss.work<never>(kind.name, { pollingIntervalSeconds, batchSize: 1 }, async ([job]) => {
    if (!job) return;
    try {
      await kind.run(job.data);
    } catch (error) {
      log.error({ err: error, job: kind.name, jobId: job.id }, 'job failed');
      throw error;
    }
  });
}
