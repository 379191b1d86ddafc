import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertHold } from '../../../customers/holds/service.ts';
import { lockOrdersOf } from '../../../loans/service.ts';
import { transaction } from '../../../platform/database.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { waitingForLocks } from '../../../testing/waiting-for-locks.ts';
import { refundTools } from '../testing/refund-tools.ts';
import { takeRefundStep } from './send.ts';

let product: TestProduct;
let treasury: StaffMember;
let head: StaffMember;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [treasury, head] = [await signInAs(product, 'treasury'), await signInAs(product, 'head')];
  for (const each of [treasury, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
});
afterAll(() => product.close());

test('once a hold is answered no refund is handed over by a step that had begun before', async () => {
  const { db, clock } = product.deps;
  const refunds = refundTools(product, treasury, head);
  const { one, account, units } = await refunds.withCredit('AR');
  const asked = await refunds.ask(one, account, units);
  expect((await refunds.approve(asked.body.approval)).status).toBe(200);
  const { id, customer_id: customerId } = await refunds.refundOf(one);
  const { id: staffId } = await db.selectFrom('staff_member').select('id').executeTakeFirstOrThrow();
  const hold = () =>
    transaction(db, async (tx) => {
      await lockOrdersOf(tx, customerId);
      await insertHold(tx, {
        country: 'AR',
        customerId,
        loanId: undefined,
        reason: 'fraud',
        note: '',
        fileId: undefined,
        lastDay: undefined,
        staffId,
        at: clock.now(),
      });
    });
  const { step, whenHeld } = await transaction(db, async (tx) => {
    // Stops the step between the look for holds and its change of the refund.
    await sql`lock table credit_refund in share mode`.execute(tx);
    const taken = takeRefundStep(product.deps, id);
    await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBe(1);
    let isHeld = false;
    const held = hold().then(async () => {
      isHeld = true;
      return (await refunds.refundOf(one)).state;
    });
    await expect.poll(async () => isHeld || (await waitingForLocks(db)) > 1, { timeout: 20_000 }).toBe(true);
    return { step: taken, whenHeld: held };
  });
  await step;
  // Handed over before the hold, or not at all.
  expect((await refunds.refundOf(one)).state).toBe('sent');
  expect(await whenHeld).toBe('sent');
});
