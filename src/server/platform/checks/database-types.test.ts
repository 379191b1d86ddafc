import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDatabaseTypes } from '../../testing/database-types.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test('the generated types are those of the migrated schema; npm run db:types writes them', async () => {
  await expect(writeDatabaseTypes(product.databaseUrl, { verify: true })).resolves.toBeUndefined();
});
