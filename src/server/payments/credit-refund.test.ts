import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../domain/calendar-date.ts';
import { centavos } from '../../domain/money.ts';
import { goTo, todayOf } from '../debits/testing/debtor.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { refundCredit } from './refund-credit.ts';
import { borrower, type Borrower } from './testing/borrower.ts';
import { cash, cents, creditTools } from './testing/credit-tools.ts';

/** Money in favour that staff give back cannot pay anything as well. */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
beforeAll(async () => {
  product = await startProduct();
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const give = ({ publicId }: Borrower, units: number, reference: string) =>
  refundCredit(product.deps, { loanId: publicId, amount: centavos(cents(units)), reference });

/** Somebody who has paid the first instalment and so much more. */
async function withCredit(units: number): Promise<Borrower> {
  const one = await borrower(product, 'AR', 3);
  const { hash } = (await one.ask([1], cash.AR)).body.result;
  const { amount } = await tools.couponOf(one, hash);
  await tools.drive(one, 'settle', hash, amount + units);
  return one;
}

const giveUp = ({ documentNumber }: Borrower, hash: string) =>
  product.call('DELETE /api/v3/coupon/{hash}', {
    params: { hash },
    query: { document_number: documentNumber },
  });

test('not while a payment is open that was asked less for it; an old coupon paid later pays no more than it is', async () => {
  const one = await withCredit(500);
  const { hash } = (await one.ask([2], cash.AR)).body.result;
  expect(await give(one, 500, 'open-1')).toBe('payment-open');
  expect(await tools.own(one)).toMatchObject({ credit: 500 });
  await giveUp(one, hash);
  await goTo(product, addDays(todayOf(product), 1));
  expect(await give(one, 500, 'open-1')).toBe('refunded');
  await goTo(product, addDays(todayOf(product), 1));
  await tools.drive(one, 'settle', hash);
  const { credit, installments } = await tools.own(one);
  expect(credit).toBe(0);
  expect(installments[1]).toMatchObject({ payed: false, missing: 500, paid_with_credit: 0 });
  expect(await tools.creditOf(one)).toBe(0);
});

test('a reference names one refund: with another loan or amount it is refused', async () => {
  const [one, other] = await Promise.all([withCredit(500), withCredit(300)]);
  expect(await give(one, 200, 'same-1')).toBe('refunded');
  expect(await give(one, 200, 'same-1')).toBe('known');
  expect(await give(one, 100, 'same-1')).toBe('contradicted');
  expect(await give(other, 200, 'same-1')).toBe('contradicted');
  expect(await Promise.all([one, other].map(tools.own))).toMatchObject([{ credit: 300 }, { credit: 300 }]);
});
