import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDate } from '../../countries/local-time.ts';
import { formatDate } from '../../domain/calendar-date.ts';
import { borrower, type Borrower } from '../servicing/payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** What was paid of an instalment, what is missing, and what was taken back of it. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const drive = ({ country }: Borrower, what: 'settle' | 'reverse', hash: string, units?: number) =>
  product.call(`POST /sandbox/payments/{hash}/${what}`, {
    country,
    params: { hash },
    ...(units === undefined ? {} : { body: { amount: units } }),
  });
const asked = async (one: Borrower, method: string): Promise<string> =>
  (await one.ask([1], method)).body.result.hash;
const today = ({ country }: Borrower) => formatDate(localDate(product.deps.clock.now(), country));

/** The first instalment as its owner sees it in the balance and in the loan. */
async function own(one: Borrower) {
  const options = { country: one.country, token: one.person.token ?? '' };
  const body = { document_type: 1, document_number: one.documentNumber };
  const { model } = (await product.call('POST /api/v3/balance', { ...options, body })).body;
  const loan = await product.call('GET /api/v3/loan-new/{id}', { ...options, params: { id: one.publicId } });
  expect(loan.body.result.installments).toEqual(model.installments);
  return model.installments[0];
}

test.each([
  ['AR', 'pago-facil'],
  ['UY', 'abitab'],
] as const)('%s: a part payment says what was paid and what is missing', async (country, method) => {
  const one = await borrower(product, country, 3);
  const { amount } = await own(one);
  expect(await own(one)).toMatchObject({ paid: 0, missing: amount, credit: 0, reversals: [] });
  await drive(one, 'settle', await asked(one, method), amount - 10);
  expect(await own(one)).toMatchObject({ payed: false, paid: amount - 10, missing: 10, amount: 10 });
  const rest = await asked(one, method);
  await drive(one, 'settle', rest);
  expect(await own(one)).toMatchObject({ payed: true, paid: amount, missing: 0, amount, reversals: [] });
  await drive(one, 'reverse', rest);
  const reversals = [{ amount: 10, date: today(one) }];
  expect(await own(one)).toMatchObject({ payed: false, paid: amount - 10, missing: 10, reversals });
  // The document alone shows what is owed, and nothing of the past.
  expect((await one.balance()).installments[0]).toMatchObject({ missing: 10, reversals: [] });
});

test('of a payment of which a part was given back, that part was taken back', async () => {
  const one = await borrower(product, 'AR', 3);
  const { amount } = await own(one);
  const hash = await asked(one, 'mercado-pago');
  await drive(one, 'settle', hash);
  await drive(one, 'reverse', hash, 1000);
  expect(await own(one)).toMatchObject({ missing: 1000, reversals: [{ amount: 1000, date: today(one) }] });
  await drive(one, 'reverse', hash);
  const { missing, reversals } = await own(one);
  expect(missing).toBe(amount);
  expect(reversals.map((each: { amount: number }) => each.amount)).toEqual([
    1000,
    Math.round((amount - 1000) * 100) / 100,
  ]);
});
