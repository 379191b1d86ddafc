import { WORK_COUNTED } from '../../../contract/staff/worklist.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route, type StaffIdentity } from '../../platform/http/route.ts';
import { workLine, type WorkSource } from '../../staff/worklist/service.ts';
import { requestsPage } from './service.ts';

/** Requests that wait for a decision: those overdue or due soon, and the others. */
export function requestWork(deps: Pick<Dependencies, 'db' | 'holidays'>): WorkSource {
  const read = async (countries: StaffIdentity['countries'], due: '1' | '0', now: Date) => {
    const { result } = await requestsPage(
      deps.db,
      countries,
      { due, size: WORK_COUNTED + 1 },
      { now, holidays: deps.holidays },
    );
    const days = result.map((each) => each.due).toSorted();
    return { count: result.length, oldestAt: result[0]?.requested_at, day: days[0] };
  };
  return {
    lines: ['requests', 'requests-due'],
    async read({ countries }, now) {
      const [due, others] = await Promise.all([read(countries, '1', now), read(countries, '0', now)]);
      return [...workLine('requests-due', due), ...workLine('requests', others)];
    },
  };
}

/** Borrowers' requests that a person decides (docs/console.md#solicitudes). */
export function requestRoutes({ db, clock, holidays }: Dependencies): Route[] {
  return [
    route('GET /api/staff/requests', async (call) =>
      ok(await requestsPage(db, staffOf(call).countries, call.query, { now: clock.now(), holidays })),
    ),
  ];
}
