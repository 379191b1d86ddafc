import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { recordOpening } from '../../staff/actions/service.ts';
import { isOwnRecord } from '../../staff/own-records/service.ts';
import { workLine, type WorkSource } from '../../staff/worklist/service.ts';
import { aboutMatch } from './commands.ts';
import { matchCounts, matchesPage, wholeMatch } from './list.ts';

const seenKey = 'GET /api/staff/screening/{id}';

/** Matches that wait for a person. */
export function screeningWork({ db }: Pick<Dependencies, 'db'>): WorkSource {
  return {
    lines: ['matches'],
    read: async (staff) => workLine('matches', { count: (await matchCounts(db, staff)).waiting }),
  };
}

/** Staff reads of possible matches (docs/console.md#coincidencias). */
export function screeningRoutes({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Route[] {
  return [
    route('GET /api/staff/screening', async (call) => ok(await matchesPage(db, staffOf(call), call.query))),
    route(seenKey, async (call) => {
      const staff = staffOf(call);
      const result = await wholeMatch(db, call.params.id);
      if (!result || !staff.countries.includes(result.country)) return fail('not_found');
      const customerId = Number(result.customer);
      if (await isOwnRecord(db, staff.staffId, customerId)) return fail('own_record');
      const facts = aboutMatch({ id: call.params.id, customer_id: customerId, country: result.country });
      const isRecorded = await recordOpening(db, call, seenKey, facts, clock.now());
      return isRecorded ? ok({ result }) : fail('daily_limit');
    }),
  ];
}
