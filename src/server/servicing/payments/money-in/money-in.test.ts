import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packOf } from '../../../../countries/index.ts';
import { centavos } from '../../../../domain/money.ts';
import { listMessages } from '../../../messages/service.ts';
import { transaction } from '../../../platform/database.ts';
import { auditedWrites } from '../../../staff/testing/audited.ts';
import { consoleUrl, type StaffMember } from '../../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { todayOf } from '../../debits/testing/debtor.ts';
import { reportRefund } from '../reports/refund.ts';
import { reportReversal } from '../reports/reverse-report.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';
import { cash, cents } from '../testing/credit-tools.ts';
import { moneyTools, why } from '../testing/money-tools.ts';

/** Money that led nowhere (docs/decisions/0084-money-in.md). */

type Tools = Awaited<ReturnType<typeof moneyTools>>;
let product: TestProduct;
let treasury: StaffMember;
let head: StaffMember;
let accounting: StaffMember;
let audit: ReturnType<typeof auditedWrites>;
let tools: Tools;
let waitingMoney: Tools['waitingMoney'];
let found: Tools['found'];
let target: Tools['target'];
let approve: Tools['approve'];
let statesOf: Tools['statesOf'];
let evidence: Tools['evidence'];
let expectEven: Tools['expectEven'];

beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api', CONSOLE_URL: consoleUrl } });
  tools = await moneyTools(product);
  ({ treasury, head, accounting, waitingMoney, found, target } = tools);
  ({ approve, statesOf, evidence, expectEven } = tools);
  audit = auditedWrites(product);
});
afterAll(() => product.close());

async function match(id: string, one: Borrower, more: object = {}, options: object = {}) {
  const { version } = await found(id);
  const { books } = await target(one);
  return treasury.call('POST /api/staff/money/unmatched/{id}/match', {
    params: { id },
    version,
    body: { loan: String(one.loanId), books, ...why, ...more },
    ...options,
  });
}

describe('money', () => {
  const country = 'AR';

  test('a small amount needs one person, a large one two; a stale page and changed books are told', async () => {
    const one = await borrower(product, country, 3);
    const small = await waitingMoney(country, 100);
    const stale = (await target(one)).books;
    expect((await match(small, one)).body.outcome).toBe('done');
    const other = await waitingMoney(country, 100);
    const changed = await match(other, one, { books: stale });
    expect(changed).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect(changed.body.message).toContain('tuvo un movimiento');

    const large = await waitingMoney(country, 200_000);
    const asked = await match(large, one);
    expect(asked.body.outcome).toBe('pending_approval');
    expect(await found(large)).toMatchObject({ version: 1, asked_by: expect.stringContaining('Tesorería') });
    expect((await approve(treasury, asked.body.approval)).body.code).toBe('permission');
    // The loan's books change meanwhile, so the approval is refused.
    expect((await match(other, one)).body.outcome).toBe('done');
    const ground = await approve(head, asked.body.approval);
    expect(ground).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    const askedAgain = await match(large, one);
    expect((await approve(accounting, askedAgain.body.approval)).status).toBe(200);
    expect((await one.balance()).credit + (await one.collected())).toBeGreaterThan(0);
    await expectEven();
  });

  test('that led nowhere is suggested by document, amount, reference and name, and becomes a payment', async () => {
    const one = await borrower(product, country, 3);
    const { hash } = (await one.ask([1], cash[country])).body.result;
    const coupon = (await product.call('GET /api/v3/coupon/{hash}', { params: { hash }, country })).body
      .result;
    const { first_name, last_name } = await product.deps.db
      .selectFrom('customer')
      .select(['first_name', 'last_name'])
      .where('document_number', '=', one.documentNumber)
      .executeTakeFirstOrThrow();
    const text = `DEP ${last_name} ${first_name} ${one.documentNumber}`;
    const id = await waitingMoney(country, coupon.amount, { text });
    await expectEven();
    const seen = await found(id);
    expect(seen).toMatchObject({ kind: 'no-reference', amount: coupon.amount, asked_by: '' });
    expect(seen.text).not.toContain(one.documentNumber);
    const [best] = seen.suggestions;
    expect(best.loan).toBe(String(one.loanId));
    expect(best.why.toSorted()).toEqual(['amount', 'document', 'name']);
    const request = best.requests.find(
      ({ reference }: { reference: string }) => reference === coupon.reference,
    );

    const seenFirst = await match(id, one, { request: request.id }, { query: { preview: '1' } });
    expect(seenFirst.body.outcome).toBe('preview');
    expect(JSON.parse(seenFirst.body.after)).toMatchObject({ state: 'exact', suspense: expect.any(String) });
    expect(await statesOf(one)).toEqual(['payment', 'pending', 'pending'].map(() => expect.any(String)));
    expect((await found(id)).version).toBe(1);

    const { books } = await target(one);
    const call = {
      params: { id },
      version: 1,
      body: { loan: String(one.loanId), request: request.id, books, ...why },
    };
    const done = await treasury.call('POST /api/staff/money/unmatched/{id}/match', {
      ...call,
      headers: { 'idempotency-key': `lost-${country}` },
    });
    // A limit decides whether a second person is asked.
    if (done.body.outcome === 'pending_approval') await approve(head, done.body.approval);
    const again = await treasury.call('POST /api/staff/money/unmatched/{id}/match', {
      ...call,
      headers: { 'idempotency-key': `lost-${country}` },
    });
    expect(again.body).toEqual(done.body);
    expect((await statesOf(one))[0]).toBe('payed');
    expect(await one.collected()).toBe(cents(coupon.amount));
    const late = await treasury.call('POST /api/staff/money/unmatched/{id}/match', call);
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect(late.body.message).toMatch(/ resolvió este dinero/);
    const mails = await listMessages(product.deps, one.person.email);
    expect(mails.some(({ subject }) => subject === 'Recibimos tu pago')).toBe(true);
    await expectEven();

    // Its network takes it back: the instalment is open again and its borrower is told.
    const { report_id, source } = seen;
    await transaction(product.deps.db, (tx) =>
      reportReversal(tx, product.deps, {
        country,
        source,
        reportId: report_id,
        reference: '',
        amount: centavos(cents(coupon.amount)),
        currency: packOf(country).currency,
        reason: 'network',
        reversedOn: todayOf(product, country),
      }),
    );
    expect((await statesOf(one))[0]).toBe('pending');
    const after = await listMessages(product.deps, one.person.email);
    expect(after.some(({ subject }) => subject === 'Uno de tus pagos fue devuelto')).toBe(true);
    await expectEven();
  });

  test('is returned to its payer with a receipt by two people; taken back after that it stays on the list', async () => {
    const id = await waitingMoney(country, 321.45, { reference: '00000000000000' });
    const file = await evidence(country);
    const { version, report_id, source, kind } = await found(id);
    expect(kind).toBe('unknown-reference');
    const ask = (bank_reference: string, more: object = {}) =>
      treasury.call('POST /api/staff/money/unmatched/{id}/return', {
        params: { id },
        version,
        body: { bank_reference, file, reason_code: 'not-ours', reason: 'No es de nadie', ...more },
      });
    expect((await ask(`DEV-${country}`, { file: '999999' })).body.code).toBe('evidence_missing');
    const asked = await ask(`DEV-${country}`);
    expect(asked.body.outcome).toBe('pending_approval');
    expect((await approve(accounting, asked.body.approval)).status).toBe(200);
    expect(await found(id)).toBeUndefined();
    await expectEven();
    const second = await waitingMoney(country, 5);
    const twice = await treasury.call('POST /api/staff/money/unmatched/{id}/return', {
      params: { id: second },
      version: 1,
      body: { bank_reference: `DEV-${country}`, file, reason_code: 'not-ours', reason: 'Otra vez' },
    });
    expect(twice.body.code).toBe('reference_used');
    for (const refunded of [100, 250]) {
      const report = { source, reportId: report_id, refundedOn: todayOf(product, country) };
      await transaction(product.deps.db, (tx) =>
        reportRefund(tx, product.deps, { ...report, refunded: centavos(refunded) }),
      );
      expect(await found(id)).toMatchObject({ kind: 'short', amount: -refunded / 100 });
    }
    await transaction(product.deps.db, (tx) =>
      reportReversal(tx, product.deps, {
        country,
        source,
        reportId: report_id,
        reference: '',
        amount: centavos(32_145),
        currency: packOf(country).currency,
        reason: 'network',
        reversedOn: todayOf(product, country),
      }),
    );
    expect(await found(id)).toMatchObject({ kind: 'short', amount: -321.45 });
    await expectEven();
  });
});

test('a role that was taken away in the middle asks for nothing, and other countries are not seen', async () => {
  const one = await borrower(product, 'UY', 3);
  const id = await waitingMoney('UY', 90_000);
  const asked = await match(id, one);
  const { db } = product.deps;
  const set = (values: object) =>
    db.updateTable('staff_member').set(values).where('id', '=', Number(treasury.id)).execute();
  await set({ roles: ['agent'] });
  expect((await approve(head, asked.body.approval)).body.code).toBe('permission');
  await set({ roles: ['treasury'], countries: ['AR'] });
  expect(await found(id)).toBeUndefined();
  await set({ countries: ['AR', 'UY'] });
  expect((await found(id)).version).toBe(1);
});

test('every write leaves its row of the audit', async () => {
  const one = await borrower(product, 'AR', 3);
  const file = await evidence('AR');
  const id = await waitingMoney('AR', 10);
  const { books } = await target(one);
  await audit.write(treasury, 'POST /api/staff/money/unmatched/{id}/match', {
    params: { id },
    version: 1,
    body: { loan: String(one.loanId), books, ...why },
  });
  const other = await waitingMoney('AR', 11);
  await audit.write(treasury, 'POST /api/staff/money/unmatched/{id}/return', {
    params: { id: other },
    version: 1,
    body: { bank_reference: 'AUD-1', file, reason_code: 'not-ours', reason: 'No es de nadie' },
  });
  expect(audit.left('/api/staff/money/unmatched')).toEqual([]);
});
