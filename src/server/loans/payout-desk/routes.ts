import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { isOwnRecord } from '../../staff/own-records/service.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { type StaffCommand, DONE_AS_SEEN, staffCommand } from '../../staff/actions/service.ts';
import { orderCommands } from './commands.ts';
import { controlCommands } from './controls.ts';
import { payoutsPage } from './service.ts';
import { wholeOrder } from './order.ts';
import { questionCommand, resolveOrder, resolutionOn } from '../manual-resolutions/service.ts';
import { askOnce, isOpen, recordAnswer } from '../outgoing-orders/service.ts';
import { lockDelivery, lockPayout, PAYOUTS } from '../service.ts';
import { aboutOrder, unchangedOrder } from './access.ts';
import { ledgerFacts } from '../ledger/service.ts';
import { isWaitingForFile } from '../payout-files/service.ts';

/** Resolves an order without a final result by evidence. */
function ruleCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/pay-outs/{id}/settle', async (tx, asked) => {
    const found = await unchangedOrder(tx, asked, lockDelivery);
    if (!found.ok) return found;
    const loan = found.value;
    const isLeaving = await isWaitingForFile(tx, loan.reference);
    const order = { ...loan, kind: 'pay-out', id: loan.loan_id, isLeaving } as const;
    const ruling = await resolutionOn(tx, deps, order, asked);
    if (!ruling.ok) return ruling;
    const { outcome, fileId: file, receiptCode, answer } = ruling.value;
    const { country, state, loan_id: loanId } = loan;
    const before = { state, answer, ...(await ledgerFacts(tx, country, loanId)) };
    await resolveOrder(tx, deps, PAYOUTS, loanId, loan, ruling.value);
    const after = {
      outcome,
      loan_state: (await lockPayout(tx, loanId))?.loan_state ?? '',
      file,
      ...(receiptCode === '' ? {} : { receipt: receiptCode }),
      ...(await ledgerFacts(tx, country, loanId)),
    };
    return ok({ answer: DONE_AS_SEEN, facts: { ...aboutOrder(loan), amount: loan.amount, before, after } });
  });
}

/** Queries the provider about an order. */
function askCommand(deps: Dependencies): StaffCommand {
  return questionCommand(deps, 'POST /api/staff/pay-outs/{id}/ask', {
    shown: (db, id, { countries }) =>
      wholeOrder(db, countries, id, { now: deps.clock.now(), holidays: deps.holidays }),
    ask: (id) => askOnce(deps, PAYOUTS, id),
    async take(tx, id, answer, { countries }) {
      const loan = await lockDelivery(tx, id);
      if (!loan || !countries.includes(loan.country)) return fail('not_found');
      if (!isOpen(loan)) return fail('pay_out_state');
      await recordAnswer(tx, deps, PAYOUTS, id, answer, 'staff');
      return ok({ ...aboutOrder(loan), before: { state: loan.state } });
    },
  });
}

export function payoutRoutes({ db, clock, holidays }: Dependencies): Route[] {
  return [
    route('GET /api/staff/pay-outs', async (call) =>
      ok(await payoutsPage(db, staffOf(call).countries, call.query, { now: clock.now(), holidays })),
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

export function payoutCommands(deps: Dependencies): StaffCommand[] {
  return [...orderCommands(deps), ...controlCommands(deps), askCommand(deps), ruleCommand(deps)];
}
