import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { isOwnRecord } from '../../staff/own-records/service.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { recordOpening } from '../../staff/actions/service.ts';
import { workLine, type WorkSource } from '../../staff/worklist/service.ts';
import { aboutReview, wholeReview } from './review.ts';
import { reviewCounts, reviewsPage } from './list.ts';

const seenKey = 'GET /api/staff/identity/{id}';

/** Reviews that wait for a person. */
export function identityWork({ db }: Pick<Dependencies, 'db'>): WorkSource {
  return {
    lines: ['identity'],
    read: async (staff) => workLine('identity', { count: (await reviewCounts(db, staff)).waiting }),
  };
}

/** Staff reads of identity reviews (docs/console.md#identidad). */
export function identityRoutes(deps: Dependencies): Route[] {
  const { db, clock } = deps;
  return [
    route('GET /api/staff/identity', async (call) => {
      const staff = staffOf(call);
      const [page, counts] = await Promise.all([
        reviewsPage(db, staff, call.query, clock.now()),
        reviewCounts(db, staff),
      ]);
      return ok({ at: clock.now().toISOString(), ...page, counts });
    }),
    route(seenKey, async (call) => {
      const staff = staffOf(call);
      const found = await wholeReview(db, deps, call.params.id, staff.staffId);
      if (!found || !staff.countries.includes(found.country)) return fail('not_found');
      const { customerId, ...result } = found;
      if (await isOwnRecord(db, staff.staffId, customerId)) return fail('own_record');
      const facts = aboutReview({ id: call.params.id, customer_id: customerId, country: found.country });
      const isRecorded = await recordOpening(db, call, seenKey, facts, clock.now());
      return isRecorded ? ok({ result }) : fail('daily_limit');
    }),
  ];
}
