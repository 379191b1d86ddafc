// First: some of the product's tables are made of the countries when it is loaded. vitest.config.ts gives this file a
// process of its own.
import { removeInvented } from '../countries/testing/add-invented.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INVENTED } from '../countries/testing/invented.ts';
import { addDays } from '../domain/calendar-date.ts';
import { arrearsOf } from './operations/portfolio/queries.ts';
import { dueDatesOf, goTo, todayOf } from './servicing/debits/testing/debtor.ts';
import { borrower, type Borrower } from './servicing/payments/testing/borrower.ts';
import { newestMessage } from './testing/people.ts';
import { startProduct, type TestProduct } from './testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(async () => {
  await product.close();
  removeInvented();
});

const isBroken = (amount: number) => amount % 100 !== 0;

/** All that is stored of the money of a loan, hundredths. */
async function amountsOf({ loanId }: Borrower): Promise<number[]> {
  const { db } = product.deps;
  const [loan, membership, instalments, paid] = await Promise.all([
    db
      .selectFrom('loan')
      .select(['principal', 'amount_delivered', 'final_amount'])
      .where('id', '=', loanId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('membership')
      .select(['price', 'tax'])
      .where('loan_id', '=', loanId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('instalment')
      .select(['principal', 'interest', 'tax', 'fee', 'fee_tax'])
      .where('loan_id', '=', loanId)
      .execute(),
    db
      .selectFrom('payment_allocation')
      .innerJoin('payment', 'payment.id', 'payment_allocation.payment_id')
      .select('payment_allocation.amount')
      .where('payment.loan_id', '=', loanId)
      .execute(),
  ]);
  return [loan, membership, ...instalments, ...paid].flatMap((row) => Object.values(row));
}

test('somebody of a country without decimals borrows, is late and pays: every amount is whole', async () => {
  const one = await borrower(product, INVENTED, 6, { documentNumber: '123458', membership: true });
  await goTo(product, addDays((await dueDatesOf(product, one))[0]!, 20));
  const [late] = (await one.balance()).installments;
  expect(late.interest_acum_amount).toBeGreaterThan(0);
  // The statement of reports rounds to hundredths.
  expect(await arrearsOf(product.deps.db, todayOf(product, INVENTED), [one.loanId])).toEqual([]);

  const { hash } = (await one.ask([1], 'abitab')).body.result;
  await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash } });
  const [paid] = (await one.balance()).installments;
  expect(paid).toMatchObject({ payed: true, paid: late.amount });
  const letter = await newestMessage(product, one.person.email, ({ text }) => text.includes('pago'));
  expect(letter.text).toMatch(/ƒ\d/);
  expect(letter.text).not.toMatch(/ƒ[\d.]+,|\$/);
  expect((await amountsOf(one)).filter(isBroken)).toEqual([]);
});

test('what is paid ahead there is whole too', async () => {
  const one = await borrower(product, INVENTED, 6, { documentNumber: '223458', membership: true });
  const { call } = one.person;
  const params = { id: one.publicId };
  const { result } = (await call('GET /api/v3/loan/{id}/settlement', { params })).body;
  const { min, max } = result.prepayment;
  expect([min, max].filter((units) => !Number.isInteger(units))).toEqual([]);
  const ahead = (total: number) =>
    call('POST /api/v3/loan/{id}/settlement', {
      params,
      body: { kind: 'smaller', total, payment_method: 'abitab' },
    });
  expect((await ahead(min + 0.5)).body.code).toBe('prepayment_amount');
  const { hash } = (await ahead(Math.floor(max / 2))).body.result;
  await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash } });
  expect((await amountsOf(one)).filter(isBroken)).toEqual([]);
});
