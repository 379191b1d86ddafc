import { endDueHolds } from '../../customers/holds/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { resumeHeld } from '../../loans/service.ts';
import { transaction } from '../../platform/database.ts';
import type { DailyJob } from '../../platform/work/daily.ts';

/** Daily job: ends holds after their last day. */
export function holdDays(deps: Pick<Dependencies, 'db' | 'clock' | 'jobs'>): DailyJob[] {
  return [
    {
      name: 'holds-ended',
      async run(day) {
        const customers = await transaction(deps.db, async (tx) => {
          const ended = await endDueHolds(tx, day, deps.clock.now());
          if (ended.length > 0) await resumeHeld(tx, deps, ended);
          return ended;
        });
        return { holds: customers.length };
      },
    },
  ];
}
