import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packOf } from '../../../../countries/index.ts';
import { centavos } from '../../../../domain/money.ts';
import { transaction } from '../../../platform/database.ts';
import { auditedWrites } from '../../../staff/testing/audited.ts';
import { consoleUrl } from '../../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { todayOf } from '../../debits/testing/debtor.ts';
import { reportPayment } from '../reports/report.ts';
import { borrower } from '../testing/borrower.ts';
import { cash } from '../testing/credit-tools.ts';
import { moneyTools, why } from '../testing/money-tools.ts';

/** Payments booked or reversed by hand, on evidence (docs/decisions/0084-money-in.md). */

let product: TestProduct;
let tools: Awaited<ReturnType<typeof moneyTools>>;
let audit: ReturnType<typeof auditedWrites>;

beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api', CONSOLE_URL: consoleUrl } });
  tools = await moneyTools(product);
  audit = auditedWrites(product);
});
afterAll(() => product.close());

describe.each(['AR', 'UY'] as const)('in %s', (country) => {
  test('a payment by hand counts once by the bank’s number, and is reversed by two people', async () => {
    const { treasury, head, accounting, target, approve, evidence, expectEven } = tools;
    const one = await borrower(product, country, 3);
    const file = await evidence(country);
    const { books } = await target(one);
    const today = todayOf(product, country);
    const body = {
      country,
      loan: String(one.loanId),
      source: cash[country],
      bank_reference: `OP-${country}-1`,
      amount: 150.5,
      paid_on: today,
      file,
      ...why,
    };
    const book = (more: object = {}, version = books) =>
      treasury.call('POST /api/staff/money/payments', { version, body: { ...body, ...more } });
    expect((await book({ paid_on: '2000-01-01' })).body.code).toBe('money_day');
    expect((await book({ source: 'nadie' })).body.code).toBe('money_source');
    const asked = await book();
    expect(asked.body.outcome).toBe('pending_approval');
    expect((await approve(head, asked.body.approval)).status).toBe(200);
    expect(await one.collected()).toBe(15_050);
    expect((await book({}, (await target(one)).books)).body.code).toBe('reference_used');
    // The network's own file has the same number, so it is recognised.
    const known = await transaction(product.deps.db, (tx) =>
      reportPayment(tx, product.deps, {
        country,
        source: cash[country],
        reportId: body.bank_reference,
        reference: '',
        amount: centavos(15_050),
        currency: packOf(country).currency,
        paidOn: today,
      }),
    );
    expect(known.isNew).toBe(false);

    const list = await treasury.call('GET /api/staff/money/payments', {
      query: { reference: body.bank_reference },
    });
    const [row] = list.body.result;
    expect(row).toMatchObject({ loan: String(one.loanId), counts: true, files: [file] });
    const reversal = {
      params: { id: row.id },
      version: row.books,
      body: { file, reason_code: 'charged-back', reason: 'El banco la rechazó' },
    };
    const first = await treasury.call('POST /api/staff/money/payments/{id}/reverse', reversal);
    const second = await head.call('POST /api/staff/money/payments/{id}/reverse', reversal);
    expect(second).toMatchObject({ status: 409, body: { code: 'already_asked' } });
    expect((await approve(accounting, first.body.approval)).status).toBe(200);
    expect(await one.collected()).toBe(0);
    const late = await head.call('POST /api/staff/money/payments/{id}/reverse', reversal);
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    await expectEven();
  });
});

test('both writes leave their rows of the audit', async () => {
  const { treasury, target, evidence } = tools;
  const one = await borrower(product, 'AR', 3);
  const file = await evidence('AR');
  const { hash } = (await one.ask([1], cash.AR)).body.result;
  await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash } });
  const now = (await target(one)).books;
  await audit.write(treasury, 'POST /api/staff/money/payments', {
    version: now,
    body: {
      country: 'AR',
      loan: String(one.loanId),
      source: cash.AR,
      bank_reference: 'AUD-2',
      amount: 10,
      paid_on: todayOf(product, 'AR'),
      file,
      ...why,
    },
  });
  const rows = (await treasury.call('GET /api/staff/money/payments', { query: { country: 'AR' } })).body
    .result;
  const row = rows.find(({ counts }: { counts: boolean }) => counts);
  await audit.write(treasury, 'POST /api/staff/money/payments/{id}/reverse', {
    params: { id: row.id },
    version: row.books,
    body: { file, reason_code: 'network', reason: 'La red la anuló' },
  });
  expect(audit.left('/api/staff/money/payments')).toEqual([]);
});
