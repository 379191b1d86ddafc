import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomer } from '../../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { createLogger } from '../logger.ts';

interface Line {
  readonly msg: string;
  readonly requestId: string;
  readonly route: string;
  readonly status: number;
  readonly code?: string;
  readonly by?: string;
}

const lines: Line[] = [];
let product: TestProduct;
beforeAll(async () => {
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  product = await startProduct({ log });
});
afterAll(() => product.close());

async function lineOf({ headers }: { readonly headers: Headers }): Promise<Line | undefined> {
  const id = headers.get('x-request-id');
  const found = () => lines.find(({ msg, requestId }) => msg === 'request' && requestId === id);
  // It is written when the answer is gone, which may be after it has come.
  await expect.poll(found).toBeDefined();
  return found();
}

test('a refused way in is a line that says why', async () => {
  const link = await product.call('POST /api/auth/autologin', { body: { hash: 'x'.repeat(32) } });
  expect(await lineOf(link)).toMatchObject({ status: link.status, code: 'link_invalid' });
  const social = await product.call('POST /api/social/google', { body: { token: 'none', hash: '' } });
  expect(await lineOf(social)).toMatchObject({ route: '/api/social/google', code: 'social_token' });
  const stranger = await product.call('GET /api/v3/membership', { token: 'none' });
  expect(await lineOf(stranger)).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect(await lineOf(stranger)).not.toHaveProperty('by');
});

test('who is refused something is named by the number of their row, and nobody else is', async () => {
  const { id, token } = await newCustomer(product);
  const refused = await product.call('GET /api/v3/loan-new/{id}', { token, params: { id: 'of-another' } });
  expect(await lineOf(refused)).toMatchObject({ status: 404, code: 'not_found', by: `customer:${id}` });
  const served = await product.call('GET /api/v3/membership', { token });
  expect(served.status).toBe(200);
  for (const member of ['by', 'code']) expect(await lineOf(served)).not.toHaveProperty(member);
});
