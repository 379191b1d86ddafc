import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stops } from '../../customers/holds/service.ts';
import { closeBatches } from '../../loans/payout-files/service.ts';
import { payoutOrders } from '../../loans/payout-files/orders.ts';
import { smallOrder } from '../../loans/payout-files/testing/partner.ts';
import { recordedRail } from '../../integrations/payouts/create.ts';
import { payoutTools } from '../../loans/payout-desk/testing/orders.ts';
import { goTo, saveCard, todayOf } from '../../servicing/debits/testing/debtor.ts';
import { chargeMemberships } from '../../servicing/memberships/charge.ts';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { refundTools } from '../../servicing/payments/testing/refund-tools.ts';
import { takeRefundStep } from '../../servicing/payments/refunds/send.ts';
import { transaction } from '../../platform/database.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { signUpAndVerify } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { holdTools } from './testing/holds.ts';
import { packOf } from '../../../countries/index.ts';

let product: TestProduct;
let at: Awaited<ReturnType<typeof holdTools>>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  at = await holdTools(product);
});
afterAll(() => product.close());

describe('a hold', () => {
  const country = 'UY';

  test('a refund of credit waits too, and is sent once', async () => {
    const { db } = product.deps;
    const treasury = await signInAs(product, 'treasury');
    await treasury.call('POST /api/staff/step-up/sandbox', { body: {} });
    const refunds = refundTools(product, treasury, at.head);
    const { one, account, units } = await refunds.withCredit(country);
    const asked = await refunds.ask(one, account, units);
    expect((await refunds.approve(asked.body.approval)).status).toBe(200);
    const { id, reference } = await refunds.refundOf(one);
    const sent = () => refunds.submissions(reference);
    const waits = async () => (await refunds.shown(id)).waits_for;
    expect(await waits()).toBe('');
    const hold = await at.hold(await at.idOf(one.person), 'deceased');
    await takeRefundStep(product.deps, id);
    expect([(await refunds.refundOf(one)).state, await sent(), await waits()]).toEqual([
      'planned',
      0,
      'held',
    ]);
    // Marked as sent before the hold, but the rail never received it.
    await db.updateTable('credit_refund').set({ state: 'sent' }).where('id', '=', id).execute();
    await takeRefundStep(product.deps, id);
    expect([await sent(), await waits()]).toEqual([0, '']);
    await at.lift(hold);
    await takeRefundStep(product.deps, id);
    await takeRefundStep(product.deps, id);
    expect(await sent()).toBe(1);
  });

  test('an order marked as sent that the rail never received is not sent', async () => {
    const made = await payoutTools(product, at.head).confirmed(country);
    const customer = await at.idOf(made.person);
    await made.step();
    await product.deps.db
      .updateTable('payout')
      .set({ state: 'sent' })
      .where('loan_id', '=', made.id)
      .execute();
    const id = await at.hold(customer, 'compliance');
    await made.step();
    expect(await made.orders()).toEqual([]);
    await at.lift(id);
    await made.step();
    expect(await made.orders()).toMatchObject([{ submissions: 1 }]);
  });

  test('placing waits for the step in progress, and the next one does not begin', async () => {
    const { deps } = product;
    const [sent, next] = [
      await payoutTools(product, at.head).confirmed(country),
      await payoutTools(product, at.head).confirmed(country),
    ];
    for (const each of [sent, next]) await each.step();
    const customer = await at.idOf(sent.person);
    let placing: Promise<string> | undefined;
    await transaction(deps.db, async (tx) => {
      // Taken by a step before it stores its order as sent.
      await sql`select from payout where loan_id = ${sent.id} for update`.execute(tx);
      placing = at.hold(customer, 'fraud');
      await expect.poll(() => waitingForLocks(deps.db), { timeout: 20_000 }).toBeGreaterThan(0);
      expect(await stops(tx, 'pay-outs', Number(customer))).toBe(false);
    });
    await placing;
    await Promise.all([sent.step(), next.step()]);
    expect((await sent.order()).state).toBe('planned');
    expect((await next.order()).state).toBe('sent');
  });

  test('an order that is in no file yet stays there', async () => {
    const made = await payoutTools(product, at.head).confirmed(country);
    const { reference } = await product.deps.db
      .selectFrom('payout')
      .select('reference')
      .where('loan_id', '=', made.id)
      .executeTakeFirstOrThrow();
    const { currency } = packOf(country);
    const rail = `held-${country}`;
    await recordedRail({ orders: payoutOrders(product.deps.db), name: rail }).submit(
      smallOrder(reference, currency),
    );
    const id = await at.hold(await at.idOf(made.person), 'fraud');
    expect(await closeBatches(product.deps, 0)).toEqual([]);
    await at.lift(id);
    expect(await closeBatches(product.deps, 0)).toHaveLength(1);
  });

  test('an erasure waits while a hold exists, and gives no reason', async () => {
    const person = await signUpAndVerify(product, country);
    const customer = await at.idOf(person);
    const id = await at.hold(customer, 'compliance');
    const read = async () => (await person.call('GET /api/v3/own-data')).body.result.erasure;
    expect(await read()).toMatchObject({ possible: false, reason: 'held' });
    const own = JSON.stringify((await person.call('GET /api/v3/own-data/file')).body);
    expect(own).not.toContain('compliance');
    expect(own).not.toContain('Lo dijo el banco');
    await at.lift(id);
    expect(await read()).toMatchObject({ possible: true, reason: '' });
    // The exported file has the permitted facts, without who decided and in which words.
    await at.hold(customer, 'court-order');
    const file = (await person.call('GET /api/v3/own-data/file')).body.result.datos;
    expect(file['Bloqueos']).toMatchObject([{ reason: 'court-order' }]);
    expect(Object.keys(file['Bloqueos'][0])).not.toContain('note');
  });
});

test('a membership is charged once the hold is lifted', async () => {
  const { db } = product.deps;
  const one = await borrower(product, 'AR', 3, { membership: true });
  await saveCard(one.person);
  const id = await at.hold(await at.idOf(one.person), 'court-order');
  const charge = () =>
    db
      .selectFrom('membership_charge')
      .select(['state', 'charge_on'])
      .where('loan_id', '=', one.loanId)
      .executeTakeFirstOrThrow();
  await goTo(product, (await charge()).charge_on);
  const run = () => chargeMemberships(product.deps, { country: 'AR', date: todayOf(product) });
  await run();
  expect((await charge()).state).toBe('planned');
  // Earlier sessions have ended.
  at = await holdTools(product);
  await at.lift(id);
  await run();
  expect((await charge()).state).toBe('approved');
});
