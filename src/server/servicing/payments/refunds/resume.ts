import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import type { JobSender } from '../../../platform/work/jobs.ts';
import { refundRows } from './begin.ts';

/** Makes refunds with news due now, like payouts. */
export async function resumeRefunds(tx: Tx, jobs: JobSender, references: readonly string[]): Promise<void> {
  await tx
    .updateTable('credit_refund')
    .set({ due_at: sql<Date>`now()`, tries: 0 })
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .where('state', 'in', ['sent', 'unknown'])
    .execute();
  jobs.wake(tx, refundRows.name);
}
