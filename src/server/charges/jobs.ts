import { sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import type { RowWork } from '../platform/work/dispatcher.ts';
import type { RowQueue } from '../platform/work/row-queue.ts';
import { askForCharge } from './charge.ts';
import type { ChargePurposes } from './purposes.ts';

/** Charges without a final result, and missing ones. */
export const chargeRows: RowQueue = {
  name: 'charge',
  table: 'card_charge',
  columns: { id: 'id', dueAt: 'due_at', tries: 'tries' },
  isOpen: sql`state in ('sent', 'missing')`,
  policy: {
    // The gateway may be down for hours, so queries continue indefinitely, in the end hourly.
    retryDelaySeconds: 10,
    retryDelayMaxSeconds: 3600,
    // Longest run: two queries and a charge at the gateway's timeout.
    timeLimitSeconds: 90,
  },
};

export function chargeWork(deps: Dependencies, purposes: ChargePurposes): RowWork {
  return {
    queue: chargeRows,
    pools: [
      // Separate pool, because a person waits for the result, while after an outage a day's debits are
      // queried too.
      { where: sql`purpose = 'payment'`, concurrency: 16 },
      { where: sql`purpose <> 'payment'`, concurrency: 32 },
    ],
    run: (id) => askForCharge(deps, purposes, id),
  };
}
