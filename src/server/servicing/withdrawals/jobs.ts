import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { JobKind } from '../../platform/work/jobs.ts';
import { requestQueue, notifyRequest, type RequestJob } from './request-job.ts';

export function withdrawalJobs(deps: Dependencies): JobKind<never>[] {
  const tell: JobKind<RequestJob> = {
    name: requestQueue,
    isMoney: true,
    shown: ['withdrawalId', 'requestId'],
    countryOf: sql`select country from withdrawal where id = (job.data->>'withdrawalId')::bigint`,
    policy: {
      // Only our own database is involved, but the law gives a day to respond, so it retries for hours.
      retryLimit: 20,
      retryDelaySeconds: 1,
      retryDelayMaxSeconds: 1800,
      // A few queries; a longer run means that the worker died.
      expireSeconds: 30,
    },
    run: (job) => notifyRequest(deps, job),
  };
  return [tell];
}
