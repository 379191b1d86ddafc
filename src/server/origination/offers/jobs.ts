import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { JobKind } from '../../platform/work/jobs.ts';
import { renewOfferIfNeeded, renewOfferQueue } from './service.ts';

interface RenewOfferJob {
  readonly customerId: number;
}

export function offerJobs(deps: Dependencies): JobKind<RenewOfferJob>[] {
  return [
    {
      name: renewOfferQueue,
      shown: ['customerId'],
      countryOf: sql`select country from customer where id = (job.data->>'customerId')::bigint`,
      policy: {
        // The next login requests it again, so a longer outage of the bureau loses nothing.
        retryLimit: 3,
        // The person is waiting at the screen.
        retryDelaySeconds: 1,
        retryDelayMaxSeconds: 10,
        // Twice the bureau's timeout.
        expireSeconds: 60,
        concurrency: 8,
      },
      run: ({ customerId }) => renewOfferIfNeeded(deps, customerId),
    },
  ];
}
