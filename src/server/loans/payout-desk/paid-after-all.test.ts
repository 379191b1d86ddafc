import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { decidePayout } from '../../integrations/payouts/sandbox.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { watchResolution } from '../manual-resolutions/service.ts';
import { PAYOUTS } from '../service.ts';
import { payoutTools, type TestOrder } from './testing/orders.ts';

/** Outcome for a customer whose payout was settled as not paid but was paid after all. */

let product: TestProduct;
let tools: ReturnType<typeof payoutTools>;
let treasury: StaffMember;
let head: StaffMember;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [treasury, head] = [await signInAs(product, 'treasury'), await signInAs(product, 'head')];
  for (const each of [treasury, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
  tools = payoutTools(product, treasury);
});
afterAll(() => product.close());

const why = (reason_code: string) => ({ reason_code, reason: 'Lo dice el banco' });

/** Settles an order as not paid; `contradict` makes the provider report it as paid. */
async function settledAsNotPaid(country: CountryCode) {
  const made = await tools.unknownOrder(country);
  const { version, answers } = await made.order();
  const asked = await treasury.call('POST /api/staff/pay-outs/{id}/settle', {
    params: { id: made.loanId },
    version,
    body: {
      outcome: 'not-paid',
      receipt_code: '',
      file: await tools.receiptOf(treasury, country),
      answer: answers[0].id,
      ...why('statement'),
    },
  });
  const approved = await head.call('POST /api/staff/approvals/{id}/approve', {
    params: { id: asked.body.approval },
  });
  expect(approved.status).toBe(200);
  const contradict = async () => {
    const [order] = await made.orders();
    await decidePayout(product.deps.db, order?.reference ?? '', 'completed');
    await watchResolution(product.deps, PAYOUTS, made.id);
  };
  return { made, contradict };
}

async function release(made: TestOrder, version: number) {
  const asked = await treasury.call('POST /api/staff/pay-outs/{id}/release', {
    params: { id: made.loanId },
    version,
    body: why('checked'),
  });
  if (asked.body.outcome !== 'pending_approval') return asked;
  return head.call('POST /api/staff/approvals/{id}/approve', { params: { id: asked.body.approval } });
}

/** Two people confirm that it was paid. */
async function resolve(made: TestOrder, country: CountryCode): Promise<void> {
  const listed = await treasury.call('GET /api/staff/operation/order-contradictions', { query: { country } });
  const row = listed.body.result.find(({ loan }: { loan: string }) => loan === String(made.id));
  expect(row).toMatchObject({ kind: 'pay-out', ruled: 'not-paid', said: 'paid', frozen: 0 });
  const asked = await treasury.call('POST /api/staff/operation/order-contradictions/{id}/resolve', {
    params: { id: row.id },
    version: row.version,
    body: { outcome: 'paid', file: await tools.receiptOf(treasury, country), ...why('provider-word') },
  });
  const approved = await head.call('POST /api/staff/approvals/{id}/approve', {
    params: { id: asked.body.approval },
  });
  expect(approved.status).toBe(200);
}

describe('an order settled as not paid', () => {
  const country = 'UY';

  test('an order that the provider reports as in progress is not settled as not paid', async () => {
    const made = await tools.confirmed(country);
    for (let steps = 0; steps < 3; steps += 1) await made.step();
    const asked = await treasury.call('POST /api/staff/pay-outs/{id}/ask', { params: { id: made.loanId } });
    expect(asked.body.result.answers[0].state).toBe('in-progress');
    const { version, answers } = await made.order();
    const settled = await treasury.call('POST /api/staff/pay-outs/{id}/settle', {
      params: { id: made.loanId },
      version,
      body: {
        outcome: 'not-paid',
        file: await tools.receiptOf(treasury, country),
        answer: answers[0].id,
        ...why('statement'),
      },
    });
    expect(settled).toMatchObject({ status: 409, body: { code: 'pay_out_in_progress' } });
  });

  test('a loan that is confirmed afterwards waits for a person, once', async () => {
    const { made, contradict } = await settledAsNotPaid(country);
    await contradict();
    const again = await tools.confirmed(country, made.person);
    for (let steps = 0; steps < 3; steps += 1) await again.step();
    expect(await again.orders()).toEqual([]);
    const held = await again.order();
    expect(held).toMatchObject({
      waits_for: 'hold',
      changed_by: 'El sistema',
      hold_reason: expect.stringContaining(`préstamo ${made.loanId},`),
    });
    expect((await again.shown()).arrival).toMatchObject({ state: 'waiting', date: '' });
    // A release is refused until two people have resolved the contradiction.
    const refused = { status: 409, body: { code: 'pay_out_contradicted' } };
    expect(await release(again, held.version)).toMatchObject(refused);
    await resolve(made, country);
    expect((await release(again, held.version)).status).toBe(200);
    for (let steps = 0; steps < 2; steps += 1) await again.step();
    expect(await again.orders()).toHaveLength(1);
  });

  test('a person who releases a held order is warned first', async () => {
    const { made, contradict } = await settledAsNotPaid(country);
    const again = await tools.confirmed(country, made.person);
    const { version } = await again.order();
    const options = { params: { id: again.loanId }, version, body: why('account-doubt') };
    expect((await treasury.call('POST /api/staff/pay-outs/{id}/hold', options)).status).toBe(200);
    const seen = await again.order();
    await contradict();
    expect((await release(again, seen.version)).body.code).toBe('changed_meanwhile');
    expect((await again.order()).hold_reason).toBe(
      `Lo dice el banco. El proveedor dice que pagó el préstamo ${made.loanId}, que figuraba como no pagado`,
    );
  });
});
