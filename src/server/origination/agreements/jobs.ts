import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { markDocketWritten } from '../../loans/service.ts';
import type { RowWork } from '../../platform/work/dispatcher.ts';
import { docketRows } from './service.ts';
import { writeDocket } from './write-docket.ts';

/** PDF rendering uses one thread; the next document is rendered while another is stored. */
const concurrency = 3;

export function docketWork(deps: Dependencies): RowWork {
  return {
    queue: docketRows,
    pools: [{ where: sql`true`, concurrency }],
    async run(loanId) {
      await writeDocket(deps, loanId);
      await markDocketWritten(deps.db, loanId);
    },
  };
}
