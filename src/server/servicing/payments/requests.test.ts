import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { otherThan, testCountry } from '../../../countries/testing/test-country.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos } from '../../../domain/money.ts';
import { loanBalance } from '../../loans/ledger/service.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { isSameAmount } from './price.ts';
import { borrower, type Borrower } from './testing/borrower.ts';

let product: TestProduct;
let ar: Borrower;
let uy: Borrower;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [ar, uy] = await Promise.all([borrower(product, 'AR', 12), borrower(product, 'UY', 12)]);
});
afterAll(() => product.close());

const of = (country: CountryCode) => [ar, uy].find((one) => one.country === country)!;
const day = 86_400_000;

const settle = (hash: string, country: CountryCode = 'AR', amount?: number) =>
  product.call('POST /sandbox/payments/{hash}/settle', {
    params: { hash },
    country,
    ...(amount === undefined ? {} : { body: { amount } }),
  });
const coupon = (hash: string, country: CountryCode = 'AR', token?: string) =>
  product.call('GET /api/v3/coupon/{hash}', {
    params: { hash },
    country,
    ...(token === undefined ? {} : { token }),
  });
const drop = (hash: string, document_number: string, country: CountryCode = 'AR') =>
  product.call('DELETE /api/v3/coupon/{hash}', { params: { hash }, query: { document_number }, country });
const outcomesOf = async (reference: string) =>
  (
    await product.deps.db
      .selectFrom('payment_report')
      .select('outcome')
      .where('request_reference', '=', reference)
      .orderBy('id')
      .execute()
  ).map(({ outcome }) => outcome);

test('a total that the browser added up is the same to the centavo', () => {
  expect(isSameAmount(0.1 + 0.2, centavos(30))).toBe(true);
  expect([0.29, 0.31].map((units) => isSameAmount(units, centavos(30)))).toEqual([false, false]);
});

test('no index depends on the state of a payment, so that closing one writes to none', async () => {
  const { rows } = await sql<{ index: string }>`
    select indexname as index from pg_indexes where tablename = 'payment_request' and indexdef ~ '\\mstate\\M'
  `.execute(product.deps.db);
  expect(rows).toEqual([]);
});

test('the database refuses a second open payment of a membership, and takes one after the first has ended', async () => {
  const { db } = product.deps;
  const one = await borrower(product, 'AR', 3, { membership: true });
  const open = (reference: string) =>
    db
      .insertInto('payment_request')
      .values({
        hash: `membership-${reference}`,
        country: 'AR',
        loan_id: one.loanId,
        method: 'bank-transfer',
        kind: 'transfer',
        purpose: 'membership',
        amount: 100,
        priced_on: '2026-11-27' as CalendarDate,
        due_date: '2026-11-27' as CalendarDate,
        reference,
        created_at: new Date(),
      })
      .execute();
  await open('m-1');
  await expect(open('m-2')).rejects.toThrow(/payment_request_one_membership/);
  await db
    .updateTable('payment_request')
    .set({ state: 'expired', closed_at: new Date() })
    .where('reference', '=', 'm-1')
    .execute();
  await open('m-2');
});

describe('payment methods', () => {
  test.each(['AR', 'UY'] as const)(
    '%s: those the account statement names, shown as data',
    async (country) => {
      const { body } = await product.call('GET /api/v3/cashin/payment/availables', { country });
      const slugs = body.result.map(({ slug }: { slug: string }) => slug);
      expect(slugs).toEqual(testCountry(country).paymentMethods);
      for (const method of body.result) {
        expect(Object.keys(method).toSorted()).toEqual(
          'bank css display extra info logo max_amount name on_line slug url'.split(' '),
        );
        expect(new Set(method.display).size).toBe(method.display.length);
        const isArgentineCash = ['pago-facil', 'rapipago'].includes(method.slug);
        expect(method.max_amount).toBe(isArgentineCash ? 999_999.99 : null);
        expect(method.on_line).toBe(['debit-card', 'mercado-pago'].includes(method.slug));
      }
      const transfer = body.result.find(({ slug }: { slug: string }) => slug === 'bank-transfer');
      expect(transfer.bank).toMatchObject({
        account_holder: product.deps.config.lenders[country].name,
        legal_number: product.deps.config.lenders[country].taxNumber,
      });
    },
  );

  test('are offered and shown as the settings say, at once and in their country only', async () => {
    const set = (name: string, value: string) =>
      product.deps.db
        .insertInto('setting')
        .values({ country: 'AR', name, value })
        .onConflict((conflict) => conflict.columns(['country', 'name']).doUpdateSet({ value }))
        .execute();
    const shown = async (country: CountryCode = 'AR'): Promise<{ slug: string; display: string[] }[]> =>
      (await product.call('GET /api/v3/cashin/payment/availables', { country })).body.result;
    await set('payment-methods', 'mercado-pago, rapipago,abitab');
    await set('payment-display-video', 'off');
    try {
      const methods = await shown();
      // Abitab is no network of this country.
      expect(methods.map(({ slug }) => slug)).toEqual(['mercado-pago', 'rapipago']);
      for (const { display } of methods) {
        expect(display).toContain('logo');
        expect(display).not.toContain('video');
      }
      expect((await shown('UY'))[0]).toMatchObject({
        slug: 'abitab',
        display: expect.arrayContaining(['video']),
      });
      expect((await ar.ask([1], 'pago-facil')).body.code).toBe('payment_method');
    } finally {
      await set('payment-methods', 'pago-facil,rapipago,bank-transfer,debit-card,mercado-pago');
      await set('payment-display-video', 'on');
    }
  });
});

describe.each([
  ['AR', 'pago-facil', /^\d{42}$/],
  ['UY', 'abitab', /^\d{14}$/],
] as const)('a cash coupon in %s', (country, method, barcode) => {
  test('is issued, shown on the balance, paid once however often it is reported', async () => {
    const one = of(country);
    const asked = await one.ask([1], method);
    expect(asked).toMatchObject({ status: 200, body: { result: { url: '' } } });
    const { hash } = asked.body.result;
    expect(asked.body.result.barcode).toMatch(barcode);
    const [first, second] = (await one.balance()).installments;
    expect(first).toMatchObject({
      state_name: 'coupon',
      payed: false,
      payment: { hash, method, url: `/coupon/${hash}` },
    });
    expect(second).toMatchObject({ state_name: 'pending', payment: null });
    expect((await one.ask([1, 2], method)).body.code).toBe('payment_instalment');
    for (let time = 0; time < 3; time += 1)
      expect((await settle(hash, country)).body).toMatchObject({ state: 'paid' });
    expect((await one.balance()).installments[0]).toMatchObject({
      state_name: 'payed',
      payed: true,
      payment: null,
    });
    expect(await one.collected()).toBe(Math.round(first.amount * 100));
    expect((await drop(hash, one.documentNumber, country)).body.code).toBe('payment_closed');
  });

  test('names its owner to the owner only', async () => {
    const one = of(country);
    const { hash } = (await one.ask([2], method)).body.result;
    const own = (await coupon(hash, country, one.person.token)).body.result;
    expect(own).toMatchObject({
      hash,
      coupon_hash: hash,
      supplier_slug: method,
      fullname: 'Ana Pérez',
      loan_id: one.publicId,
      document_number: one.documentNumber,
      document_type: 1,
      state: 'open',
    });
    expect(own.due_date).toMatch(/^\d{2}-\d{2}-\d{4}$/);
    const others = (await coupon(hash, country)).body.result;
    expect(others).toMatchObject({ fullname: 'A*** P***', loan_id: '' });
    expect(others.barcode).toBe(own.barcode);
    expect((await coupon(hash, otherThan(country))).status).toBe(404);
    await drop(hash, one.documentNumber, country);
  });

  test('can be cancelled with its document only, and still be paid', async () => {
    const one = of(country);
    const before = await one.collected();
    const asked = (await one.ask([2], method)).body.result;
    expect((await drop(asked.hash, '20304050', country)).status).toBe(404);
    for (let time = 0; time < 2; time += 1)
      expect((await drop(asked.hash, one.documentNumber, country)).status).toBe(200);
    expect((await one.balance()).installments[1]).toMatchObject({ state_name: 'pending', payment: null });
    const again = (await one.ask([2], method)).body.result;
    const { reference, amount } = (await coupon(asked.hash, country)).body.result;
    expect((await settle(asked.hash, country)).body.state).toBe('paid');
    // In time, although no longer expected.
    expect(await outcomesOf(reference)).toEqual(['closed']);
    expect(await one.collected()).toBe(before + Math.round(amount * 100));
    // A later request has nothing left to pay.
    expect((await coupon(again.hash, country)).body.result.state).toBe('expired');
    expect((await one.balance()).installments[1]).toMatchObject({ state_name: 'payed' });
  });
});

describe('refusals', () => {
  test('another total, other instalments, another method, an unknown document', async () => {
    const wrong = async (change: object) => (await ar.ask([5], 'pago-facil', { change })).body.code;
    const { amount, id } = (await ar.balance()).installments[4];
    expect(await wrong({ total: amount - 0.01 })).toBe('payment_total');
    expect(await wrong({ total: 0 })).toBe('payment_total');
    expect(await wrong({ installments: [{ id: (await uy.balance()).installments[4].id, number: 5 }] })).toBe(
      'payment_instalment',
    );
    expect(await wrong({ installments: [{ id, number: 6 }] })).toBe('payment_instalment');
    expect(
      await wrong({
        installments: [
          { id, number: 5 },
          { id, number: 5 },
        ],
      }),
    ).toBe('payment_instalment');
    expect(await wrong({ installments: [] })).toBe('invalid');
    const none = await ar.ask([], 'pago-facil');
    expect(none.body.errors).toEqual(['Debe seleccionar al menos un item para pagar']);
    expect(await wrong({ payment_method: 'abitab' })).toBe('payment_method');
    expect(await wrong({ document_number: '20304051' })).toBe('not_found');
    const { id: paid } = (await ar.balance()).installments[0];
    expect(await wrong({ installments: [{ id: paid, number: 1 }], total: 0 })).toBe('payment_instalment');
    expect((await ar.balance()).installments[4]).toMatchObject({ state_name: 'pending' });
  });
});

describe('at once', () => {
  test('twenty identical requests open one payment, with or without a key', async () => {
    for (const headers of [{}, { 'idempotency-key': 'twenty' }]) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => uy.ask([7], 'red-pagos', { headers })),
      );
      const hashes = new Set(
        answers.filter(({ status }) => status === 200).map(({ body }) => body.result.hash),
      );
      expect(hashes.size).toBe(1);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      const open = await product.deps.db
        .selectFrom('payment_request_instalment')
        .select('request_id')
        .where('loan_id', '=', uy.loanId)
        .where('instalment', '=', 7)
        .where('is_open', '=', true)
        .execute();
      expect(open).toHaveLength(1);
      await drop([...hashes][0], uy.documentNumber, 'UY');
    }
  });

  test('giving up and paying meet: the money counts whichever comes first', async () => {
    for (const number of [8, 9]) {
      const before = await uy.collected();
      const { hash } = (await uy.ask([number], 'abitab')).body.result;
      const { amount } = (await coupon(hash, 'UY')).body.result;
      await Promise.all([
        drop(hash, uy.documentNumber, 'UY'),
        ...Array.from({ length: 5 }, () => settle(hash, 'UY')),
      ]);
      expect(await uy.collected()).toBe(before + Math.round(amount * 100));
      expect((await uy.balance()).installments[number - 1]).toMatchObject({ payed: true });
    }
  });
});

describe('amounts other than requested', () => {
  test('part of it leaves the rest owed', async () => {
    const { hash } = (await uy.ask([3], 'bank-transfer')).body.result;
    const { reference, amount, bank } = (await coupon(hash, 'UY')).body.result;
    expect(bank.account_number).not.toBe('');
    await settle(hash, 'UY', amount - 10);
    expect(await outcomesOf(reference)).toEqual(['partial']);
    expect((await uy.balance()).installments[2]).toMatchObject({ state_name: 'pending', amount: 10 });
    const rest = (await uy.ask([3], 'abitab')).body.result;
    await settle(rest.hash, 'UY');
    expect((await uy.balance()).installments[2]).toMatchObject({ payed: true, amount });
  });

  test('more than it is the customer’s credit', async () => {
    const { hash } = (await uy.ask([4], 'abitab')).body.result;
    const { amount } = (await coupon(hash, 'UY')).body.result;
    await settle(hash, 'UY', amount + 7);
    const credit = async () =>
      0 - ((await loanBalance(product.deps.db, uy.loanId)).get('customer-credit') ?? 0);
    expect(await credit()).toBe(700);
    expect((await uy.balance()).installments[4]).toMatchObject({ payed: false });
  });

  test('a rejected one frees its instalments; rejecting a paid one changes nothing', async () => {
    const reject = (hash: string) =>
      product.call('POST /sandbox/payments/{hash}/reject', { params: { hash }, country: 'UY' });
    const first = (await uy.ask([5], 'abitab')).body.result;
    for (let time = 0; time < 2; time += 1) expect((await reject(first.hash)).body.state).toBe('rejected');
    const second = (await uy.ask([5], 'abitab')).body.result;
    await settle(second.hash, 'UY');
    expect((await reject(second.hash)).body.state).toBe('paid');
    expect((await uy.balance()).installments[4]).toMatchObject({ payed: true });
  });
});

describe('as time goes by', () => {
  test('a coupon ends after its due date; an overdue instalment’s price holds three days', async () => {
    const one = await borrower(product, 'UY', 3);
    const old = (await one.ask([1], 'abitab')).body.result;
    const { due_date_format } = (await one.balance()).installments[0];
    await product.advance(11 * day);
    expect((await coupon(old.hash, 'UY')).body.result.state).toBe('expired');
    expect((await one.balance()).installments[0]).toMatchObject({ state_name: 'pending', payment: null });
    await product.advance(40 * day);
    const late = (await one.balance()).installments[0];
    expect(late).toMatchObject({ state_name: 'delayed', due_date_format });
    expect(late.interest_acum_amount).toBeGreaterThan(0);
    const asked = (await one.ask([1], 'abitab')).body.result;
    expect((await coupon(old.hash, 'UY')).body.result.state).toBe('expired');
    await product.advance(2 * day);
    expect((await coupon(asked.hash, 'UY')).body.result).toMatchObject({
      state: 'open',
      amount: late.amount,
    });
    await settle(asked.hash, 'UY');
    expect((await one.balance()).installments[0]).toMatchObject({ state_name: 'late', amount: late.amount });
    const next = (await one.ask([2, 3], 'abitab')).body.result;
    await settle(next.hash, 'UY');
    const { result } = (await one.person.call('GET /api/v3/loan-new/{id}', { params: { id: one.publicId } }))
      .body;
    expect(result.state_slug).toBe('finished');
    expect((await loanBalance(product.deps.db, one.loanId)).get('principal-receivable') ?? 0).toBe(0);
  });
});
