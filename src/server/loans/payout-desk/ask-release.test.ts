import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decidePayout } from '../../integrations/payouts/sandbox.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { payoutTools, type TestOrder } from './testing/orders.ts';

/** Queries the provider and releases an order, whatever fails meanwhile. */

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

const askKey = 'POST /api/staff/pay-outs/{id}/ask';
const releaseKey = 'POST /api/staff/pay-outs/{id}/release';

async function audited({ loanId }: TestOrder, action: string): Promise<number> {
  const rows = await product.deps.db
    .selectFrom('staff_audit')
    .select('id')
    .where('action', '=', action)
    .where('subject', '=', `pay-out:${loanId}`)
    .execute();
  return rows.length;
}

async function setRoles(roles: string[]): Promise<void> {
  await product.deps.db
    .updateTable('staff_member')
    .set({ roles })
    .where('id', '=', Number(treasury.id))
    .execute();
}

async function heldOrder(country: 'AR' | 'UY') {
  const made = await tools.confirmed(country);
  await made.advance('ok');
  const held = await treasury.call('POST /api/staff/pay-outs/{id}/hold', {
    params: { id: made.loanId },
    version: (await made.order()).version,
    body: { reason_code: 'account-doubt', reason: 'Llamar antes' },
  });
  expect(held.status).toBe(200);
  const { version } = await made.order();
  const options = {
    params: { id: made.loanId },
    version,
    body: { reason_code: 'checked', reason: 'Atendió y está bien' },
  };
  return { made, options };
}

describe('releasing', () => {
  const country = 'AR';

  test('has one effect when its answer is lost, and the second person sees who was faster', async () => {
    const { made, options } = await heldOrder(country);
    const headers = { 'idempotency-key': `soltar-${made.loanId}` };
    const answer = await treasury.call(releaseKey, { ...options, headers });
    expect((await treasury.call(releaseKey, { ...options, headers })).body).toEqual(answer.body);
    expect(await audited(made, releaseKey)).toBe(1);
    // From the country's limit upwards a second person is asked.
    const { outcome, approval } = answer.body;
    if (outcome === 'pending_approval')
      await head.call('POST /api/staff/approvals/{id}/approve', { params: { id: approval } });
    const late = await head.call(releaseKey, options);
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect(late.body.message).toMatch(/cambió este envío/);
    const again = await head.call(releaseKey, { ...options, version: (await made.order()).version });
    expect(again.body.code).toBe('pay_out_state');
    await made.step();
    expect(await made.orders()).toHaveLength(1);
  });

  test('is refused to a person who loses the role midway, and nothing is sent', async () => {
    const { made, options } = await heldOrder(country);
    await setRoles(['accounting']);
    expect((await treasury.call(releaseKey, options)).body.code).toBe('permission');
    await setRoles(['treasury']);
    expect(await made.order()).toMatchObject({ waits_for: 'hold', version: options.version });
    await made.step();
    expect(await made.orders()).toEqual([]);
    expect(await audited(made, releaseKey)).toBe(0);
  });
});

describe('asking', () => {
  const country = 'UY';

  test('asks once for one key, and each question more is a row of the audit', async () => {
    const made = await tools.unknownOrder(country);
    const headers = { 'idempotency-key': `preguntar-${made.loanId}` };
    const ask = (more: object = {}) => treasury.call(askKey, { params: { id: made.loanId }, ...more });
    expect([(await ask({ headers })).status, (await ask({ headers })).status]).toEqual([200, 200]);
    expect(await audited(made, askKey)).toBe(1);
    expect((await ask()).body.result.state).toBe('unknown');
    expect(await audited(made, askKey)).toBe(2);
    expect(await made.orders()).toMatchObject([{ submissions: 1 }]);
  });

  test('is in the audit with the provider’s answer and its refusal reason', async () => {
    const made = await tools.unknownOrder(country);
    const [order] = await made.orders();
    await decidePayout(product.deps.db, order?.reference ?? '', 'failed');
    expect((await treasury.call(askKey, { params: { id: made.loanId } })).body.result.state).toBe('failed');
    const { after } = await product.deps.db
      .selectFrom('staff_audit')
      .select('after')
      .where('action', '=', askKey)
      .where('subject', '=', `pay-out:${made.loanId}`)
      .executeTakeFirstOrThrow();
    expect(after).toEqual({ answer: 'failed', explanation: 'La rechazó el banco de prueba' });
  });

  test('of two people takes the final word once; a lost role asks nothing', async () => {
    const made = await tools.unknownOrder(country);
    await setRoles(['accounting']);
    expect((await treasury.call(askKey, { params: { id: made.loanId } })).body.code).toBe('permission');
    await setRoles(['treasury']);
    const [order] = await made.orders();
    await decidePayout(product.deps.db, order?.reference ?? '', 'completed');
    const answers = await Promise.all(
      [treasury, head].map((by) => by.call(askKey, { params: { id: made.loanId } })),
    );
    const codes = answers.map(({ status, body }) => (status === 200 ? body.result.state : body.code));
    expect(codes).toContain('confirmed');
    expect(codes.filter((code) => code !== 'confirmed' && code !== 'pay_out_state')).toEqual([]);
    expect((await made.shown()).state_slug).toBe('approved');
    const posted = await product.deps.db
      .selectFrom('ledger_transaction')
      .select('id')
      .where('loan_id', '=', made.id)
      .where('kind', '=', 'disbursement-confirmed')
      .execute();
    expect(posted).toHaveLength(1);
  });
});
