import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { packOf } from '../../../../countries/index.ts';
import { changeControl, lockControl } from '../../../content/service.ts';
import { decidePayout } from '../../../integrations/payouts/sandbox.ts';
import { loanBalance, trialBalance } from '../../../loans/ledger/service.ts';
import { importResults } from '../../../loans/payout-files/service.ts';
import { resultFile } from '../../../loans/payout-files/testing/partner.ts';
import { transaction } from '../../../platform/database.ts';
import { auditedWrites } from '../../../staff/testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';
import { cash, cents, creditTools } from '../testing/credit-tools.ts';
import { refundTools } from '../testing/refund-tools.ts';
import { takeRefundStep } from './send.ts';

/** Credit refunded by a rail (docs/decisions/0084-money-in.md). */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
let refunds: ReturnType<typeof refundTools>;
let treasury: StaffMember;
let head: StaffMember;
let audit: ReturnType<typeof auditedWrites>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [treasury, head] = [await signInAs(product, 'treasury'), await signInAs(product, 'head')];
  for (const each of [treasury, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
  refunds = refundTools(product, treasury, head);
  audit = auditedWrites(product);
});
afterAll(() => product.close());

const withCredit = (country: CountryCode) => refunds.withCredit(country);
const accountOf = (one: Borrower) => refunds.accountOf(one);
const booksOf = (loanId: number) => refunds.booksOf(loanId);
const ask: ReturnType<typeof refundTools>['ask'] = (...asked) => refunds.ask(...asked);
const approve = (id: string, by = head) => refunds.approve(id, by);
const refundOf = (one: Borrower) => refunds.refundOf(one);
const submissions = (reference: string) => refunds.submissions(reference);
const step = (id: number) => takeRefundStep(product.deps, id);
const erase = async (one: Borrower) =>
  (await product.call('POST /api/v3/own-data/erasure', { ...(await tools.asOwner(one)), body: {} })).body
    .result;
const figures = async (one: Borrower) => {
  const { credit, credit_refund: refund } = await tools.own(one);
  const { closing } = await tools.statementOf(one);
  return { credit, refund, inFavour: closing.in_favour };
};

describe('a refund', () => {
  const country = 'AR';

  test('is paid once after four eyes, seen by its customer at every step, and then the erasure goes through', async () => {
    const { one, account, units } = await withCredit(country);
    expect(await figures(one)).toEqual({ credit: units, refund: null, inFavour: units });
    expect((await erase(one)).state).toBe('waiting');
    const credits = await treasury.call('GET /api/staff/money/credits', { query: { country } });
    expect(credits.body.result).toContainEqual(
      expect.objectContaining({ loan: String(one.loanId), amount: units, outcome: 'excess' }),
    );
    expect((await ask(one, account, units + 0.01)).body.code).toBe('refund_too_much');
    expect((await ask(one, '999999', units)).body.code).toBe('refund_account');
    const preview = await ask(one, account, units, { query: { preview: '1' } });
    expect(JSON.parse(preview.body.after).refund).toContain('750,25');
    const asked = await ask(one, account, units);
    expect(asked.body.outcome).toBe('pending_approval');
    expect((await ask(one, account, units)).body.code).toBe('already_asked');
    expect(await figures(one)).toMatchObject({ credit: units, refund: null });
    expect((await approve(asked.body.approval, treasury)).body.code).toBe('permission');
    expect((await approve(asked.body.approval)).status).toBe(200);
    expect((await ask(one, account, 1)).body.code).toBe('refund_under_way');

    const refund = await refundOf(one);
    const { legal_number: legalNumber, holder } = refund;
    expect(holder).not.toBe('');
    expect(legalNumber).toBeDefined();
    expect(await figures(one)).toMatchObject({
      credit: 0,
      refund: { amount: units, state: 'on-its-way', account: refund.destination.slice(-4) },
      inFavour: 0,
    });
    // The refund has not left yet: nothing is erased before it has.
    expect((await erase(one)).state).toBe('waiting');
    const inTransit = (await loanBalance(product.deps.db, one.loanId)).get('disbursement-in-transit');
    expect(inTransit).toBe(-cents(units));

    for (const id of [refund.id, refund.id, refund.id]) await step(id);
    expect(await submissions(refund.reference)).toBe(1);
    await decidePayout(product.deps.db, refund.reference, 'unknown');
    await step(refund.id);
    expect((await refundOf(one)).state).toBe('unknown');
    await decidePayout(product.deps.db, refund.reference, 'completed');
    await step(refund.id);
    await step(refund.id);
    expect(await refundOf(one)).toMatchObject({
      state: 'completed',
      receipt_code: `CMP-${refund.reference}`,
    });
    expect(await submissions(refund.reference)).toBe(1);
    expect(await figures(one)).toMatchObject({ credit: 0, refund: { amount: units, state: 'completed' } });
    const { movements } = await tools.statementOf(one);
    expect(movements.at(-1)).toMatchObject({ concept: 'Te devolvimos tu saldo a favor', charge: units });
    expect(await tools.mailsOf(one, /Estamos devolviéndote/)).toHaveLength(1);
    expect(await tools.mailsOf(one, /Te devolvimos/)).toHaveLength(1);
    expect((await loanBalance(product.deps.db, one.loanId)).get('disbursement-in-transit')).toBe(0);
    expect((await erase(one)).state).not.toBe('waiting');
    const list = await treasury.call('GET /api/staff/money/refunds', { query: { country } });
    expect(list.body.result[0]).toMatchObject({ state: 'completed', loan: String(one.loanId) });
  });

  test('that the rail refuses leaves the credit where it was and says why', async () => {
    const { one, account, units } = await withCredit(country);
    const before = await trialBalance(product.deps.db, packOf(country).currency);
    const asked = await ask(one, account, 200);
    await approve(asked.body.approval);
    const { id, reference } = await refundOf(one);
    await step(id);
    await decidePayout(product.deps.db, reference, 'failed');
    await step(id);
    expect(await refundOf(one)).toMatchObject({ state: 'failed', failure: expect.stringMatching(/./) });
    expect(await figures(one)).toMatchObject({
      credit: units,
      inFavour: units,
      refund: { amount: 200, state: 'failed' },
    });
    expect(await tools.mailsOf(one, /No pudimos devolverte/)).toHaveLength(1);
    expect(await trialBalance(product.deps.db, packOf(country).currency)).toEqual(before);
    const again = await ask(one, account, units);
    expect((await approve(again.body.approval)).status).toBe(200);
    expect((await refundOf(one)).reference).not.toBe(reference);
    expect(await figures(one)).toMatchObject({ credit: 0, refund: { state: 'on-its-way' } });
  });
});

test('a killed worker asks before it hands over again', async () => {
  const { one, account, units } = await withCredit('AR');
  await approve((await ask(one, account, units)).body.approval);
  const { id, reference } = await refundOf(one);
  // Marked as sent, then killed: the rail never received it.
  await product.deps.db.updateTable('credit_refund').set({ state: 'sent' }).where('id', '=', id).execute();
  await step(id);
  expect(await submissions(reference)).toBe(1);
  await step(id);
  expect(await submissions(reference)).toBe(1);
});

test('while payouts of its country are stopped, it is not handed over, nor handed over again', async () => {
  const { db, clock } = product.deps;
  const stop = (isStopped: boolean) =>
    transaction(db, async (tx) => {
      await lockControl(tx, 'UY', 'change');
      const change = { isStopped, dailyCap: undefined, reason: 'Prueba', by: 'Tere' };
      await changeControl(tx, 'UY', change, clock.now());
    });
  const { one, account, units } = await withCredit('UY');
  await approve((await ask(one, account, units)).body.approval);
  const { id, reference } = await refundOf(one);
  await stop(true);
  await step(id);
  expect(await refundOf(one)).toMatchObject({ state: 'planned', tries: 0 });
  expect((await refunds.shown(id)).waits_for).toBe('stopped');
  // Marked as sent before the stop, but the rail never received it.
  await db.updateTable('credit_refund').set({ state: 'sent' }).where('id', '=', id).execute();
  await step(id);
  expect(await submissions(reference)).toBe(0);
  await stop(false);
  await step(id);
  expect(await submissions(reference)).toBe(1);
});

test('a result imported by file is handled at once', async () => {
  const { db } = product.deps;
  const { one, account, units } = await withCredit('UY');
  await approve((await ask(one, account, units)).body.approval);
  const { id, reference, rail } = await refundOf(one);
  await step(id);
  const later = new Date(Date.now() + 900_000);
  await db.updateTable('credit_refund').set({ due_at: later }).where('id', '=', id).execute();
  const bytes = Buffer.from(resultFile(rail, 'UYU', [`${reference};COMPLETED;P1;R1;`]));
  const imported = await importResults(product.deps, { rail, name: 'r.csv', bytes });
  expect(imported.ok).toBe(true);
  expect((await refundOf(one)).due_at.getTime()).toBeLessThan(later.getTime());
});

test('not while a payment is open that counts on the credit', async () => {
  const one = await borrower(product, 'AR', 3);
  const hash = (await one.ask([1], cash.AR)).body.result.hash;
  const { amount } = await tools.couponOf(one, hash);
  await tools.drive(one, 'settle', hash, amount + 10);
  const account = await accountOf(one);
  await one.ask([2], cash.AR, { token: one.person.token ?? '' });
  expect((await ask(one, account, 10)).body.code).toBe('refund_payment_open');
});

test('asking leaves its row of the audit', async () => {
  const { one, account } = await withCredit('UY');
  await audit.write(treasury, 'POST /api/staff/money/credits/{id}/refund', {
    params: { id: String(one.loanId) },
    version: await booksOf(one.loanId),
    body: { amount: 5, account, reason_code: 'customer_asks', reason: 'Lo pidió por teléfono' },
  });
  expect(audit.left('/api/staff/money/credits')).toEqual([]);
});

describe('the sandbox', () => {
  const country = 'UY';

  const advance = (reference: string, outcome: string) =>
    product.call('POST /sandbox/refunds/{reference}/advance', {
      country,
      params: { reference },
      body: { outcome },
    });
  const pending = async (reference: string) =>
    (await product.call('GET /sandbox/state', { country })).body.refunds.find(
      (each: { reference: string }) => each.reference === reference,
    );

  async function approved() {
    const { one, account, units } = await withCredit(country);
    const asked = await ask(one, account, units);
    expect((await approve(asked.body.approval)).status).toBe(200);
    return { one, units, reference: (await refundOf(one)).reference };
  }

  test('rejects a refund, whose money is credit again', async () => {
    const { one, units, reference } = await approved();
    expect(await pending(reference)).toEqual({ reference, state: 'planned', amount: units });
    expect((await advance(reference, 'failed')).body).toMatchObject({ state: 'failed' });
    expect(await pending(reference)).toBeUndefined();
    expect((await loanBalance(product.deps.db, one.loanId)).get('customer-credit')).toBe(-cents(units));
    // A final answer stays.
    expect((await advance(reference, 'ok')).body).toMatchObject({ state: 'failed' });
  });

  test('leaves a refund unknown, then pays it once', async () => {
    const { reference } = await approved();
    expect((await advance(reference, 'unknown')).body).toMatchObject({ state: 'unknown' });
    expect((await advance(reference, 'ok')).body).toMatchObject({ state: 'completed' });
    expect(await submissions(reference)).toBe(1);
    expect((await advance('nada', 'ok')).status).toBe(404);
  });
});
