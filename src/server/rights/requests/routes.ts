import type { Dependencies } from '../../dependencies.ts';
import { ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { requestsPage } from './list.ts';

/** Borrowers' requests that a person decides (docs/console.md#solicitudes). */
export function requestRoutes({ db, clock, holidays }: Dependencies): Route[] {
  return [
    route('GET /api/staff/requests', async (call) =>
      ok(await requestsPage(db, staffOf(call).countries, call.query, { now: clock.now(), holidays })),
    ),
  ];
}
