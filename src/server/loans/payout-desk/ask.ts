import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route } from '../../platform/http/route.ts';
import type { StaffCommand } from '../../staff/actions/service.ts';
import { askedByPerson } from '../rulings/service.ts';
import { askOnce, isOpen, lockDisbursement, recordAnswer } from '../service.ts';
import { aboutOrder } from './access.ts';
import { wholeOrder } from './order.ts';

const key = 'POST /api/staff/pay-outs/{id}/ask';

/** Asks the provider what became of an order. */
export function askCommand(deps: Dependencies): StaffCommand {
  return {
    key,
    route: route(
      key,
      (call) => {
        const { id } = call.params;
        return askedByPerson(deps, key, call, {
          shown: (db, { countries }) =>
            wholeOrder(db, countries, id, { now: deps.clock.now(), holidays: deps.holidays }),
          ask: () => askOnce(deps, id),
          async take(tx, answer, by) {
            const loan = await lockDisbursement(tx, id);
            if (!loan || !by.countries.includes(loan.country)) return fail('not_found');
            if (!isOpen(loan)) return fail('pay_out_state');
            await recordAnswer(tx, deps, id, answer, 'staff');
            return ok({ ...aboutOrder(loan), before: { state: loan.state } });
          },
        });
      },
      { isAudited: true },
    ),
    work: () => Promise.reject(new Error('a question does not wait for a second person')),
  };
}
