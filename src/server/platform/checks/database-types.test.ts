import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseTypesCommand } from '../../testing/database-types-command.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test('the generated types are those of the migrated schema; npm run db:types writes them', async () => {
  const verify = promisify(execFile)(process.execPath, [...databaseTypesCommand, '--verify'], {
    cwd: join(import.meta.dirname, '..', '..', '..', '..'),
    env: { DATABASE_URL: product.databaseUrl },
  });
  await expect(verify).resolves.toBeDefined();
});
