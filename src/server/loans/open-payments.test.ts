import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrower, type Borrower } from '../servicing/payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { cashIn } from '../../countries/testing/test-country.ts';

/** What the balance says of payments under way, and of a delay. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const days = (count: number) => product.call('POST /sandbox/clock', { body: { advance: `P${count}D` } });
const cents = (units: number) => Math.round(units * 100);
const total = (rows: readonly { amount: number }[]) =>
  rows.reduce((sum, { amount }) => sum + cents(amount), 0) / 100;

/** As its owner reads it. */
const ownBalance = async (one: Borrower) =>
  (
    await one.person.call('POST /api/v3/balance', {
      body: { document_type: 1, document_number: one.documentNumber },
    })
  ).body.model;

const own = (one: Borrower) => ({
  country: one.country,
  token: one.person.token ?? '',
  params: { id: one.publicId },
});

const askEarly = (one: Borrower, kind: string, amount: number) =>
  product.call('POST /api/v3/loan/{id}/settlement', {
    ...own(one),
    body: { kind, total: amount, payment_method: 'bank-transfer' },
  });

describe.each(['AR', 'UY'] as const)('a payment under way in %s', (country) => {
  test('is told with amount, last day and code, as its own page tells it', async () => {
    const one = await borrower(product, country, 3);
    const method = cashIn(country);
    const { hash, barcode } = (await one.ask([1], method)).body.result;
    const page = (await product.call('GET /api/v3/coupon/{hash}', { country, params: { hash } })).body.result;
    const { open_payments } = await one.balance();
    expect(open_payments).toEqual([
      {
        hash,
        method,
        supplier_name: page.supplier_name,
        kind: 'coupon',
        purpose: 'instalments',
        state: 'open',
        amount: page.amount,
        due_date: page.due_date,
        barcode,
        reference: page.reference,
        opened_by: 'stranger',
        installments: [1],
        url: `/coupon/${hash}`,
        pdf_url: page.pdf_url,
      },
    ]);
    await product.call('DELETE /api/v3/coupon/{hash}', {
      country,
      params: { hash },
      query: { document_number: one.documentNumber },
    });
    expect((await one.balance()).open_payments).toEqual([]);
  });

  test('holds the price of an overdue instalment, in the rows and in what is owed today', async () => {
    const one = await borrower(product, country, 3);
    await days(45);
    const before = await one.balance();
    const late = before.installments.filter(
      ({ state_name }: { state_name: string }) => state_name === 'delayed',
    );
    const numbers = late.map(({ number }: { number: number }) => number);
    expect(numbers.length).toBeGreaterThan(0);
    expect(before.delay).toMatchObject({ overdue: total(late) });
    const { hash } = (await one.ask(numbers, 'bank-transfer')).body.result;
    await days(2);
    const held = await one.balance();
    const [payment] = held.open_payments;
    expect(payment.amount).toBe(total(late));
    const rows = held.installments.filter(({ number }: { number: number }) => numbers.includes(number));
    expect(total(rows)).toBe(payment.amount);
    expect(rows.map((each: { missing: number }) => each.missing)).toEqual(
      rows.map((each: { amount: number }) => each.amount),
    );
    expect(held.total).toBe(payment.amount);
    // It is being paid: waiting for it costs nothing.
    expect(held.delay).toBeNull();
    await product.call('POST /sandbox/payments/{hash}/settle', { country, params: { hash } });
    expect((await one.balance()).total).toBe(0);
  });

  test('a day of delay costs what the next day asks for', async () => {
    const one = await borrower(product, country, 3);
    await days(40);
    const today = await one.balance();
    await days(1);
    const tomorrow = await one.balance();
    expect(today.delay.next_day).toBeGreaterThan(0);
    expect(cents(today.delay.overdue + today.delay.next_day)).toBe(cents(tomorrow.delay.overdue));
    const late = today.installments.filter(
      ({ state_name }: { state_name: string }) => state_name === 'delayed',
    );
    expect(today.delay.overdue).toBe(total(late));
  });
});

describe('paying ahead', () => {
  test('issues no instalment, but bars other payments; paid, it is an advance with its plan', async () => {
    const one = await borrower(product, 'AR', 6);
    const quote = (await product.call('GET /api/v3/loan/{id}/settlement', own(one))).body.result;
    const amount = Math.round(quote.prepayment.max / 2);
    const ahead = (
      await product.call('GET /api/v3/loan/{id}/prepayment', {
        ...own(one),
        query: { amount: String(amount) },
      })
    ).body.result;
    const { hash } = (await askEarly(one, 'fewer', amount)).body.result;
    const open = await ownBalance(one);
    for (const each of open.installments)
      expect(each).toMatchObject({ state_name: 'pending', payment: { hash }, paid: 0 });
    expect(open.open_payments).toMatchObject([
      { purpose: 'fewer', amount, installments: [1, 2, 3, 4, 5, 6] },
    ]);
    expect((await one.ask([1], 'bank-transfer')).body.code).toBe('payment_instalment');

    await product.call('POST /sandbox/payments/{hash}/settle', { country: 'AR', params: { hash } });
    const { installments } = await one.balance();
    const dropped = installments.filter(({ advance }: { advance: boolean }) => advance);
    expect(dropped.length).toBe(6 - ahead.fewer.instalment_count);
    const left = installments.filter(({ payed }: { payed: boolean }) => !payed);
    for (const each of left) expect(each.paid).toBe(0);
    const { result } = (await product.call('GET /api/v3/loan-new/{id}', own(one))).body;
    expect(result.plan_in_force).toEqual({
      instalment_count: ahead.fewer.instalment_count,
      instalment: ahead.fewer.instalment,
      last_due_date: ahead.fewer.last_due_date,
      total: ahead.fewer.total,
      advanced: amount,
    });
  });

  test('a part of an instalment says what was paid of it and what is missing', async () => {
    const one = await borrower(product, 'UY', 3);
    const { hash } = (await one.ask([1], 'bank-transfer')).body.result;
    const [{ amount }] = (await one.balance()).installments;
    await product.call('POST /sandbox/payments/{hash}/settle', {
      country: 'UY',
      params: { hash },
      body: { amount: amount - 10 },
    });
    const [first] = (await one.balance()).installments;
    expect(first).toMatchObject({ paid: amount - 10, missing: 10, amount: 10, payed: false });
  });
});
