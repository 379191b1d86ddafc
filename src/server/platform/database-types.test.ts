import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test('the generated types are those of the migrated schema', async () => {
  const root = join(import.meta.dirname, '..', '..', '..');
  const verify = promisify(execFile)(
    process.execPath,
    [
      join(root, 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js'),
      '--verify',
      '--dialect',
      'postgres',
      '--date-parser',
      'string',
      '--include-pattern',
      'public.*',
      '--type-mapping',
      '{"int8":"number"}',
      '--out-file',
      join(import.meta.dirname, 'database-types.ts'),
    ],
    { cwd: root, env: { DATABASE_URL: product.databaseUrl } },
  );
  await expect(verify).resolves.toBeDefined();
});
