import { sql } from 'kysely';
import type { RowQueue } from '../platform/work/row-queue.ts';

/** Payouts without a final answer; those on hold wait for an operator, others for a look at who asked. */
export const disbursementRows: RowQueue = {
  name: 'disburse',
  table: 'disbursement',
  columns: { id: 'loan_id', dueAt: 'due_at', tries: 'tries' },
  isOpen: sql`state in ('planned', 'sent', 'unknown') and not is_on_hold and not awaits_identity`,
  policy: {
    // A step that fails has met a database that was away: it is tried again for ever, a quarter of an hour apart
    // at last, so that no customer waits for money that is not sent.
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 900,
    // Longer than the rail's own time limits together.
    timeLimitSeconds: 120,
  },
};
