import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { openDatabase } from './database.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

/** Opens as through a pooler whose connections have been told this. */
async function opened(settings: readonly string[]): Promise<unknown> {
  const options = settings.map((each) => `-c ${each}`).join(' ');
  const url = `${product.databaseUrl}?options=${encodeURIComponent(options)}`;
  const handle = openDatabase(url, 1, 5, true);
  try {
    return (
      await sql<{ is_on: string }>`select current_setting('statement_timeout') as is_on`.execute(handle.db)
    ).rows;
  } finally {
    await handle.close();
  }
}

const bounds = ['statement_timeout=7s', 'idle_in_transaction_session_timeout=30s'];

test('a pooler that sets what the product needs is taken as it is', async () => {
  expect(await opened(bounds)).toEqual([{ is_on: '7s' }]);
});

test.each([
  ['no time limits', [], /statement_timeout/],
  ['one of them only', bounds.slice(0, 1), /idle_in_transaction/],
  ['commits that do not wait for the disk', [...bounds, 'synchronous_commit=off'], /synchronous_commit/],
])('%s are refused', async (_what, settings, sentence) => {
  await expect(opened(settings)).rejects.toThrow(sentence);
});
