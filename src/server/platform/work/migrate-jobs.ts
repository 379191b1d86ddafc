import { setTimeout as pause } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { Logger } from '../logger.ts';

export const queueOptions = { schema: 'jobs', schedule: false, application_name: 'cuota-jobs' } as const;

/**
 * Index for the list of failed jobs, among all jobs of a week. The existence check takes no lock: `if not
 * exists` alone would wait for every transaction that sends a job, and block all senders. Processes that
 * start together build it once.
 */
export const failedIndex = `do $$
begin
  if to_regclass('jobs.job_failed') is null then
    perform pg_advisory_xact_lock(hashtextextended('job_failed', 0));
    create index if not exists job_failed on jobs.job_common (completed_on) where state = 'failed';
  end if;
end $$`;

/** Updates the queue's tables, as their owner, and waits for the indexes built meanwhile. */
export async function migrateJobs(ownerUrl: string, log: Logger): Promise<void> {
  const boss = new PgBoss({ ...queueOptions, connectionString: ownerUrl, max: 2, supervise: false });
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'));
  await boss.start();
  try {
    for (;;) {
      const states = await boss.getBamStatus();
      if (states.some(({ status }) => status === 'failed'))
        throw new Error('An index of the job queue could not be built: select * from jobs.bam.');
      if (states.every(({ status }) => status === 'completed')) break;
      await pause(500);
    }
    await boss.getDb().executeSql(failedIndex, []);
  } finally {
    await boss.stop();
  }
}
