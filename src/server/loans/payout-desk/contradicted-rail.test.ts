import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { stops } from '../../customers/holds/service.ts';
import { moveCredits } from '../books/service.ts';
import { auditBooks, writtenOf } from '../books/service.ts';
import { loanBalance } from '../ledger/service.ts';
import { importResults } from '../payout-files/import-results.ts';
import { recordAnswer } from '../outgoing-orders/service.ts';
import { loansById, PAYOUTS } from '../service.ts';
import { transaction } from '../../platform/database.ts';
import { todayOf } from '../../servicing/debits/testing/debtor.ts';
import { creditTools } from '../../servicing/payments/testing/credit-tools.ts';
import { refundTools } from '../../servicing/payments/testing/refund-tools.ts';
import { takeRefundStep } from '../../servicing/payments/refunds/send.ts';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { decidePayout } from '../../integrations/payouts/sandbox.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { payoutTools } from './testing/orders.ts';

/** A rail that contradicts its earlier result (docs/decisions/0122-contradicted-orders.md). */

let product: TestProduct;
let tools: ReturnType<typeof payoutTools>;
let credit: ReturnType<typeof creditTools>;
let refunds: ReturnType<typeof refundTools>;
let treasury: StaffMember;
let head: StaffMember;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [treasury, head] = [await signInAs(product, 'treasury'), await signInAs(product, 'head')];
  for (const each of [treasury, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
  tools = payoutTools(product, treasury);
  credit = creditTools(product);
  refunds = refundTools(product, treasury, head);
});
afterAll(() => product.close());

const paid = { state: 'completed', providerId: 'T-9', receiptCode: 'T-9', reason: '' } as const;
const rejected = { state: 'failed', providerId: '', receiptCode: '', reason: 'returned' } as const;
type Word = 'completed' | 'failed';

const says = (loanId: number, answer: typeof paid | typeof rejected) =>
  transaction(product.deps.db, (tx) => recordAnswer(tx, product.deps, PAYOUTS, loanId, answer));

let files = 0;

/** Imports a result file with one state of an order. */
async function file(country: CountryCode, reference: string, state: Word): Promise<void> {
  files += 1;
  const rail = product.deps.ports.payouts['bank-transfer'].name;
  const line = `${reference};${state};${state === 'completed' ? 'B-1' : ''};;${files}`;
  const text = `RESULTS;${rail};${packOf(country).currency}\n${line}\nEND;1\n`;
  const imported = await importResults(product.deps, { rail, name: `r-${files}`, bytes: Buffer.from(text) });
  expect(imported).toMatchObject({ ok: true, isNew: true });
}

const referenceOf = async (loanId: number): Promise<string> =>
  (
    await product.deps.db
      .selectFrom('payout')
      .select('reference')
      .where('loan_id', '=', loanId)
      .executeTakeFirstOrThrow()
  ).reference;

async function contradictionOf(loanId: number, state: 'open' | 'resolved' = 'open') {
  const query = { state };
  const listed = await treasury.call('GET /api/staff/operation/order-contradictions', { query });
  return listed.body.result.find(({ loan }: { loan: string }) => loan === String(loanId));
}

async function resolve(loanId: number, country: CountryCode, outcome: 'paid' | 'not-paid'): Promise<void> {
  const { id, version } = await contradictionOf(loanId);
  const evidence = await tools.receiptOf(treasury, country);
  const why = { reason_code: 'provider-word', reason: 'Lo dice el banco' };
  const asked = await treasury.call('POST /api/staff/operation/order-contradictions/{id}/resolve', {
    params: { id },
    version,
    body: { outcome, file: evidence, ...why },
  });
  expect(asked.body.outcome).toBe('pending_approval');
  const params = { id: asked.body.approval };
  expect((await head.call('POST /api/staff/approvals/{id}/approve', { params })).status).toBe(200);
  expect(await contradictionOf(loanId, 'resolved')).toMatchObject({ truth: outcome });
}

/** Checks that ledger and standing agree. */
async function isSound(loanId: number): Promise<Awaited<ReturnType<typeof loanBalance>>> {
  const { db, clock } = product.deps;
  const loans = await loansById(db, [loanId]);
  const written = await writtenOf(db, loans);
  const found = loans.flatMap((loan) =>
    auditBooks(loan, written(loan), localDate(clock.now(), loan.country)),
  );
  expect(found).toEqual([]);
  const ledger = await loanBalance(db, loanId);
  expect([...ledger.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
  return ledger;
}

describe('a rail that contradicts itself', () => {
  const country = 'UY';

  test('a payout that was paid and then rejected is frozen; not paid after all, it is undone', async () => {
    const one = await borrower(product, country, 3, { membership: true });
    const [first] = (await one.balance()).installments;
    const { hash } = (await one.ask([1], 'bank-transfer')).body.result;
    await credit.drive(one, 'settle', hash);
    const other = (await one.ask([2], 'bank-transfer')).body.result.hash;
    const { customer_id: customer } = await product.deps.db
      .selectFrom('loan')
      .select('customer_id')
      .where('id', '=', one.loanId)
      .executeTakeFirstOrThrow();
    await says(one.loanId, rejected);
    await says(one.loanId, rejected);
    expect(await contradictionOf(one.loanId)).toMatchObject({
      kind: 'pay-out',
      ruled: 'paid',
      ruled_by: 'El proveedor',
      said: 'not-paid',
    });
    expect(await stops(product.deps.db, 'charges', customer, one.loanId)).toBe(true);
    await resolve(one.loanId, country, 'not-paid');
    const ledger = await isSound(one.loanId);
    const left = Object.fromEntries([...ledger].filter(([, amount]) => amount !== 0));
    const cents = Math.round(first.amount * 100);
    expect(left).toEqual({ collections: cents, 'customer-credit': -cents });
    expect(await credit.own(one)).toMatchObject({ loanId: null, credit: first.amount });
    const params = { id: one.publicId };
    const loan = (await one.person.call('GET /api/v3/loan-new/{id}', { params })).body.result;
    expect(loan).toMatchObject({ state_slug: 'canceled', credit: first.amount });
    // A later payment is also the customer's money, and moves to their next loan.
    await credit.drive(one, 'settle', other);
    const again = await tools.confirmed(country, one.person);
    for (let steps = 0; steps < 2; steps += 1) await again.advance('ok');
    await moveCredits(product.deps, { country, date: todayOf(product, country) });
    await isSound(one.loanId);
    await isSound(again.id);
    expect((await credit.own(one)).credit).toBeGreaterThanOrEqual(first.amount);
  });

  test('paid after all it stays as it is, and is charged again', async () => {
    const one = await borrower(product, country, 3);
    const before = await one.balance();
    await says(one.loanId, rejected);
    await resolve(one.loanId, country, 'paid');
    expect((await one.balance()).installments).toEqual(before.installments);
    await isSound(one.loanId);
  });

  test('a payout that was rejected and then paid is delivered once two people say so', async () => {
    const made = await tools.unknownOrder(country);
    await says(made.id, rejected);
    expect((await made.shown()).state_slug).toBe('canceled');
    await says(made.id, paid);
    expect(await contradictionOf(made.id)).toMatchObject({ ruled: 'not-paid', said: 'paid' });
    const again = await tools.confirmed(country, made.person);
    for (let steps = 0; steps < 3; steps += 1) await again.step();
    expect(await again.orders()).toEqual([]);
    await resolve(made.id, country, 'paid');
    expect(await made.shown()).toMatchObject({ state_slug: 'approved' });
    const ledger = await isSound(made.id);
    const [loan] = await loansById(product.deps.db, [made.id]);
    expect(ledger.get('principal-receivable')).toBe(loan?.principal);
    expect(ledger.get('disbursement-in-transit') ?? 0).toBe(0);
    expect(await made.order()).toMatchObject({ state: 'confirmed' });
  });

  test('a result file that contradicts an earlier one does the same', async () => {
    const one = await borrower(product, country, 3);
    const reference = await referenceOf(one.loanId);
    await file(country, reference, 'completed');
    await file(country, reference, 'failed');
    expect(await contradictionOf(one.loanId)).toMatchObject({ ruled: 'paid', said: 'not-paid' });
    // An open order ends by its first result.
    const open = await tools.unknownOrder(country);
    const name = await referenceOf(open.id);
    await file(country, name, 'failed');
    await file(country, name, 'completed');
    expect(await contradictionOf(open.id)).toMatchObject({ ruled: 'not-paid', said: 'paid' });
    expect((await open.shown()).state_slug).toBe('canceled');
  });

  test('a line that is not understood stops alone, and a file in latin-1 is read', async () => {
    const [good, bad] = [await tools.unknownOrder(country), await tools.unknownOrder(country)];
    const rail = product.deps.ports.payouts['bank-transfer'].name;
    const lines = [
      `${await referenceOf(good.id)};failed;;;Ñandú S.A. cerró la cuenta`,
      `${await referenceOf(bad.id)};pagado;P-1;;`,
    ];
    const text = `RESULTS;${rail};${packOf(country).currency}\n${lines.join('\n')}\nEND;2\n`;
    const bytes = Buffer.from(text, 'latin1');
    const imported = await importResults(product.deps, { rail, name: 'latin', bytes });
    expect(imported).toMatchObject({ ok: true, isNew: true });
    expect(imported.ok && imported.rejects.map(({ outcome }) => outcome)).toContain('unread');
    const { db } = product.deps;
    const kept = await db
      .selectFrom('payout_result as r')
      .innerJoin('payout_result_file as f', 'f.id', 'r.file_id')
      .select(['r.kind', 'r.outcome', 'r.reason'])
      .where('f.name', '=', 'latin')
      .orderBy('f.id', 'desc')
      .orderBy('r.line')
      .limit(2)
      .execute();
    expect(kept).toMatchObject([
      { kind: 'result', reason: 'Ñandú S.A. cerró la cuenta' },
      { kind: 'unread', outcome: 'unread', reason: expect.stringContaining('pagado') },
    ]);
    const event = await db
      .selectFrom('event')
      .select('detail')
      .where('kind', '=', 'pay-out-result-unread')
      .where('loan_id', '=', bad.id)
      .executeTakeFirst();
    expect(event).toBeDefined();
  });

  test('a refund that was rejected and then paid is frozen, and one that was paid and then rejected waits', async () => {
    const made = await refunds.withCredit(country);
    const { one, account, units } = made;
    const sent = async () => {
      expect((await refunds.approve((await refunds.ask(one, account, units)).body.approval)).status).toBe(
        200,
      );
      return refunds.refundOf(one);
    };
    const refund = await sent();
    await takeRefundStep(product.deps, refund.id);
    await decidePayout(product.deps.db, refund.reference, 'failed');
    await takeRefundStep(product.deps, refund.id);
    expect((await credit.own(one)).credit).toBe(units);
    await file(country, refund.reference, 'failed');
    await file(country, refund.reference, 'completed');
    expect(await contradictionOf(one.loanId)).toMatchObject({ kind: 'refund', frozen: units, missing: 0 });
    expect((await credit.own(one)).credit).toBe(0);
    await resolve(one.loanId, country, 'not-paid');
    expect((await credit.own(one)).credit).toBe(units);
    await isSound(one.loanId);
    const second = await sent();
    await takeRefundStep(product.deps, second.id);
    await decidePayout(product.deps.db, second.reference, 'completed');
    await takeRefundStep(product.deps, second.id);
    await file(country, second.reference, 'completed');
    await file(country, second.reference, 'failed');
    expect(await contradictionOf(one.loanId)).toMatchObject({ ruled: 'paid', said: 'not-paid' });
    expect((await credit.own(one)).credit).toBe(0);
  });
});
