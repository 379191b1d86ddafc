import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { JobKind } from '../../platform/work/jobs.ts';
import { rewardFor } from './reward.ts';
import { rewardQueue, type RewardJob } from './schedule.ts';

export function referralJobs(deps: Dependencies): JobKind<never>[] {
  const reward: JobKind<RewardJob> = {
    name: rewardQueue,
    isMoney: true,
    shown: ['loanId'],
    countryOf: sql`select country from loan where id = (job.data->>'loanId')::bigint`,
    policy: {
      // Only the database can fail: an hour of retries outlasts its restart.
      retryLimit: 10,
      retryDelaySeconds: 2,
      retryDelayMaxSeconds: 600,
      // Enough for a few transactions.
      expireSeconds: 60,
    },
    run: (job) => rewardFor(deps, job),
  };
  return [reward];
}
