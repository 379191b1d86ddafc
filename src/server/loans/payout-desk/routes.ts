import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { isOwnRecord } from '../../staff/own-records/service.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import type { StaffCommand } from '../../staff/actions/service.ts';
import { askCommand } from './ask.ts';
import { orderCommands } from './commands.ts';
import { controlCommands } from './controls.ts';
import { payOutsPage } from './list.ts';
import { ruleCommand } from './rule.ts';
import { wholeOrder } from './order.ts';

/** Staff routes for reading payouts. */
export function payOutRoutes({ db, clock, holidays }: Dependencies): Route[] {
  return [
    route('GET /api/staff/pay-outs', async (call) =>
      ok(await payOutsPage(db, staffOf(call).countries, call.query, { now: clock.now(), holidays })),
    ),
    route('GET /api/staff/pay-outs/{id}', async (call) => {
      const { staffId, countries } = staffOf(call);
      const result = await wholeOrder(db, countries, call.params.id, {
        now: clock.now(),
        holidays,
      });
      if (!result) return fail('not_found');
      if (await isOwnRecord(db, staffId, Number(result.customer))) return fail('own_record');
      return ok({ result });
    }),
  ];
}

/** Staff commands for payouts. */
export function payOutCommands(deps: Dependencies): StaffCommand[] {
  return [...orderCommands(deps), ...controlCommands(deps), askCommand(deps), ruleCommand(deps)];
}
