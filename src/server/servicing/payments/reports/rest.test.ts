import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../../domain/calendar-date.ts';
import { centavos, formatMoney } from '../../../../domain/money.ts';
import { goTo } from '../../debits/testing/debtor.ts';
import { newestMessage } from '../../../testing/people.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';
import { cashIn } from '../../../../countries/testing/test-country.ts';
import { packOf } from '../../../../countries/index.ts';

/** What a message about money says of what is still owed is what balance and quote say. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

async function settle({ country }: Borrower, hash: string, amount?: number): Promise<void> {
  const { status } = await product.call('POST /sandbox/payments/{hash}/settle', {
    params: { hash },
    country,
    ...(amount === undefined ? {} : { body: { amount } }),
  });
  expect(status).toBe(200);
}
const pesos = (units: number, { country }: Borrower) =>
  formatMoney(centavos(Math.round(units * 100)), packOf(country).currency);
const newest = async ({ person }: Borrower, subject: string) =>
  (await newestMessage(product, person.email, (each) => each.subject.includes(subject))).text;
const own = async ({ person, documentNumber }: Borrower) =>
  (
    await person.call('POST /api/v3/balance', {
      body: { document_type: 1, document_number: documentNumber },
    })
  ).body.model;

test('of an instalment that is not due it tells what is left until its due date', async () => {
  const one = await borrower(product, 'UY', 3);
  const [first] = (await one.balance()).installments;
  await settle(
    one,
    (await one.ask([1], 'abitab')).body.result.hash,
    Math.round(first.amount * 100 - 1234) / 100,
  );
  const text = await newest(one, 'una parte');
  expect(text).toContain(`quedan ${pesos(12.34, one)}. Hasta el ${first.payable_until_format}`);
});

test('a payment of an instalment while the loan is given back counts for that, and says so', async () => {
  const one = await borrower(product, 'AR', 3);
  const { hash } = (await one.ask([1], 'rapipago')).body.result;
  const withdrawn = await one.person.call('POST /api/v3/withdrawal/own', { body: { kind: 'loan' } });
  const back: number = withdrawn.body.model.return_amount;
  const [first] = (await one.balance()).installments;
  await settle(one, hash);
  const { withdrawal } = await own(one);
  expect(Math.round(withdrawal.amount * 100)).toBe(Math.round((back - first.amount) * 100));
  const text = await newest(one, 'Recibimos tu pago');
  expect(text).toContain(`Te quedan por devolver ${pesos(withdrawal.amount, one)}`);
  expect(text).toContain(withdrawal.until);
  const quote = (await one.person.call('GET /api/v3/loan/{id}/settlement', { params: { id: one.publicId } }))
    .body.result;
  expect(quote.withdrawal).toMatchObject({ amount: withdrawal.amount, until: withdrawal.until });
});

test('instalments that give all of it back are told as received, not as paid twice', async () => {
  const one = await borrower(product, 'AR', 3);
  const { hash } = (await one.ask([1, 2, 3], 'bank-transfer')).body.result;
  const { amount } = (await product.call('GET /api/v3/coupon/{hash}', { params: { hash } })).body.result;
  const withdrawn = await one.person.call('POST /api/v3/withdrawal/own', { body: { kind: 'loan' } });
  await settle(one, hash);
  const coupon = (await product.call('GET /api/v3/coupon/{hash}', { params: { hash } })).body.result;
  const over = Math.round((amount - withdrawn.body.model.return_amount) * 100) / 100;
  expect(coupon.report).toMatchObject({ outcome: 'exact', credited: over });
  const text = await newest(one, 'Recibimos tu pago');
  expect(text).not.toContain('cuota 0');
  expect(text).toContain(`Tenés ${pesos(over, one)} a favor.`);
  expect(await newest(one, 'Recibimos la devolución')).toContain('quedó sin efecto');
});

test.each(['AR', 'UY'] as const)(
  '%s: a late payment tells what is missing with its interest, as the balance does',
  async (country) => {
    const one = await borrower(product, country, 3);
    const [first] = (await one.balance()).installments;
    const { hash } = (await one.ask([1], cashIn(country))).body.result;
    await goTo(product, calendarDate(first.due_date));
    await product.advance(20 * 86_400_000);
    await settle(one, hash);
    const { installments, delay } = await one.balance();
    const [left] = installments;
    expect(left.payed).toBe(false);
    expect(left.amount).toBeGreaterThan(0);
    const text = await newest(one, 'fuera de término');
    expect(text).toContain(`quedan ${pesos(left.amount, one)}, con los intereses por mora hasta el`);
    expect(text).toContain(delay.held_until);
    // What it says is what a payment asks for on that day, until the day that it names.
    const asked = (await one.ask([1], cashIn(country))).body.result.hash;
    const coupon = (await product.call('GET /api/v3/coupon/{hash}', { params: { hash: asked }, country }))
      .body.result;
    expect([coupon.amount, coupon.due_date]).toEqual([left.amount, delay.held_until]);
  },
);
