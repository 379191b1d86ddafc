import type { Dependencies } from '../../dependencies.ts';
import type { DailyJob } from '../../platform/daily.ts';
import type { JobKind } from '../../platform/jobs.ts';
import { announceDebits } from './announce.ts';
import { attemptDebits } from './attempt.ts';
import { askForDebit, debitQueue, resumeDebits, type DebitJob } from './charge.ts';

/** Announcing first: a debit whose announcement was missed is announced before it is attempted. */
export function debitDays(deps: Dependencies): DailyJob[] {
  return [
    { name: 'debit-announcements', run: (day) => announceDebits(deps, day) },
    { name: 'debits', after: 'debit-announcements', run: (day) => attemptDebits(deps, day) },
  ];
}

export function debitJobs(deps: Dependencies): JobKind<DebitJob>[] {
  return [
    {
      name: debitQueue,
      policy: {
        // The gateway may be away for hours: twelve tries, doubling up to an hour, cover most of a day; after
        // the last one the next start of a worker asks again.
        retryLimit: 12,
        retryDelaySeconds: 10,
        retryDelayMaxSeconds: 3600,
        // Two questions and a charge at the gateway's own time limit.
        expireSeconds: 90,
        // After an outage of the gateway all of a day's debits ask; each waits for its answer most of the time.
        concurrency: 32,
      },
      onStart: () => resumeDebits(deps),
      run: ({ debitId }) => askForDebit(deps, debitId),
    },
  ];
}
