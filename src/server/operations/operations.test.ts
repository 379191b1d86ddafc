import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test('says that it lives and that its database is current', async () => {
  expect(await product.call('GET /healthz')).toMatchObject({ status: 200, body: { status: 'success' } });
  expect(await product.call('GET /readyz')).toMatchObject({
    status: 200,
    body: { database: 'ok', migrations: 'ok' },
  });
});

test('an unknown path is a failure in the envelope, without a stack', async () => {
  const answer = await product.raw('/api/nothing');
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({ status: 'error', code: 'not_found' });
  expect(JSON.stringify(answer.body)).not.toMatch(/\.ts|at /);
});
