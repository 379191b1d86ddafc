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
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

test('a loan whose return is taken back and that later money has paid off is finished', async () => {
  const { deps } = product;
  const country = 'UY';
  const one = await borrower(product, country, 3);
  const { person, publicId: id, documentNumber } = one;
  const couponOf = async (hash: string) =>
    (await product.call('GET /api/v3/coupon/{hash}', { country, params: { hash } })).body.result;
  // Given up, so that the return can be asked for; money for it still pays all instalments.
  const { hash: whole } = (await one.ask([1, 2, 3], 'bank-transfer')).body.result;
  await product.call('DELETE /api/v3/coupon/{hash}', {
    country,
    params: { hash: whole },
    query: { document_number: documentNumber },
  });
  await person.call('POST /api/v3/withdrawal/own', { body: { kind: 'loan', loan_id: id } });
  const params = { id };
  const { total, withdrawal } = (await person.call('GET /api/v3/loan/{id}/settlement', { params })).body
    .result;
  const asked = { kind: 'withdrawal', payment_method: 'bank-transfer', total: withdrawal.amount };
  const { hash: back } = (await person.call('POST /api/v3/loan/{id}/settlement', { params, body: asked }))
    .body.result;
  const references = { returned: (await couponOf(back)).reference, later: (await couponOf(whole)).reference };
  const facts = (reportId: keyof typeof references, units: number) =>
    ({
      country,
      source: 'bank-transfer',
      reportId,
      reference: references[reportId],
      amount: centavos(Math.round(units * 100)),
      currency: packOf(country).currency,
    }) as const;
  const pay = (reportId: keyof typeof references, units: number) =>
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
