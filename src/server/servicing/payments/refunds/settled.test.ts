import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { packOf } from '../../../../countries/index.ts';
import { decidePayout } from '../../../integrations/payouts/sandbox.ts';
import { loanBalance, trialBalance } from '../../../loans/ledger/service.ts';
import { watchResolution } from '../../../loans/manual-resolutions/service.ts';
import { transaction } from '../../../platform/database.ts';
import { auditedWrites } from '../../../staff/testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../../staff/testing/console.ts';
import { attach } from '../../../staff/testing/evidence.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { creditTools } from '../testing/credit-tools.ts';
import { refundTools } from '../testing/refund-tools.ts';
import { recordAnswer } from '../../../loans/outgoing-orders/service.ts';
import { REFUNDS, takeRefundStep } from './send.ts';

/** A refund of unknown outcome is settled like a payout (docs/decisions/0012-failed-payout.md). */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
let refunds: ReturnType<typeof refundTools>;
let treasury: StaffMember;
let head: StaffMember;
let accounting: StaffMember;
let audit: ReturnType<typeof auditedWrites>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [treasury, head] = [await signInAs(product, 'treasury'), await signInAs(product, 'head')];
  accounting = await signInAs(product, 'accounting');
  for (const each of [treasury, head, accounting])
    await each.call('POST /api/staff/step-up/sandbox', { body: {} });
  refunds = refundTools(product, treasury, head);
  audit = auditedWrites(product);
});
afterAll(() => product.close());

const step = (id: number) => takeRefundStep(product.deps, id);
const watch = (id: number) => watchResolution(product.deps, REFUNDS, id);

type Unknown = Awaited<ReturnType<typeof refunds.unknownRefund>>;

const unknownRefund = (country: CountryCode) => refunds.unknownRefund(country);
const shown = (id: number) => refunds.shown(id);
const settle = (made: Unknown, outcome: 'paid' | 'not-paid', by = treasury, more: object = {}) =>
  refunds.settle(made, outcome, by, more);

const askRail = (id: number, by = treasury, headers = {}) =>
  by.call('POST /api/staff/money/refunds/{id}/ask', { params: { id: String(id) }, headers });

describe('a refund without a final word', () => {
  const country = 'AR' as const;

  test('is queried and settled as paid by two people, once', async () => {
    const made = await unknownRefund(country);
    const { one, id, units } = made;
    await audit.write(treasury, 'POST /api/staff/money/refunds/{id}/ask', { params: { id: String(id) } });
    expect(await shown(id)).toMatchObject({ state: 'unknown', answer: { state: 'unknown' }, file: '' });
    const preview = await settle(made, 'paid', treasury, { query: { preview: '1' } });
    expect(JSON.parse(preview.body.before).ledger).toHaveProperty('disbursement-in-transit');
    expect((await shown(id)).state).toBe('unknown');
    const pending = await settle(made, 'paid');
    expect(pending.body.outcome).toBe('pending_approval');
    expect(await shown(id)).toMatchObject({ state: 'unknown', asked_by: expect.stringMatching(/./) });
    expect((await refunds.approve(pending.body.approval, treasury)).body.code).toBe('permission');
    // The worker queries again and gets the same result.
    await step(id);
    // Lost response: retrying with the same key changes nothing.
    const key = { 'idempotency-key': `settle-${id}` };
    const approve = () =>
      head.call('POST /api/staff/approvals/{id}/approve', {
        params: { id: pending.body.approval },
        headers: key,
      });
    expect([(await approve()).status, (await approve()).status]).toEqual([200, 200]);
    expect(await shown(id)).toMatchObject({ state: 'completed', receipt: 'BANCO-7', contradicted: false });
    expect((await shown(id)).file).not.toBe('');
    expect(await tools.mailsOf(one, /Te devolvimos/)).toHaveLength(1);
    expect((await loanBalance(product.deps.db, one.loanId)).get('disbursement-in-transit')).toBe(0);
    expect((await tools.own(one)).credit_refund).toMatchObject({ amount: units, state: 'completed' });
    await decidePayout(product.deps.db, made.reference, 'completed');
    await watch(id);
    expect((await shown(id)).contradicted).toBe(false);
    expect(await refunds.submissions(made.reference)).toBe(1);
  });

  test('settled as not paid is in favour again; the rail that says otherwise is an alarm and no money', async () => {
    const before = await trialBalance(product.deps.db, packOf(country).currency);
    const made = await unknownRefund(country);
    const middle = (await tools.own(made.one)).credit;
    const pending = await settle(made, 'not-paid', head);
    expect((await refunds.approve(pending.body.approval, accounting)).status).toBe(200);
    expect(await shown(made.id)).toMatchObject({ state: 'failed', failure: 'ruled' });
    expect([middle, (await tools.own(made.one)).credit]).toEqual([0, made.units]);
    expect(await tools.mailsOf(made.one, /No pudimos devolverte/)).toHaveLength(1);
    expect(before).toBeDefined();
    await decidePayout(product.deps.db, made.reference, 'completed');
    await watch(made.id);
    expect(await shown(made.id)).toMatchObject({ state: 'failed', contradicted: true });
    // Frozen until two people resolve it.
    expect((await tools.own(made.one)).credit).toBe(0);
    const alarms = await product.deps.db
      .selectFrom('event')
      .select('detail')
      .where('kind', '=', 'pay-out-contradicted')
      .where('loan_id', '=', made.one.loanId)
      .execute();
    expect(alarms.map(({ detail }) => detail)).toEqual([
      expect.objectContaining({ order: 'refund', ruled: 'not-paid', said: 'paid' }),
    ]);
  });
});

test('the approval is refused when the rail has reported since, and the report counts once', async () => {
  const made = await unknownRefund('AR');
  const pending = await settle(made, 'not-paid');
  await decidePayout(product.deps.db, made.reference, 'completed');
  await step(made.id);
  const late = await refunds.approve(pending.body.approval);
  expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  expect(await shown(made.id)).toMatchObject({ state: 'completed', file: '' });
  expect(await tools.mailsOf(made.one, /Te devolvimos/)).toHaveLength(1);
});

describe('an open refund is not settled as not paid', () => {
  const country = 'UY' as const;

  const refused = { status: 409, body: { code: 'pay_out_in_progress' } };

  test('by the requester, while the bank reports it as in progress', async () => {
    const { one, account, units } = await refunds.withCredit(country);
    expect((await refunds.approve((await refunds.ask(one, account, units)).body.approval)).status).toBe(200);
    const { id, reference } = await refunds.refundOf(one);
    for (let steps = 0; steps < 2; steps += 1) await step(id);
    expect((await shown(id)).answer.state).toBe('in-progress');
    const made = { one, account, units, id, reference, country };
    const answer = await settle(made, 'not-paid');
    expect(answer).toMatchObject(refused);
    expect(answer.body.message).toContain('está en curso');
    // Settling it as paid is possible: the money stays refunded.
    expect((await settle(made, 'paid')).body.outcome).toBe('pending_approval');
    await decidePayout(product.deps.db, reference, 'completed');
    await step(id);
    expect([(await shown(id)).state, (await tools.own(one)).credit]).toEqual(['completed', 0]);
  });

  test.each([
    ['in-progress', ''],
    ['unknown', 'UNKNOWN'],
    ['unknown', 'no answer'],
  ] as const)('by who approves, once the bank has said %s %s meanwhile', async (state, reason) => {
    const made = await unknownRefund(country);
    const pending = await settle(made, 'not-paid');
    const answer = { state, reason, providerId: '', receiptCode: '' };
    await transaction(product.deps.db, (tx) => recordAnswer(tx, product.deps, REFUNDS, made.id, answer));
    expect(await refunds.approve(pending.body.approval)).toMatchObject(refused);
    expect((await shown(made.id)).state).toBe('unknown');
  });
});

test('of two requesters one succeeds, and a stale page learns who was faster', async () => {
  const made = await unknownRefund('UY');
  const seen = await shown(made.id);
  const [first, second] = [await settle(made, 'paid'), await settle(made, 'not-paid', head)];
  expect((await refunds.approve(first.body.approval)).status).toBe(200);
  expect(second.body.code).toBe('already_asked');
  const stale = await treasury.call('POST /api/staff/money/refunds/{id}/settle', {
    params: { id: String(made.id) },
    version: seen.version,
    body: {
      outcome: 'not-paid',
      file: '1',
      answer: seen.answer.id,
      reason_code: 'statement',
      reason: 'Lo dice el extracto',
    },
  });
  expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  expect((await shown(made.id)).state).toBe('completed');
});

test('not without evidence, a number, an answer of now, or the role', async () => {
  const made = await unknownRefund('AR');
  const body = {
    outcome: 'paid',
    receipt_code: ' ',
    file: '999999',
    reason_code: 'statement',
    reason: 'Extracto',
  };
  const { version, answer } = await shown(made.id);
  const send = (by: StaffMember, more: object = {}) =>
    by.call('POST /api/staff/money/refunds/{id}/settle', {
      params: { id: String(made.id) },
      version,
      body: { ...body, answer: answer.id, ...more },
    });
  expect((await send(treasury)).body.code).toBe('evidence_missing');
  const file = (await attach(product, treasury, 'AR', Buffer.from('%PDF-1.7 x'))).body.result.id;
  expect((await send(treasury, { file })).body.fields).toHaveProperty('receipt_code');
  expect((await send(treasury, { file, receipt_code: 'B-1', answer: '1' })).status).toBe(409);
  await product.deps.db
    .updateTable('credit_refund_answer')
    .set({ last_at: new Date(product.deps.clock.now().getTime() - 31 * 60_000) })
    .where('refund_id', '=', made.id)
    .execute();
  expect((await send(treasury, { file, receipt_code: 'B-1' })).body.code).toBe('pay_out_ask_first');
  expect((await send(accounting, { file, receipt_code: 'B-1' })).body.code).toBe('permission');
  expect((await askRail(made.id, accounting)).body.code).toBe('permission');
  expect((await askRail(made.id)).status).toBe(200);
  const now = (await shown(made.id)).answer.id;
  expect((await send(treasury, { file, receipt_code: 'B-1', answer: now })).body.outcome).toBe(
    'pending_approval',
  );
});

test('a query applies the rail’s final result at once', async () => {
  const made = await unknownRefund('AR');
  await decidePayout(product.deps.db, made.reference, 'completed');
  expect((await askRail(made.id)).body.result.state).toBe('completed');
  expect((await askRail(made.id)).body.code).toBe('pay_out_state');
  expect(await tools.mailsOf(made.one, /Te devolvimos/)).toHaveLength(1);
});

test('asking to settle leaves its row of the audit', async () => {
  const made = await unknownRefund('AR');
  const file = (await attach(product, treasury, 'AR', Buffer.from('%PDF-1.7 y'))).body.result.id;
  const { version, answer } = await shown(made.id);
  await audit.write(treasury, 'POST /api/staff/money/refunds/{id}/settle', {
    params: { id: String(made.id) },
    version,
    body: {
      outcome: 'not-paid',
      file,
      answer: answer.id,
      reason_code: 'statement',
      reason: 'Lo dice el extracto',
    },
  });
  expect(audit.left('/api/staff/money/refunds')).toEqual([]);
});

test('the stored credit of each loan equals its ledger, and the list has every loan with credit', async () => {
  const { db } = product.deps;
  const { rows } = await sql<{ loan_id: number; kept: number | null; posted: number }>`
    select t.loan_id, b.amount as kept, -sum(e.amount)::bigint as posted
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id and e.account = 'customer-credit'
      left join credit_balance b on b.loan_id = t.loan_id
    group by 1, 2`.execute(db);
  expect(rows.length).toBeGreaterThan(3);
  for (const { kept, posted } of rows) expect(kept).toBe(posted);
  const listed = (await treasury.call('GET /api/staff/money/credits')).body.result;
  const holding = rows.filter(({ posted }) => posted !== 0).map(({ loan_id: id }) => String(id));
  expect(listed.map(({ loan }: { loan: string }) => loan).toSorted()).toEqual(holding.toSorted());
});
