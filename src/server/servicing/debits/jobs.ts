import type { CountryCode } from '../../../countries/countries.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { DailyJob } from '../../platform/work/daily.ts';
import { announceDebits, announcementsName } from './announce.ts';
import { attemptDebits, attemptDue, debitsName } from './attempt.ts';

/**
 * Announcements run first, so that a debit with a missed announcement is announced before it is attempted.
 */
export function debitDays(deps: Dependencies): DailyJob[] {
  /** Runs of this process by country, because the gateway's concurrency limit is per process. */
  const here = new Map<CountryCode, Promise<void>>();
  const alone = async (country: CountryCode, work: () => Promise<void>): Promise<void> => {
    const part = work().finally(() => here.delete(country));
    here.set(country, part);
    await part;
  };
  return [
    { name: announcementsName, run: (day) => announceDebits(deps, day) },
    {
      name: debitsName,
      after: announcementsName,
      async run(day) {
        // A process that helped in a killed worker's run may take over that run.
        await here.get(day.country)?.catch(() => undefined);
        await alone(day.country, () => attemptDebits(deps, day));
      },
      async join(day, isStopped) {
        if (!here.has(day.country)) await alone(day.country, () => attemptDue(deps, day, isStopped));
      },
    },
  ];
}
