import { WORK_COUNTED } from '../../../contract/staff/worklist.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route, type StaffIdentity } from '../../platform/http/route.ts';
import { workLine, type WorkSource } from '../../staff/worklist/service.ts';
import { requestsPage } from './service.ts';

/** Requests that wait for a decision, and those that are overdue or due soon. */
export function requestWork(deps: Pick<Dependencies, 'db' | 'holidays'>): WorkSource {
  const read = async (countries: StaffIdentity['countries'], due: '1' | undefined, now: Date) => {
    const { result } = await requestsPage(
      deps.db,
      countries,
      { due, size: WORK_COUNTED + 1 },
      { now, holidays: deps.holidays },
    );
    return { count: result.length, oldestAt: result[0]?.requested_at };
  };
  return {
    lines: ['requests', 'requests-due'],
    async read({ countries }, now) {
      const [all, due] = await Promise.all([read(countries, undefined, now), read(countries, '1', now)]);
      return [...workLine('requests-due', due), ...workLine('requests', all)];
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
