import { localDate } from '../../../countries/local-time.ts';
import { calendarDate } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction } from '../../platform/database.ts';
import { ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { workLine, type WorkSource } from '../../staff/worklist/service.ts';
import { readableCustomer, recordView } from '../customers/service.ts';
import { wholeCase } from './case.ts';
import { collectionFigures } from './figures.ts';
import { countryOfQueue, queuePage } from './list.ts';
import { countCases, type QueueAsked } from './queue.ts';

const pageKey = 'GET /api/staff/customers/{id}/collection';

/** Cases of the person and of today, promises that end today, and those broken yesterday, by country. */
export function collectionWork({ db }: Pick<Dependencies, 'db'>): WorkSource {
  const lines = [
    ['collections-mine', { view: 'mine' }],
    ['collections-today', { view: 'queue' }],
    ['collections-due', { view: 'due' }],
    ['collections-broken', { view: 'broken', since: 'yesterday' }],
  ] as const satisfies readonly (readonly [string, Pick<QueueAsked, 'view' | 'since'>])[];
  return {
    lines: lines.map(([line]) => line),
    async read({ countries, staffId }, now) {
      const shown = await Promise.all(
        countries.flatMap((country) =>
          lines.map(async ([line, view]) => {
            const asked = { country, today: localDate(now, country), now, staffId, ...view };
            return workLine(line, { country, count: await countCases(db, asked) });
          }),
        ),
      );
      return shown.flat();
    },
  };
}

/** Staff reads of Cobranzas (docs/console.md#cobranzas). */
export function collectionRoutes(deps: Dependencies): Route[] {
  const { db, clock } = deps;
  return [
    route('GET /api/staff/collections', async (call) => ok(await queuePage(deps, staffOf(call), call.query))),
    route('GET /api/staff/collections/figures', async (call) => {
      const country = countryOfQueue(staffOf(call), call.query.country);
      if (country === undefined) return ok({ closed_on: '', result: [], refusals: [] });
      const days = call.query.days === '7' ? 7 : 30;
      return ok(await collectionFigures(db, { country, today: localDate(clock.now(), country), days }));
    }),
    route(pageKey, async (call) => {
      const staff = staffOf(call);
      const found = await readableCustomer(db, call.params.id, staff);
      if (!found.ok) return found;
      const customer = found.value;
      const { day } = call.query;
      const { staffId } = staff;
      const result = await transaction(db, (tx) =>
        wholeCase(tx, deps, customer, { staffId, day: day === undefined ? undefined : calendarDate(day) }),
      );
      await recordView(deps, { action: pageKey, staff, origin: call.origin, customer });
      return ok({ result });
    }),
  ];
}
