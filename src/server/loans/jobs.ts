import { sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import type { RowWork } from '../platform/dispatcher.ts';
import { disbursementMode } from '../sandbox/service.ts';
import { takeStep } from './disbursement.ts';
import { disbursementRows } from './disbursement-queue.ts';

export function disbursementWork(deps: Dependencies): RowWork {
  return {
    queue: disbursementRows,
    pools: [{ where: sql`true`, concurrency: deps.config.PAYOUT_CONCURRENCY }],
    isPaused: async () => deps.config.SANDBOX && (await disbursementMode(deps.db)) === 'manual',
    run: (loanId) => takeStep(deps, loanId),
  };
}
