import { sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import type { RowWork } from '../platform/work/dispatcher.ts';
import type { JobKind } from '../platform/work/jobs.ts';
import type { RowQueue } from '../platform/work/row-queue.ts';
import { askForCharge } from './charge.ts';
import type { ChargePurposes } from './purposes.ts';

/** Charges without a final word, and those that are missing. */
export const chargeRows: RowQueue = {
  name: 'charge',
  table: 'card_charge',
  columns: { id: 'id', dueAt: 'due_at', tries: 'tries' },
  isOpen: sql`state in ('sent', 'missing')`,
  policy: {
    // The gateway may be away for hours; it is asked for ever, an hour apart at last.
    retryDelaySeconds: 10,
    retryDelayMaxSeconds: 3600,
    // Two questions and a charge at the gateway's own time limit.
    timeLimitSeconds: 90,
  },
};

export function chargeWork(deps: Dependencies, purposes: ChargePurposes): RowWork {
  return {
    queue: chargeRows,
    pools: [
      // A person waits for the result; after an outage of the gateway a day's debits query as well.
      { where: sql`purpose = 'payment'`, concurrency: 16 },
      { where: sql`purpose <> 'payment'`, concurrency: 32 },
    ],
    run: (id) => askForCharge(deps, purposes, id),
  };
}

/**
 * Jobs that processes of the release before 0037 still write: the rows say when they are due, so the jobs only have to
 * go. To be dropped a release later.
 */
export const formerChargeJobs: readonly JobKind<never>[] = ['card-charge', 'instalment-debit'].map(
  (name) => ({
    name,
    policy: { retryLimit: 1, retryDelaySeconds: 10, retryDelayMaxSeconds: 10, expireSeconds: 60 },
    run: () => Promise.resolve(),
  }),
);
