import { sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import type { RowWork } from '../platform/work/dispatcher.ts';
import { takeStep } from './payout.ts';
import { payoutRows } from './payout-record.ts';

/** @param isPaused true while the sandbox steps payouts manually */
export function payoutWork(deps: Dependencies, isPaused: () => Promise<boolean>): RowWork {
  return {
    queue: payoutRows,
    pools: [{ where: sql`true`, concurrency: deps.config.PAYOUT_CONCURRENCY }],
    isPaused,
    run: (loanId) => takeStep(deps, loanId),
  };
}
