import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { overDocumentLimit } from './account-status.ts';

let product: TestProduct;
beforeAll(async () => {
  // The sandbox multiplies this limit by a hundred.
  product = await startProduct({ settings: { LIMIT_BALANCE_DOCUMENTS: '0', TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => product.close());

test('an address that asks for too many documents is stopped, told for how long, and recorded', async () => {
  const ask = (address: string) =>
    product.call('POST /api/v3/balance', {
      body: { document_number: '30111222' },
      headers: { 'x-forwarded-for': address },
    });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const refused = await ask('203.0.113.7');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  }
  const events = await product.deps.db
    .selectFrom('event')
    .selectAll()
    .where('kind', '=', 'balance-enumeration')
    .execute();
  expect(events).toHaveLength(1);
});

test('twenty different documents an hour; the same ones again are free; the next hour begins anew', async () => {
  const { deps } = product;
  const outside = { ...deps, config: { ...deps.config, SANDBOX: false, LIMIT_BALANCE_DOCUMENTS: 20 } };
  const ask = (index: number, address = '203.0.113.8') =>
    overDocumentLimit(outside, { country: 'AR', address, documentNumber: String(30_000_000 + index) });
  for (let round = 0; round < 2; round += 1)
    for (let index = 0; index < 20; index += 1) expect(await ask(index)).toBeUndefined();
  expect(await ask(20)).toBeGreaterThan(0);
  // Asked again, it is refused again: being refused does not make a document known.
  expect(await ask(20)).toBeGreaterThan(0);
  expect(await ask(3)).toBeUndefined();
  expect(await ask(20, '203.0.113.9')).toBeUndefined();
  await product.advance(3_601_000);
  expect(await ask(20)).toBeUndefined();
});
