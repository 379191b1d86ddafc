import type { Dependencies } from '../../../dependencies.ts';
import { transaction } from '../../../platform/database.ts';
import { fail, ok } from '../../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../../platform/http/route.ts';
import { writeAudit } from '../../../staff/actions/service.ts';
import { refundsPage } from '../refunds/list.ts';
import { fileRoutes } from '../settlement-files/routes.ts';
import { creditsPage, moneyTotals } from './credits.ts';
import { paymentsPage } from './payments.ts';
import { isOwnRecord, withoutOwnRecord } from '../../../staff/own-records/service.ts';
import { suggestionsFor } from './suggest.ts';
import { targetsOf } from './targets.ts';
import { proposalsOf, waitingById, waitingPage } from './waiting.ts';

/** Staff routes for reading incoming money (docs/console.md#dinero-que-entra). */
export function moneyRoutes(deps: Dependencies): Route[] {
  const { db, clock } = deps;
  return [
    ...fileRoutes(deps),
    route('GET /api/staff/money/totals', async (call) =>
      ok({ result: await moneyTotals(db, staffOf(call).countries) }),
    ),
    route('GET /api/staff/money/unmatched', async (call) =>
      ok(await waitingPage(db, staffOf(call).countries, call.query, clock.now())),
    ),
    route('GET /api/staff/money/proposals', async (call) => {
      const { staffId, countries } = staffOf(call);
      const { result } = await proposalsOf(deps, countries, call.query.country);
      return ok({ result: await withoutOwnRecord(db, staffId, result, ({ customer }) => customer) });
    }),
    route('GET /api/staff/money/unmatched/{id}', async (call) => {
      const { staffId, countries } = staffOf(call);
      const found = await waitingById(db, call.params.id, countries);
      if (!found) return fail('not_found');
      const suggested = await suggestionsFor(deps, found.row);
      const suggestions = await withoutOwnRecord(db, staffId, suggested, ({ customer }) => customer);
      return ok({ result: { ...found.shown, suggestions } });
    }),
    route('GET /api/staff/money/loans/{id}', async (call) => {
      const staff = staffOf(call);
      const [target] = await targetsOf(deps, [call.params.id], staff.countries);
      if (!target) return fail('not_found');
      if (await isOwnRecord(db, staff.staffId, Number(target.customer))) return fail('own_record');
      const deed = {
        subject: `loan:${target.loan}`,
        subjectName: `Préstamo ${target.loan}`,
        customerId: Number(target.customer),
        country: target.country,
        at: clock.now(),
        staffId: staff.staffId,
        action: 'GET /api/staff/money/loans/{id}',
        origin: call.origin,
      };
      await transaction(db, (tx) => writeAudit(tx, deed));
      return ok({ result: target });
    }),
    route('GET /api/staff/money/payments', async (call) =>
      ok(await paymentsPage(db, staffOf(call).countries, call.query)),
    ),
    route('GET /api/staff/money/credits', async (call) =>
      ok(await creditsPage(db, staffOf(call).countries, call.query)),
    ),
    route('GET /api/staff/money/refunds', async (call) =>
      ok(await refundsPage(deps, staffOf(call).countries, call.query)),
    ),
  ];
}
