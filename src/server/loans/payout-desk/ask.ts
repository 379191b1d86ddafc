import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import type { StaffCommand } from '../../staff/actions/service.ts';
import { questionCommand } from '../rulings/service.ts';
import { askOnce, isOpen, lockDelivery, recordAnswer } from '../service.ts';
import { aboutOrder } from './access.ts';
import { wholeOrder } from './order.ts';

/** Queries the provider about an order. */
export function askCommand(deps: Dependencies): StaffCommand {
  return questionCommand(deps, 'POST /api/staff/pay-outs/{id}/ask', {
    shown: (db, id, { countries }) =>
      wholeOrder(db, countries, id, { now: deps.clock.now(), holidays: deps.holidays }),
    ask: (id) => askOnce(deps, id),
    async take(tx, id, answer, { countries }) {
      const loan = await lockDelivery(tx, id);
      if (!loan || !countries.includes(loan.country)) return fail('not_found');
      if (!isOpen(loan)) return fail('pay_out_state');
      await recordAnswer(tx, deps, id, answer, 'staff');
      return ok({ ...aboutOrder(loan), before: { state: loan.state } });
    },
  });
}
