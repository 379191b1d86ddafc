import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDeeds } from '../../staff/testing/audited.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { payoutTools } from './testing/orders.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

test('a person asks the provider so many times a day and no more', async () => {
  const treasury = await signInAs(product, 'treasury');
  const { loanId } = await payoutTools(product, treasury).unknownOrder('AR');
  const asking = () => treasury.call('POST /api/staff/pay-outs/{id}/ask', { params: { id: loanId } });
  await addDeeds(product, treasury, 'POST /api/staff/pay-outs/{id}/ask', { times: 299 });
  expect((await asking()).status).toBe(200);
  expect((await asking()).body.code).toBe('daily_limit');
});
