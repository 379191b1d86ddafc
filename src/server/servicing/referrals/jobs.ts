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
      // Only the database can be in the way: an hour of tries outlasts its restart.
      retryLimit: 10,
      retryDelaySeconds: 2,
      retryDelayMaxSeconds: 600,
      // A few transactions.
      expireSeconds: 60,
    },
    run: (job) => rewardFor(deps, job),
  };
  return [reward];
}
