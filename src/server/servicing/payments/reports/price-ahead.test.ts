import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendarDate } from '../../../../domain/calendar-date.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { goTo, todayOf } from '../../debits/testing/debtor.ts';
import { lapseReturns } from '../../withdrawals/service.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';
import { cents, creditTools } from '../testing/credit-tools.ts';
import { pricedTools } from '../testing/priced-tools.ts';

/** How long the price of a closing, a prepayment and a return holds (docs/product/payments.md#how-long-a-price-holds). */

let product: TestProduct;
let tools: ReturnType<typeof creditTools> & ReturnType<typeof pricedTools>;
beforeAll(async () => {
  product = await startProduct({
    settings: { ROLE: 'api', SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  tools = { ...creditTools(product), ...pricedTools(product) };
});
afterAll(() => product.close());

const days = (count: number) => product.advance(count * 86_400_000);

/** Asks to close, pay ahead or give back. @returns the payment's hash and reference */
async function ask(one: Borrower, kind: string, total: number) {
  const asked = await product.call('POST /api/v3/loan/{id}/settlement', {
    ...(await tools.asOwner(one)),
    params: { id: one.publicId },
    body: { kind, total, payment_method: 'bank-transfer' },
  });
  expect(asked.status).toBe(200);
  const { hash } = asked.body.result;
  const { reference } = await tools.couponOf(one, hash);
  return { hash: hash as string, reference: reference as string, on: todayOf(product, one.country) };
}

describe('a price ahead', () => {
  const country = 'AR';
  const today = () => todayOf(product, country);

  test('a closing that falls short counts from the day it was paid, and a second money is in favour', async () => {
    const one = await borrower(product, country, 6);
    await days(12);
    const { total } = await tools.quoteOf(one);
    const { hash, reference } = await ask(one, 'settlement', total);
    await days(3);
    const units = (cents(total) - 10_000) / 100;
    await tools.drive(one, 'settle', hash, units);
    const short = { on: today(), units, isPayoff: true };
    await tools.expectCounted(one, [short]);
    expect(cents((await tools.quoteOf(one)).total)).toBe(
      (await tools.standingWith(one, [short])).payoffTotal,
    );
    await days(1);
    await tools.reportAgain(one, reference, total);
    await tools.expectCounted(one, [short, { on: today(), units: total, instalments: [] }]);
    expect((await tools.couponOf(one, hash)).report).toMatchObject({ outcome: 'double', credited: total });
  });

  test('a prepayment counts from the day of its price, what is paid beyond it from its own, and only once', async () => {
    const one = await borrower(product, country, 6);
    await days(12);
    const units = Math.round((await tools.quoteOf(one)).total / 2);
    const { hash, reference, on } = await ask(one, 'smaller', units);
    await days(3);
    await tools.drive(one, 'settle', hash, units + 500);
    const ahead = { on, units, prepayment: 'smaller' } as const;
    const beyond = { on: today(), units: 500, prepayment: 'smaller' } as const;
    await tools.expectCounted(one, [ahead, beyond]);
    await tools.reportAgain(one, reference, 1000);
    await tools.expectCounted(one, [ahead, beyond, { on: today(), units: 1000, instalments: [] }]);
    expect(await tools.creditOf(one)).toBe(100_000);
    expect((await tools.couponOf(one, hash)).report).toMatchObject({ outcome: 'double', credited: 1000 });
    const [letter] = await tools.mailsOf(one, /adelanto dos veces/u);
    expect(letter?.text).toContain('a favor');
  });

  test('a prepayment that was given up is money in favour', async () => {
    const one = await borrower(product, country, 6);
    await days(12);
    const units = Math.round((await tools.quoteOf(one)).total / 2);
    const { hash } = await ask(one, 'fewer', units);
    await product.call('DELETE /api/v3/coupon/{hash}', {
      ...(await tools.asOwner(one)),
      params: { hash },
      query: { document_number: one.documentNumber },
    });
    await tools.drive(one, 'settle', hash);
    await tools.expectCounted(one, [{ on: today(), units, instalments: [] }]);
    expect(await tools.creditOf(one)).toBe(cents(units));
    expect((await tools.couponOf(one, hash)).report).toMatchObject({ outcome: 'closed', credited: units });
  });
});

describe.each([
  ['AR', '2029-03-01T15:00:00Z'],
  ['UY', '2029-04-02T15:00:00Z'],
] as const)('in %s, after a withdrawal', (country, at) => {
  async function withdrawn(year: string) {
    await product.call('POST /sandbox/clock', { body: { now: at.replace('2029', year) } });
    const one = await borrower(product, country, 6);
    const own = await one.person.call('POST /api/v3/withdrawal/own', { body: { kind: 'loan' } });
    const amount: number = own.body.model.return_amount;
    const { return_until: until } = await product.deps.db
      .selectFrom('withdrawal')
      .select('return_until')
      .where('loan_id', '=', one.loanId)
      .executeTakeFirstOrThrow();
    return { one, amount, until: calendarDate(until ?? '') };
  }
  const stateOf = async ({ loanId }: Borrower) =>
    (
      await product.deps.db
        .selectFrom('loan')
        .select('state')
        .where('id', '=', loanId)
        .executeTakeFirstOrThrow()
    ).state;

  test('half of the return on its last day has no interest of the days before given up', async () => {
    const { one, amount, until } = await withdrawn('2029');
    const { hash } = await ask(one, 'withdrawal', amount);
    await goTo(product, until);
    const units = Math.round(amount / 2);
    await tools.drive(one, 'settle', hash, units);
    expect(await stateOf(one)).toBe('approved');
    await tools.expectCounted(one, [{ on: until, units, isPayoff: true }]);
  });

  test('a coupon of its last day that is paid after it does not undo the loan', async () => {
    const { one, amount, until } = await withdrawn('2030');
    await goTo(product, until);
    const { hash } = (await one.ask([1], 'bank-transfer')).body.result;
    const priced = (await tools.couponOf(one, hash)).amount;
    await days(9);
    const on = todayOf(product, country);
    await lapseReturns(product.deps, { country, date: on });
    expect(await tools.mailsOf(one, /quedó sin efecto/u)).toHaveLength(1);
    await tools.drive(one, 'settle', hash, amount);
    expect(await stateOf(one)).toBe('approved');
    await tools.expectCounted(one, [
      { on: until, units: priced, instalments: [1] },
      { on, units: (cents(amount) - cents(priced)) / 100, instalments: [1] },
    ]);
  });
});
