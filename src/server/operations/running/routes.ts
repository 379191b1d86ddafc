import type { Dependencies } from '../../dependencies.ts';
import { ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import type { DailyJob } from '../../platform/work/daily.ts';
import type { StaffCommand } from '../../staff/actions/service.ts';
import { workLine, type WorkSource } from '../../staff/worklist/service.ts';
import { contradictionsPage, waiverCommands } from '../loan-audit/service.ts';
import { differenceCommands, differencesPage } from '../reconciliation/service.ts';
import { orderContradictionCommands, orderContradictionsPage } from '../order-contradictions/service.ts';
import { dayCommands, daysPage } from './days.ts';
import { failedCommands, failedPage, type Work } from './failed.ts';
import { overview } from './overview.ts';

/** Jobs, queues and daily jobs of the product, passed in by the composition root. */
export interface RunningWork extends Work {
  readonly daily: readonly DailyJob[];
}

/** Staff routes for operating the product (docs/console.md). */
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

/** Age of unsent work at which its provider counts as down, minutes; sending normally takes seconds. */
const awayMinutes = { message: 15, charge: 60 };

/** Faults of the system, from its overview and its days. */
export function runningWork(deps: Dependencies, work: RunningWork): WorkSource {
  return {
    lines: [
      'order-contradictions',
      'contradictions',
      'differences',
      'failed',
      'days',
      'messages-away',
      'charges-away',
    ],
    async read({ countries }, now) {
      const seen = await overview(deps, work, countries);
      const away = (
        line: 'messages-away' | 'charges-away',
        waiting: (typeof seen)['messages'],
        minutes: number,
      ) =>
        waiting
          .filter(({ oldest_at: at }) => Date.parse(at) < now.getTime() - minutes * 60_000)
          .flatMap(({ country, count, oldest_at: oldestAt }) => workLine(line, { country, count, oldestAt }));
      return [
        ...workLine('order-contradictions', { count: seen.order_contradictions }),
        ...workLine('contradictions', { count: seen.contradictions }),
        ...workLine('differences', { count: seen.differences }),
        ...workLine('failed', { count: seen.failed }),
        ...workLine('days', { count: seen.days }),
        ...away('messages-away', seen.messages, awayMinutes.message),
        ...away('charges-away', seen.charges, awayMinutes.charge),
      ];
    },
  };
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
