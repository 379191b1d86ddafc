import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { anyAmountIn } from '../../../../countries/testing/test-country.ts';
import { addDays, formatDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { COLLECTION_LAYOUTS } from '../../../integrations/collection/layouts.ts';
import { writeCollectionFile } from '../../../integrations/collection/testing/write-file.ts';
import { consoleUrl } from '../../../staff/testing/console.ts';
import { newestMessage } from '../../../testing/people.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { dueDatesOf, goTo, todayOf } from '../../debits/testing/debtor.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';
import { cash, cents, creditTools } from '../testing/credit-tools.ts';
import { moneyTools, why } from '../testing/money-tools.ts';
import { pricedTools } from '../testing/priced-tools.ts';
import { importCollection } from './import-collection.ts';

/** How long the price of instalments holds (docs/product/payments.md#how-long-a-price-holds). */

let product: TestProduct;
let tools: ReturnType<typeof creditTools> & ReturnType<typeof pricedTools>;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api', CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  tools = { ...creditTools(product), ...pricedTools(product) };
});
afterAll(() => product.close());

const days = (count: number) => product.advance(count * 86_400_000);

interface Asked {
  readonly hash: string;
  readonly reference: string;
  readonly barcode: string;
  readonly amount: number;
  readonly on: CalendarDate;
}

async function ask(one: Borrower, numbers: readonly number[], method: string): Promise<Asked> {
  const { hash } = (await one.ask(numbers, method)).body.result;
  const { reference, barcode, amount } = await tools.couponOf(one, hash);
  return { hash, reference, barcode, amount, on: todayOf(product, one.country) };
}

/** Somebody some days after an instalment fell due. */
async function lateBy(country: CountryCode, count: number, number = 1): Promise<Borrower> {
  const one = await borrower(product, country, 3);
  const due = (await dueDatesOf(product, one))[number - 1];
  await goTo(product, addDays(due ?? todayOf(product, country), count));
  return one;
}

const reportOf = async (one: Borrower, { hash }: Asked) => (await tools.couponOf(one, hash)).report;

describe('the price of a request', () => {
  const country = 'UY';
  const today = () => todayOf(product, country);

  test('more than was priced pays other instalments from the day it was paid', async () => {
    const one = await borrower(product, country, 3);
    const [, , last] = await dueDatesOf(product, one);
    if (last === undefined) throw new Error('there are three');
    await goTo(product, addDays(last, -9));
    const asked = await ask(one, [3], anyAmountIn(country));
    await goTo(product, last);
    const [first, second] = (await one.balance()).installments;
    expect(first.interest_acum_amount).toBeGreaterThan(0);
    const others = (cents(first.missing) + cents(second.missing)) / 100;
    await tools.drive(one, 'settle', asked.hash, (cents(asked.amount) + cents(others) + 500) / 100);
    // Default interest of the nine days is paid, so that no more than the five is left over.
    expect(await tools.creditOf(one)).toBe(500);
    expect(await reportOf(one, asked)).toMatchObject({ outcome: 'excess' });
    const { movements } = await tools.statementOf(one);
    const paid = movements.filter(({ kind }: { kind: string }) => kind === 'payment');
    expect(paid.map(({ date }: { date: string }) => date)).toEqual([formatDate(last)]);
  });

  test('an instalment that is late is not paid as on time by the coupon of another', async () => {
    const one = await lateBy(country, 0);
    const [first] = (await one.balance()).installments;
    const asked = await ask(one, [2], anyAmountIn(country));
    await days(10);
    await tools.drive(one, 'settle', asked.hash, (cents(asked.amount) + cents(first.amount)) / 100);
    const [left] = await tools.expectCounted(one, [
      { on: asked.on, units: asked.amount, instalments: [2] },
      { on: today(), units: first.amount, instalments: [] },
    ]);
    expect(left).toBeGreaterThan(0);
    expect((await one.balance()).installments[1].pay_date_format).toBe(formatDate(today()));
  });

  test('less counts from the day of the price; the rest of the instalment goes on', async () => {
    const one = await lateBy(country, 20);
    const asked = await ask(one, [1], anyAmountIn(country));
    await days(3);
    const part = (cents(asked.amount) - 10_000) / 100;
    await tools.drive(one, 'settle', asked.hash, part);
    await tools.expectCounted(one, [{ on: asked.on, units: part, instalments: [1] }]);
    expect(await reportOf(one, asked)).toMatchObject({ outcome: 'partial' });
  });

  test('given up before it was paid, it counts from the day of payment and says so', async () => {
    const one = await lateBy(country, 20);
    const asked = await ask(one, [1], cash[country]);
    await product.call('DELETE /api/v3/coupon/{hash}', {
      country,
      params: { hash: asked.hash },
      query: { document_number: one.documentNumber },
    });
    await days(2);
    await tools.drive(one, 'settle', asked.hash);
    const [left] = await tools.expectCounted(one, [{ on: today(), units: asked.amount, instalments: [1] }]);
    expect(left).toBeGreaterThan(0);
    expect(await reportOf(one, asked)).toMatchObject({ outcome: 'closed' });
    const { text } = await newestMessage(product, one.person.email, (each) =>
      each.text.includes('ya no estaba vigente'),
    );
    expect(text).toContain('con la fecha en que pagaste');
  });

  test('paid before, the second money counts from its own day', async () => {
    const one = await lateBy(country, 5, 2);
    const asked = await ask(one, [1], anyAmountIn(country));
    await tools.drive(one, 'settle', asked.hash);
    await days(3);
    const second = (await one.balance()).installments[1].missing;
    await tools.reportAgain(one, asked.reference, second);
    expect(
      await tools.expectCounted(one, [
        { on: asked.on, units: asked.amount, instalments: [1] },
        { on: today(), units: second, instalments: [1] },
      ]),
    ).toEqual([0, 0, expect.any(Number)]);
    expect(await tools.creditOf(one)).toBe(0);
    expect(await reportOf(one, asked)).toMatchObject({ outcome: 'double' });
  });

  test('paid in part by somebody else, only what was left counts from the day of the price', async () => {
    const one = await lateBy(country, 5, 2);
    const others = await ask(one, [1], anyAmountIn(country));
    const { token } = await tools.asOwner(one);
    const { hash } = (await one.ask([1], 'bank-transfer', { token })).body.result;
    const part = (cents(others.amount) - 1_000) / 100;
    await tools.drive(one, 'settle', others.hash, part);
    await days(3);
    const more = Math.round((await one.balance()).installments[1].missing / 2);
    await tools.drive(one, 'settle', hash, 10 + more);
    const [, left] = await tools.expectCounted(one, [
      { on: others.on, units: part, instalments: [1] },
      { on: others.on, units: 10, instalments: [1] },
      { on: today(), units: more, instalments: [1] },
    ]);
    expect(left).toBeGreaterThan(0);
  });

  test('paid in time and reported by a file after it ran out, its price holds', async () => {
    const one = await lateBy(country, 20);
    const asked = await ask(one, [1], cash[country]);
    await days(2);
    const paidOn = today();
    await days(4);
    const again = await ask(one, [1], cash[country]);
    expect(again.amount).toBeGreaterThan(asked.amount);
    const line = {
      ...asked,
      paidOn,
      reportId: `1${asked.reference.slice(-13)}`.padStart(14, '0'),
      amount: cents(asked.amount),
      text: '',
    };
    const content = writeCollectionFile(COLLECTION_LAYOUTS[cash[country]]!, today(), [line]);
    const file = { network: cash[country], name: 'cobros.txt', bytes: Buffer.from(content) };
    expect(await importCollection(product.deps, file)).toMatchObject({ ok: true, booked: 1 });
    expect(await reportOf(one, asked)).toMatchObject({ outcome: 'exact' });
    const [first] = (await one.balance()).installments;
    expect(first).toMatchObject({ payed: true, pay_date_format: formatDate(paidOn) });
    expect((await tools.couponOf(one, again.hash)).state).toBe('expired');
  });

  test('typed by a person, it counts as its network would have reported it', async () => {
    const one = await lateBy(country, 20);
    const asked = await ask(one, [1], cash[country]);
    await days(2);
    const paidOn = today();
    await days(4);
    const money = await moneyTools(product);
    const { id } = await product.deps.db
      .selectFrom('payment_request')
      .select('id')
      .where('hash', '=', asked.hash)
      .executeTakeFirstOrThrow();
    const typed = await money.treasury.call('POST /api/staff/money/payments', {
      version: (await money.target(one)).books,
      body: {
        country,
        loan: String(one.loanId),
        request: String(id),
        source: cash[country],
        bank_reference: `OP-${asked.reference}`,
        amount: asked.amount,
        paid_on: paidOn,
        file: await money.evidence(country),
        ...why,
      },
    });
    if (typed.body.approval) await money.approve(money.head, typed.body.approval);
    expect((await one.balance()).installments[0]).toMatchObject({
      payed: true,
      pay_date_format: formatDate(paidOn),
    });
  });
});

test('what a wallet gives back of it is taken from what was paid later first', async () => {
  const one = await lateBy('AR', 20);
  const asked = await ask(one, [1], 'mercado-pago');
  await days(2);
  const on = todayOf(product);
  await tools.drive(one, 'settle', asked.hash, (cents(asked.amount) + 10_000) / 100);
  await days(1);
  await tools.drive(one, 'reverse', asked.hash, 50);
  const priced = { on: asked.on, units: asked.amount, instalments: [1] };
  await tools.expectCounted(one, [priced, { on, units: 50, instalments: [] }]);
  await tools.drive(one, 'reverse', asked.hash, 150);
  const [left] = await tools.expectCounted(one, [{ ...priced, units: (cents(asked.amount) - 5000) / 100 }]);
  expect(left).toBeGreaterThan(0);
});
