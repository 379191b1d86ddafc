import { sql } from 'kysely';
import type { RowQueue } from '../../../platform/work/row-queue.ts';

/** Transfers of credit without a final answer. */
export const refundRows: RowQueue = {
  name: 'credit-refund',
  table: 'credit_refund',
  columns: { id: 'id', dueAt: 'due_at', tries: 'tries' },
  isOpen: sql`state in ('planned', 'sent', 'unknown')`,
  policy: { retryDelaySeconds: 1, retryDelayMaxSeconds: 900, timeLimitSeconds: 120 },
};
