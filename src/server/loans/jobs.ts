import { sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import type { RowWork } from '../platform/work/dispatcher.ts';
import { takeStep } from './disbursement.ts';
import { disbursementRows } from './disbursement-record.ts';

/** @param isPaused true while the stand-ins are stepped manually */
export function disbursementWork(deps: Dependencies, isPaused: () => Promise<boolean>): RowWork {
  return {
    queue: disbursementRows,
    pools: [{ where: sql`true`, concurrency: deps.config.PAYOUT_CONCURRENCY }],
    isPaused,
    run: (loanId) => takeStep(deps, loanId),
  };
}
