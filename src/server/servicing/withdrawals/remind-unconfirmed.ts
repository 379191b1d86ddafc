import { localHour } from '../../../countries/local-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction } from '../../platform/database.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import type { Day, DailyJob, DayFigures } from '../../platform/work/daily.ts';
import { pagesById } from '../../platform/work/pages.ts';
import { lockRequest, unconfirmedBefore } from './queries.ts';
import { sendLink } from './request-job.ts';

const batch = 100;

/** Local hour; the link is valid for hours, so it is not sent at night. */
const fromHour = 9;

export function unconfirmedDay(deps: Dependencies): DailyJob {
  return {
    name: 'withdrawal-reminders',
    mayStart: (now, country) => localHour(now, country) >= fromHour,
    run: (day) => remindUnconfirmed(deps, day),
  };
}

/**
 * Reminds customers once, a day after their request, to confirm it, with a new link. Safe to repeat and to
 * run concurrently.
 */
export async function remindUnconfirmed(deps: Dependencies, day: Day): Promise<DayFigures> {
  let requests = 0;
  const now = deps.clock.now();
  const read = (after: number) => unconfirmedBefore(deps.db, day, now, after, batch);
  for await (const ids of pagesById(read, (id) => id))
    for (const id of ids) {
      await transaction(deps.db, async (tx) => {
        const request = await lockRequest(tx, id);
        if (request?.state !== 'received' || request.reminded_at !== null) return;
        await sendLink(tx, deps, request, 'missing', publicUrlOf(deps.config, day.country));
        await tx.updateTable('withdrawal').set({ reminded_at: now }).where('id', '=', id).execute();
      });
      requests += 1;
    }
  return { requests };
}
