import type { Dependencies } from '../../dependencies.ts';
import { exceptionById } from '../../origination/exceptions/service.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { recordOpening } from '../../staff/actions/service.ts';
import { workLine, type WorkSource } from '../../staff/worklist/service.ts';
import { aboutException, isCloseException } from './applicant.ts';
import { exceptionCard } from './card.ts';
import { exceptionCounts, exceptionsPage } from './list.ts';

const seenKey = 'GET /api/staff/exceptions/{id}';

/** Applications that wait for a person. */
export function exceptionWork({ db }: Pick<Dependencies, 'db'>): WorkSource {
  return {
    lines: ['exceptions'],
    read: async (staff, now) =>
      workLine('exceptions', { count: (await exceptionCounts(db, staff, now)).waiting }),
  };
}

/** Staff reads of exceptions (docs/console.md#excepciones). */
export function exceptionRoutes(deps: Dependencies): Route[] {
  const { db, clock } = deps;
  return [
    route('GET /api/staff/exceptions', async (call) => {
      const staff = staffOf(call);
      const now = clock.now();
      const [page, counts] = await Promise.all([
        exceptionsPage(db, staff, call.query, now),
        exceptionCounts(db, staff, now),
      ]);
      return ok({ at: now.toISOString(), ...page, counts });
    }),
    route(seenKey, async (call) => {
      const staff = staffOf(call);
      const exception = await exceptionById(db, call.params.id);
      if (!exception || !staff.countries.includes(exception.country)) return fail('not_found');
      if (await isCloseException(db, staff.staffId, exception)) return fail('own_record');
      const result = await exceptionCard(db, deps, exception.id, staff.staffId);
      if (!result) return fail('not_found');
      const isRecorded = await recordOpening(db, call, seenKey, aboutException(exception), clock.now());
      return isRecorded ? ok({ result }) : fail('daily_limit');
    }),
  ];
}
