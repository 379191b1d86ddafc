import type { Dependencies } from '../../dependencies.ts';
import { ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import type { DailyJob } from '../../platform/work/daily.ts';
import type { StaffCommand } from '../../staff/actions/service.ts';
import { contradictionsPage, waiverCommands } from '../loan-audit/service.ts';
import { differenceCommands, differencesPage } from '../reconciliation/service.ts';
import { orderContradictionCommands, orderContradictionsPage } from '../order-contradictions/service.ts';
import { dayCommands, daysPage } from './days.ts';
import { failedCommands, failedPage, type Work } from './failed.ts';
import { overview } from './overview.ts';

/** The work of the product, as the files that put it together have it. */
export interface RunningWork extends Work {
  readonly daily: readonly DailyJob[];
}

/** Calls for the operators of the product (docs/console.md). */
export function runningRoutes(deps: Dependencies, work: RunningWork): Route[] {
  return [
    route('GET /api/staff/operation', async (call) => {
      const { country } = call.query;
      return ok(await overview(deps, work, country ? [country] : staffOf(call).countries));
    }),
    route('GET /api/staff/operation/failed', async (call) =>
      ok(await failedPage(deps.db, work, staffOf(call).countries, call.query)),
    ),
    route('GET /api/staff/operation/days', async (call) =>
      ok(await daysPage(deps, work.daily, staffOf(call).countries, call.query)),
    ),
    route('GET /api/staff/operation/differences', async (call) =>
      ok(await differencesPage(deps.db, staffOf(call).countries, call.query)),
    ),
    route('GET /api/staff/operation/order-contradictions', async (call) =>
      ok(await orderContradictionsPage(deps.db, staffOf(call).countries, call.query)),
    ),
    route('GET /api/staff/operation/contradictions', async (call) =>
      ok(await contradictionsPage(deps, staffOf(call).countries, call.query)),
    ),
  ];
}

export function runningCommands(deps: Dependencies, work: RunningWork): StaffCommand[] {
  return [
    ...failedCommands(deps, work),
    ...dayCommands(deps, work.daily),
    ...differenceCommands(deps),
    ...orderContradictionCommands(deps),
    ...waiverCommands(deps),
  ];
}
