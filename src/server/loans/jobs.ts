import type { Dependencies } from '../dependencies.ts';
import type { JobKind } from '../platform/jobs.ts';
import { disbursementMode } from '../sandbox/service.ts';
import { takeStep } from './disbursement.ts';
import { disbursementQueue, type DisbursementJob } from './disbursement-queue.ts';
import { resumeDisbursements } from './service.ts';

export function disbursementJobs(deps: Dependencies): JobKind<never>[] {
  const disburse: JobKind<DisbursementJob> = {
    name: disbursementQueue,
    policy: {
      // A step enqueues its successor before it goes outside, so these only cover a database that was away:
      // ten tries over a quarter of an hour; after that the next start of a worker resumes it.
      retryLimit: 10,
      retryDelaySeconds: 1,
      retryDelayMaxSeconds: 120,
      // Longer than the rail's own time limits together.
      expireSeconds: 120,
    },
    onStart: () => resumeDisbursements(deps),
    async run({ loanId }) {
      if (deps.config.SANDBOX && (await disbursementMode(deps.db)) === 'manual') return;
      await takeStep(deps, loanId);
    },
  };
  return [disburse];
}
