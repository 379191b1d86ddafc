import { fromKysely, PgBoss } from 'pg-boss';

import type { Logger } from './logger.ts';
import type { Tx } from './database.ts';

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
}

export interface Jobs extends JobSender {
  /** Declares the queues; every process does, so that sending works before a worker runs. */
  declare(kinds: readonly JobKind<never>[]): Promise<void>;
  work(kinds: readonly JobKind<never>[]): Promise<void>;
  stop(): Promise<void>;
}

/** A dead worker's job comes back after two missed heartbeats. */
const heartbeatSeconds = 10;
/** How late a postponed job or a retry may start: notifications tell only of jobs that are due at once. */
const pollingIntervalSeconds = 1;

export async function openJobs(url: string, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'jobs',
    max: 4,
    useListenNotify: true,
    schedule: false,
    application_name: 'cuota-jobs',
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'));
  await boss.start();
  return {
    async send(tx, name, data, options) {
      await boss.send(name, data, {
        db: fromKysely(tx),
        ...(options?.afterSeconds === undefined ? {} : { startAfter: options.afterSeconds }),
      });
    },
    async declare(kinds) {
      for (const { name, policy } of kinds) {
        const options = {
          retryLimit: policy.retryLimit,
          retryDelay: policy.retryDelaySeconds,
          retryBackoff: true,
          retryDelayMax: policy.retryDelayMaxSeconds,
          expireInSeconds: policy.expireSeconds,
          heartbeatSeconds,
          notify: true,
        };
        await boss.createQueue(name, options);
        await boss.updateQueue(name, options);
      }
    },
    async work(kinds) {
      for (const kind of kinds) {
        await boss.work<never>(
          kind.name,
          {
            pollingIntervalSeconds,
            notifyPollingIntervalSeconds: pollingIntervalSeconds,
            batchSize: 1,
            localConcurrency: 2,
          },
          async ([job]) => {
            if (!job) return;
            try {
              await kind.run(job.data);
            } catch (error) {
              log.error({ err: error, job: kind.name, jobId: job.id }, 'job failed');
              throw error;
            }
          },
        );
        await kind.onStart?.();
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}
