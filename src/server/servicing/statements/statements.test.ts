import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packOf } from '../../../countries/index.ts';
import { lenderNotice } from '../../../countries/lender.ts';
import { localDate } from '../../../countries/local-time.ts';
import { CUSTOMER_ACCOUNTS } from '../../../countries/papers/statement-texts.ts';
import { networksOf } from '../../../countries/testing/test-country.ts';
import { discountGranted, taxDue } from '../../../domain/ledger.ts';
import { centavos } from '../../../domain/money.ts';
import { loanBalance, post } from '../../loans/ledger/service.ts';
import { receivePayment } from '../../loans/books/service.ts';
import { flatText } from '../../origination/agreements/testing/pdf-text.ts';
import { pageOf } from '../../origination/agreements/testing/raw-page.ts';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { transaction } from '../../platform/database.ts';
import { conformanceFaults } from '../../platform/pdf/testing/conformance.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { text } from './routes.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const dayMs = 86_400_000;
const cents = (units: number) => Math.round(units * 100);

interface Line {
  readonly kind: string;
  readonly concept: string;
  readonly detail: string;
  readonly charge: number;
  readonly credit: number;
  readonly balance: number;
}

async function statement(one: Borrower) {
  const answer = await one.person.call('GET /api/v3/statement/{id}', { params: { id: one.publicId } });
  expect(answer.status).toBe(200);
  return answer.body.result;
}

/** Every line follows from the one before, and the last leads to what is owed. */
async function check(one: Borrower) {
  const { movements, closing } = await statement(one);
  let balance = 0;
  for (const line of movements as Line[]) {
    expect(line.charge === 0 || line.credit === 0).toBe(true);
    balance += cents(line.charge) - cents(line.credit);
    expect(cents(line.balance)).toBe(balance);
  }
  const accounts = await loanBalance(product.deps.db, one.loanId);
  // The statement shows tax when it is paid, not when it falls due.
  accounts.delete('tax-receivable');
  const owed = CUSTOMER_ACCOUNTS.reduce((sum, account) => sum + (accounts.get(account) ?? 0), 0);
  expect(balance).toBe(owed);
  const { balance: last, to_come, default_interest, in_favour, membership, outstanding } = closing;
  expect(cents(last)).toBe(owed);
  const added = [last, in_favour, -membership, to_come, default_interest].map(cents);
  expect(added.reduce((sum, amount) => sum + amount)).toBe(cents(outstanding));
  const open = (await one.balance()).installments.filter(({ payed }: { payed: boolean }) => !payed);
  const shown = open.reduce((sum: number, { missing }: { missing: number }) => sum + cents(missing), 0);
  expect(cents(outstanding)).toBe(shown);
  return movements as Line[];
}

async function settle(one: Borrower, numbers: readonly number[], amount?: number): Promise<void> {
  const { hash } = (await one.ask(numbers, 'bank-transfer')).body.result;
  await product.call('POST /sandbox/payments/{hash}/settle', {
    params: { hash },
    country: one.country,
    body: amount === undefined ? {} : { amount },
  });
}

describe.each(['AR', 'UY'] as const)('the statement in %s', (country) => {
  test('has every movement of the ledger, and its balance ends in what is owed', async () => {
    const one = await borrower(product, country, 3);
    const { slug, name } = networksOf(country)[0]!;
    const pay = async (numbers: readonly number[], method: string) => {
      const { hash } = (await one.ask(numbers, method)).body.result;
      await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash }, country });
    };
    const begun = await check(one);
    expect(begun.map(({ kind }) => kind)).toContain('disbursement');
    expect(begun.at(-1)).toMatchObject({ kind: 'notice', charge: 0, credit: 0 });
    await product.advance(75 * dayMs);
    await pay([1], slug);
    const late = await check(one);
    expect(late.find(({ kind }) => kind === 'default-interest')?.charge).toBeGreaterThan(0);
    const payment = late.find(({ kind }) => kind === 'payment');
    expect(payment?.detail.startsWith(`${name}. Cuota 1: mora $`)).toBe(true);
    await pay([2, 3], 'bank-transfer');
    await check(one);
    // The third was paid before its time: its interest of days to come is in favour.
    const { closing } = await statement(one);
    expect(closing).toMatchObject({ balance: -closing.in_favour, outstanding: 0, payoff: 0 });
    expect(closing.in_favour).toBeGreaterThan(0);
    await product.advance(-75 * dayMs);
  });
});

/** Has the network report what a request asked for, or take it back. */
const drive = (what: 'settle' | 'reverse', hash: string) =>
  product.call(`POST /sandbox/payments/{hash}/${what}`, { params: { hash } });

/** Closes the loan or pays ahead, as quoted. */
async function payEarly(one: Borrower, kind: 'settlement' | 'fewer' | 'smaller', total?: number) {
  const params = { id: one.publicId };
  const quote = (await one.person.call('GET /api/v3/loan/{id}/settlement', { params })).body.result;
  const asked = await one.person.call('POST /api/v3/loan/{id}/settlement', {
    params,
    body: { kind, payment_method: 'bank-transfer', total: total ?? quote.total },
  });
  await drive('settle', asked.body.result.hash);
}

describe('after any events of a loan, every line follows from the one before', () => {
  test('too much paid is in the favour of the customer', async () => {
    const one = await borrower(product, 'AR', 3);
    const [first] = (await one.balance()).installments;
    await settle(one, [1], first.amount + 1000);
    await check(one);
    expect((await statement(one)).closing.in_favour).toBe(1000);
  });

  test('a payment that is taken back', async () => {
    const one = await borrower(product, 'AR', 3);
    await product.advance(40 * dayMs);
    const { hash } = (await one.ask([1, 2], 'bank-transfer')).body.result;
    await drive('settle', hash);
    const before = await check(one);
    await drive('reverse', hash);
    const after = await check(one);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length).map(({ kind }) => kind)).toContain('reversal');
    expect(after.at(-1)?.balance).toBe(before[0]?.balance);
    await product.advance(-40 * dayMs);
  });

  test.each(['fewer', 'smaller'] as const)('paying ahead: %s', async (kind) => {
    const one = await borrower(product, 'AR', 6);
    await product.advance(20 * dayMs);
    const [first] = (await one.balance()).installments;
    await payEarly(one, kind, first.amount * 2);
    const lines = await check(one);
    expect(lines.filter((line) => line.kind === 'payment')).toMatchObject([{ credit: first.amount * 2 }]);
    await product.advance(-20 * dayMs);
  });

  test('closing early', async () => {
    const one = await borrower(product, 'AR', 6);
    await product.advance(20 * dayMs);
    await payEarly(one, 'settlement');
    expect((await check(one)).at(-1)?.balance).toBe(0);
    await product.advance(-20 * dayMs);
  });

  test('a membership is charged beside the loan', async () => {
    const one = await borrower(product, 'AR', 3, { membership: true });
    await settle(one, [1]);
    const lines = await check(one);
    const due = lines.find(({ concept }) => concept === 'Membresía');
    expect(due?.charge).toBeGreaterThan(0);
    expect((await statement(one)).closing.membership).toBe(6300);
  });

  test.each(['AR', 'UY'] as const)('%s: a change that only moves tax is no movement', async (country) => {
    const one = await borrower(product, country, 3);
    const before = await check(one);
    const { db, clock } = product.deps;
    const { customer_id, currency } = await db
      .selectFrom('loan')
      .select(['customer_id', 'currency'])
      .where('id', '=', one.loanId)
      .executeTakeFirstOrThrow();
    await transaction(db, (tx) =>
      post(tx, {
        country,
        currency,
        kind: 'loan-changed',
        loanId: one.loanId,
        customerId: customer_id,
        valueDate: localDate(clock.now(), country),
        at: clock.now(),
        entries: taxDue(centavos(1_234)),
      }),
    );
    expect(await check(one)).toEqual(before);
  });

  test('a discount', async () => {
    const one = await borrower(product, 'AR', 3);
    const { db } = product.deps;
    const { customer_id } = await db
      .selectFrom('loan')
      .select('customer_id')
      .where('id', '=', one.loanId)
      .executeTakeFirstOrThrow();
    await transaction(db, async (tx) => {
      const discount = { loanId: one.loanId, amount: centavos(5000_00), source: 'referral-discount' };
      const today = localDate(product.deps.clock.now(), 'AR');
      await receivePayment(tx, product.deps, { ...discount, reference: one.publicId, valueDate: today });
      await post(tx, {
        country: 'AR',
        currency: 'ARS',
        kind: 'discount-granted',
        loanId: one.loanId,
        customerId: customer_id,
        valueDate: today,
        at: product.deps.clock.now(),
        entries: discountGranted(discount.amount),
      });
    });
    const lines = await check(one);
    expect(lines.at(-1)).toMatchObject({
      kind: 'discount',
      concept: 'Descuento del programa de referidos',
      credit: 5000,
      detail: expect.stringMatching(/^Cuota 1: intereses \$/),
    });
  });
});

describe('the files', () => {
  test('open by the address that the owner got, for five minutes', async () => {
    const one = await borrower(product, 'AR', 3);
    await settle(one, [1]);
    const { files, movements } = await statement(one);
    const csv = await product.raw(files.csv);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="movimientos-.*\.csv"$/);
    expect(csv.headers.get('cache-control')).toContain('no-store');
    const [head, ...lines] = csv.body.split('\r\n');
    expect(head).toBe('\uFEFF"Fecha";"Concepto";"Detalle";"Cargo";"Pago";"Saldo"');
    expect(lines.filter((line: string) => /^"\d\d-\d\d-\d{4}"/.test(line))).toHaveLength(movements.length);
    expect(csv.body).toMatch(/;"Préstamo: dinero entregado";"";\d+,\d\d;;\d+,\d\d\r\n/);
    const pdf = await product.call('GET /api/v3/statement/{id}/pdf', {
      params: { id: one.publicId },
      token: one.person.token,
    });
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.body.slice(0, 5)).toBe('%PDF-');
    const page = await pageOf(product.port, files.pdf, { country: 'AR' });
    expect(conformanceFaults(page.bytes)).toEqual([]);
    const { lenders } = product.deps.config;
    expect(flatText(page.bytes)).toContain(lenderNotice(packOf('AR'), 'Wayni', lenders.AR));
    const forged = files.csv.replace(/signature=.{4}/, 'signature=AAAA');
    expect((await product.raw(forged)).status).toBe(404);
    expect((await product.raw(files.csv.replace('/csv?', '/pdf?'))).status).toBe(404);
    await product.advance(6 * 60_000);
    expect((await product.raw(files.csv)).status).toBe(404);
  });

  test('no other caller gets the statement', async () => {
    const one = await borrower(product, 'AR', 3);
    const other = await borrower(product, 'AR', 3);
    const params = { id: one.publicId };
    for (const key of ['', '/pdf', '/csv'] as const) {
      const call = `GET /api/v3/statement/{id}${key}` as const;
      expect((await other.person.call(call, { params })).status).toBe(404);
      expect((await product.call(call, { params })).status).toBe(key === '' ? 401 : 404);
    }
  });

  test.each([
    ['=1+1', `"'=1+1"`],
    ['+54', `"'+54"`],
    ['-1', `"'-1"`],
    ['@x', `"'@x"`],
    ['\t=1', `"'\t=1"`],
    [' =1', `"' =1"`],
    ['＝1', `"'＝1"`],
    ['a "b"; c', '"a ""b""; c"'],
    ['Cuota 1', '"Cuota 1"'],
  ])('%j is no formula', (words, cell) => expect(text(words)).toBe(cell));
});
