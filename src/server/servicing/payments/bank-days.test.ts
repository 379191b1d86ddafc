import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { addDays, formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { goTo } from '../debits/testing/debtor.ts';
import { goToLoansDueOnSaturday } from '../debits/testing/due-days.ts';
import { borrower, type Borrower } from './testing/borrower.ts';
import { cash } from './testing/credit-tools.ts';

let product: TestProduct;
let saturday: CalendarDate;
const people = new Map<CountryCode, { readonly paying: Borrower; readonly late: Borrower }>();
const each = ['AR', 'UY'] as const;
const dayAfter = (days: number) => addDays(saturday, days);
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  saturday = await goToLoansDueOnSaturday(product);
  for (const country of each)
    people.set(country, {
      paying: await borrower(product, country, 3),
      late: await borrower(product, country, 3),
    });
});
afterAll(() => product.close());

const firstOf = async (one: Borrower) => (await one.balance()).installments[0];

describe('an instalment that is due on a Saturday', () => {
  test.each(each)('%s: names its last day without surcharge', async (country) => {
    const { paying } = people.get(country)!;
    const monday = formatDate(dayAfter(2));
    expect(await firstOf(paying)).toMatchObject({
      due_date: saturday,
      payable_until: dayAfter(2),
      payable_until_format: monday,
    });
    const due = formatDate(saturday);
    expect(await paying.balance()).toMatchObject({ next_due_date: due, next_payable_until: monday });
    const loan = await paying.person.call('GET /api/v3/loan-new/{id}', { params: { id: paying.publicId } });
    expect(loan.body.result).toMatchObject({ start_date: due, start_payable_until: monday });
  });

  test.each(each)('%s: keeps the price of its coupon until Monday', async (country) => {
    await goTo(product, dayAfter(-1));
    const { paying } = people.get(country)!;
    const { hash } = (await paying.ask([1], cash[country])).body.result;
    const { body } = await product.call('GET /api/v3/coupon/{hash}', { country, params: { hash } });
    expect(body.result.due_date).toBe(formatDate(dayAfter(2)));
    const { documentNumber: document_number } = paying;
    await product.call('DELETE /api/v3/coupon/{hash}', {
      country,
      params: { hash },
      query: { document_number },
    });
  });

  test.each(each)('%s: is not late on Sunday and Monday, and costs the same', async (country) => {
    const { late } = people.get(country)!;
    const { amount } = await firstOf(late);
    for (const days of [1, 2]) {
      await goTo(product, dayAfter(days));
      expect(await late.balance()).toMatchObject({ status: 'pending', total: amount, delay: null });
      const pending = { state_name: 'pending', days_late: 0, interest_acum_amount: 0, amount };
      expect(await firstOf(late)).toMatchObject(pending);
    }
    await goTo(product, dayAfter(-1));
  });

  test.each(each)('%s: is on time when it is paid on Monday', async (country) => {
    await goTo(product, dayAfter(2));
    const { paying } = people.get(country)!;
    const { amount } = await firstOf(paying);
    const { hash } = (await paying.ask([1], cash[country])).body.result;
    await product.call('POST /sandbox/payments/{hash}/settle', { country, params: { hash } });
    await goTo(product, dayAfter(40));
    expect(await firstOf(paying)).toMatchObject({
      state_name: 'payed',
      days_late: 0,
      interest_acum_amount: 0,
      amount,
      pay_date_format: formatDate(dayAfter(2)),
    });
  });

  test.each(each)('%s: is one day late on Tuesday, counted from Monday', async (country) => {
    const { late } = people.get(country)!;
    await goTo(product, dayAfter(2));
    const { amount } = await firstOf(late);
    await goTo(product, dayAfter(3));
    const tuesday = await firstOf(late);
    expect(tuesday).toMatchObject({ state_name: 'delayed', days_late: 1 });
    const balance = await late.balance();
    expect(balance.delay.default_on).toBe(formatDate(dayAfter(33)));
    await goTo(product, dayAfter(4));
    const wednesday = await firstOf(late);
    // Two days of default interest are twice one, but for the rounding.
    expect(wednesday.interest_acum_amount).toBeCloseTo(2 * tuesday.interest_acum_amount, 1);
    expect(tuesday.amount - amount).toBeCloseTo(tuesday.interest_acum_amount, 6);
    const { hash } = (await late.ask([1], cash[country])).body.result;
    await product.call('POST /sandbox/payments/{hash}/settle', { country, params: { hash } });
    expect(await firstOf(late)).toMatchObject({ state_name: 'late', days_late: 2 });
  });
});
