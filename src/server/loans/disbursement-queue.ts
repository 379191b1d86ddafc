import type { JobSender } from '../platform/jobs.ts';
import type { Tx } from '../platform/database.ts';

export const disbursementQueue = 'disburse';

export interface DisbursementJob {
  readonly loanId: number;
}

/** Enqueues the next step of a pay-out, in the transaction that makes it due. */
export function scheduleStep(tx: Tx, jobs: JobSender, loanId: number, afterSeconds: number): Promise<void> {
  return jobs.send(tx, disbursementQueue, { loanId }, afterSeconds > 0 ? { afterSeconds } : {});
}
