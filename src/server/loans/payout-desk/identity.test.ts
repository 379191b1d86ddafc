import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeStepWithin } from '../payout.ts';
import { transaction } from '../../platform/database.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { resumeWaiting } from '../service.ts';
import { payoutTools } from './testing/orders.ts';

let product: TestProduct;
let treasury: StaffMember;
let analyst: StaffMember;
let head: StaffMember;
let tools: ReturnType<typeof payoutTools>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [treasury, analyst] = [await signInAs(product, 'treasury'), await signInAs(product, 'analyst')];
  head = await signInAs(product, 'head');
  tools = payoutTools(product, treasury);
});
afterAll(() => product.close());

describe.each(['AR', 'UY'] as const)('an order that waits for a look at photos in %s', (country) => {
  const policy = (value: string) =>
    product.call('POST /sandbox/identity-review', { country, body: { policy: value } });
  beforeAll(() => policy('always'));
  afterAll(() => policy('never'));

  test('is held and released by the desk, and goes out by no way until the photos are approved', async () => {
    const made = await tools.confirmed(country);
    const { db } = product.deps;
    await db
      .updateTable('payout')
      .set({ created_at: new Date(Date.now() - 9 * 24 * 3_600_000) })
      .where('loan_id', '=', made.id)
      .execute();
    // No day was promised, so it is not late.
    const waits = { state: 'planned', waits_for: 'identity', awaits_identity: true, late: false };
    expect(await made.order()).toMatchObject(waits);
    const row = () =>
      db
        .selectFrom('payout')
        .select(['due_at', 'awaits_identity'])
        .where('loan_id', '=', made.id)
        .executeTakeFirstOrThrow();
    const before = await row();
    const write = async (what: 'hold' | 'release', reason_code: string) =>
      treasury.call(`POST /api/staff/pay-outs/{id}/${what}`, {
        params: { id: made.loanId },
        version: (await made.order()).version,
        body: { reason_code, reason: 'Lo pidió el banco' },
      });
    expect((await write('hold', 'account-doubt')).status).toBe(200);
    // The hold is shown and can be lifted, together with the other blocker.
    expect(await made.order()).toMatchObject({ ...waits, waits_for: 'hold' });
    // The amount exceeds one person's limit, so a second person approves.
    const asked = await write('release', 'checked');
    expect(asked.body.outcome).toBe('pending_approval');
    const released = await head.call('POST /api/staff/approvals/{id}/approve', {
      params: { id: asked.body.approval },
    });
    expect(released.status).toBe(200);
    expect(await made.order()).toMatchObject(waits);
    expect(await row()).toEqual(before);
    await transaction(db, (tx) => resumeWaiting(tx, product.deps, country));
    for (let steps = 0; steps < 2; steps += 1) {
      await made.step();
      await made.advance('ok');
      await transaction(db, (tx) => takeStepWithin(tx, product.deps, made.id));
    }
    expect(await made.order()).toMatchObject(waits);
    expect(await made.orders()).toEqual([]);
    expect(await row()).toEqual(before);

    const { id, version } = await db
      .selectFrom('identity_review')
      .select(['id', 'version'])
      .where('loan_id', '=', made.id)
      .executeTakeFirstOrThrow();
    const approved = await analyst.call('POST /api/staff/identity/{id}/approve', {
      params: { id: String(id) },
      version,
    });
    expect(approved.status, JSON.stringify(approved.body)).toBe(200);
    // The day is set by the approval.
    expect(await made.order()).toMatchObject({ waits_for: '', awaits_identity: false, late: false });
    for (let steps = 0; steps < 2; steps += 1) await made.step();
    expect((await made.order()).state).toBe('sent');
    expect(await made.orders()).toHaveLength(1);
  });
});
