import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { payOutTools } from './testing/orders.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

test('a person asks the provider so many times a day and no more', async () => {
  const { db, clock } = product.deps;
  const treasury = await signInAs(product, 'treasury');
  const { loanId } = await payOutTools(product, treasury).unknownOrder('AR');
  const asking = () => treasury.call('POST /api/staff/pay-outs/{id}/ask', { params: { id: loanId } });
  const asked = {
    at: clock.now(),
    staff_id: Number(treasury.id),
    action: 'POST /api/staff/pay-outs/{id}/ask',
    subject: `pay-out:${loanId}`,
    subject_name: '',
    reason: '',
    reason_code: '',
    request_id: '',
    address: '',
    device: '',
    before: '{}',
    after: '{}',
  };
  await db
    .insertInto('staff_audit')
    .values(Array.from({ length: 299 }, () => asked))
    .execute();
  expect((await asking()).status).toBe(200);
  expect((await asking()).body.code).toBe('daily_limit');
});
