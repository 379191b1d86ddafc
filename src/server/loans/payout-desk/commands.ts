import { paths } from '../../../contract/paths.ts';
import { centavos, formatMoney } from '../../../domain/money.ts';
import { fitsUnderCap, payoutControl } from '../../content/service.ts';
import { stops } from '../../customers/holds/service.ts';
import { lockCustomer } from '../../customers/service.ts';
import { sendLinkTo } from '../../customers/sessions/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import { DONE, doerOf, movedBy, staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import { recordMove } from '../../staff/limits/service.ts';
import { maskEmail, maskPhone } from '../../staff/masks/service.ts';
import { paidAfterAllOf } from '../payout-checks/service.ts';
import { approveAboveCap, holdPayout, releaseHeldPayout } from '../service.ts';
import { aboutOrder, unchangedOrder } from './access.ts';
import { wholeOrder } from './order.ts';

/** Staff commands for one order (docs/console.md). */
export function orderCommands(deps: Dependencies): StaffCommand[] {
  return [holdCommand(deps), releaseCommand(deps), aboveCapCommand(deps), accountCommand(deps)];
}

function holdCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/pay-outs/{id}/hold', async (tx, asked) => {
    const found = await unchangedOrder(tx, asked);
    if (!found.ok) return found;
    const loan = found.value;
    if (loan.state !== 'planned' || loan.is_on_hold) return fail('pay_out_state');
    await holdPayout(tx, deps, loan, { by: asked.by.name, reason: asked.body.reason });
    const facts = { ...aboutOrder(loan), before: { state: loan.state }, after: { state: 'held' } };
    return ok({ answer: { messages: ['El envío queda retenido.'] }, facts });
  });
}

function releaseCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/pay-outs/{id}/release', async (tx, asked) => {
    const found = await unchangedOrder(tx, asked);
    if (!found.ok) return found;
    const loan = found.value;
    if (loan.state !== 'planned' || !loan.is_on_hold) return fail('pay_out_state');
    if ((await paidAfterAllOf(tx, loan.customer_id))?.isOpen) return fail('pay_out_contradicted');
    await releaseHeldPayout(tx, deps, loan, doerOf(asked).name);
    const isSmall = await recordMove(tx, {
      ...movedBy(asked),
      at: deps.clock.now(),
      country: loan.country,
      kind: 'release',
      amount: loan.amount,
      loanId: loan.loan_id,
      customerId: loan.customer_id,
      subject: aboutOrder(loan).subject,
    });
    const before = { state: 'held', note: loan.hold_reason };
    const facts = { ...aboutOrder(loan), amount: loan.amount, before, after: { state: loan.state } };
    return ok({ answer: DONE, facts, isSmall });
  });
}

/** Releases an order that would never fit under the daily cap; it still counts for its day. */
function aboveCapCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/pay-outs/{id}/above-cap', async (tx, asked) => {
    const found = await unchangedOrder(tx, asked);
    if (!found.ok) return found;
    const loan = found.value;
    const control = await payoutControl(tx, loan.country);
    const waits = loan.state === 'planned' && !loan.is_above_cap_approved;
    if (!waits || fitsUnderCap(control, loan.amount)) return fail('pay_out_state');
    await approveAboveCap(tx, deps, loan, asked.by.name);
    const money = (amount: number) => formatMoney(centavos(amount), loan.currency);
    const facts = {
      ...aboutOrder(loan),
      amount: loan.amount,
      before: { state: 'above-cap', daily_cap: money(control.dailyCap ?? 0), pay_out: money(loan.amount) },
      after: { state: loan.state },
    };
    return ok({ answer: DONE, facts });
  });
}

/**
 * Only the borrower may change the destination account: they get a link to their loan, enter another account
 * and confirm again, which creates a new loan and order (docs/decisions/0012-failed-payout.md).
 */
function accountCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/pay-outs/{id}/account', async (tx, asked) => {
    const found = await unchangedOrder(tx, asked);
    if (!found.ok) return found;
    const loan = found.value;
    const customer = await lockCustomer(tx, loan.customer_id);
    if (customer.disabled_at !== null || customer.erased_at !== null) return fail('customer_closed');
    if (await stops(tx, 'offers', customer.id)) return fail('customer_held');
    const order = await wholeOrder(tx, [loan.country], loan.loan_id, {
      now: deps.clock.now(),
      holidays: deps.holidays,
    });
    if (!order?.may_ask_account) return fail('pay_out_state');
    const { channel } = asked.body;
    if (channel === 'sms' && customer.phone_proved_at === null) return fail('phone_unproved');
    await sendLinkTo(
      tx,
      deps,
      { ...customer, country: loan.country },
      {
        kind: channel === 'sms' ? 'sms' : 'magic',
        redirectTo: paths.loan(loan.public_id),
        baseUrl: publicUrlOf(deps.config, loan.country),
        anotherAccountFor: formatMoney(centavos(loan.amount), loan.currency),
      },
    );
    const to = channel === 'sms' ? maskPhone(customer.cellphone) : maskEmail(customer.email);
    const facts = { ...aboutOrder(loan), after: { link: 'account', to } };
    return ok({ answer: { messages: ['El link para corregir la cuenta está en camino.'] }, facts });
  });
}
