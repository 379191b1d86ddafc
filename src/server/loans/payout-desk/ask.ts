import { contract } from '../../../contract/contract.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, staffOf } from '../../platform/http/route.ts';
import { isOverDaily, writeAudit, type StaffCommand } from '../../staff/actions/service.ts';
import { askOnce, isOpen, lockDisbursement, recordAnswer } from '../service.ts';
import { aboutOrder, isOfAll } from './access.ts';
import { wholeOrder } from './order.ts';

const key = 'POST /api/staff/pay-outs/{id}/ask';

/**
 * Asks the provider before the transaction, as a step does, and takes its word the same way: what it says for good ends
 * the order at once. Nothing is sent.
 */
export function askCommand(deps: Dependencies): StaffCommand {
  return {
    key,
    route: route(
      key,
      async (call) => {
        const staff = staffOf(call);
        const { id } = call.params;
        const now = deps.clock.now();
        const before = await wholeOrder(deps.db, staff.countries, id, now);
        if (!before) return fail('not_found');
        const { daily } = contract[key];
        if (await transaction(deps.db, (tx) => isOverDaily(tx, staff, key, daily, now)))
          return fail('daily_limit');
        const hasQuestion = before.state === 'sent' || before.state === 'unknown';
        const answer = hasQuestion ? await askOnce(deps, id) : undefined;
        if (!answer) return fail('pay_out_state');
        return call.commit(async (tx) => {
          const loan = await lockDisbursement(tx, id);
          if (!loan || !isOfAll({ by: staff, approver: undefined }, loan.country)) return fail('not_found');
          if (!isOpen(loan)) return fail('pay_out_state');
          await recordAnswer(tx, deps, id, answer, 'staff');
          const { state, reason } = answer;
          await writeAudit(tx, {
            ...aboutOrder(loan),
            before: { state: loan.state },
            after: { answer: state, note: reason },
            at: now,
            staffId: staff.staffId,
            action: key,
            origin: call.origin,
          });
          const result = await wholeOrder(tx, staff.countries, id, now);
          return result ? ok({ result }) : fail('not_found');
        });
      },
      { isAudited: true },
    ),
    work: () => Promise.reject(new Error('a question does not wait for a second person')),
  };
}
