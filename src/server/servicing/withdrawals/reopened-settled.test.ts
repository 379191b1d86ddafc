import { afterAll, beforeAll, expect, test } from 'vitest';
import { packOf } from '../../../countries/index.ts';
import { centavos } from '../../../domain/money.ts';
import { loanByPublicId } from '../../loans/service.ts';
import { transaction } from '../../platform/database.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { todayOf } from '../debits/testing/debtor.ts';
import { borrower } from '../payments/testing/borrower.ts';
import { reportPayment } from '../payments/reports/report.ts';
import { reportReversal } from '../payments/reports/reverse-report.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

test('a loan whose return is taken back and that later money has paid off is finished', async () => {
  const { deps } = product;
  const country = 'UY';
  const { person, publicId: id } = await borrower(product, country, 3);
  await person.call('POST /api/v3/withdrawal/own', { body: { kind: 'loan', loan_id: id } });
  const params = { id };
  const { total, withdrawal } = (await person.call('GET /api/v3/loan/{id}/settlement', { params })).body
    .result;
  const asked = { kind: 'withdrawal', payment_method: 'bank-transfer', total: withdrawal.amount };
  const { hash } = (await person.call('POST /api/v3/loan/{id}/settlement', { params, body: asked })).body
    .result;
  const coupon = await product.call('GET /api/v3/coupon/{hash}', { country, params: { hash } });
  const { reference } = coupon.body.result;
  const facts = (reportId: string, units: number) =>
    ({
      country,
      source: 'bank-transfer',
      reportId,
      reference,
      amount: centavos(Math.round(units * 100)),
      currency: packOf(country).currency,
    }) as const;
  const pay = (reportId: string, units: number) =>
    transaction(deps.db, (tx) =>
      reportPayment(tx, deps, { ...facts(reportId, units), paidOn: todayOf(product, country) }),
    );
  const state = async () => (await loanByPublicId(deps.db, country, id))?.state;
  await pay('returned', withdrawal.amount);
  expect(await state()).toBe('canceled');
  await product.advance(20 * 86_400_000);
  // Too late to give anything back, and more than the loan ever costs.
  await pay('later', total * 3);
  await transaction(deps.db, (tx) =>
    reportReversal(tx, deps, {
      ...facts('returned', withdrawal.amount),
      reason: 'charged-back',
      reversedOn: todayOf(product, country),
    }),
  );
  expect(await state()).toBe('finished');
});
