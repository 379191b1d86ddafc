import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { sweep } from './housekeeping.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const dayMs = 86_400_000;

test('removes old limits and replies, and keeps what is still of use', async () => {
  const { db, clock } = product.deps;
  const at = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  await db
    .insertInto('rate_count')
    .values([
      { key: 'old', window_started_at: at(3), hits: 4 },
      { key: 'fresh', window_started_at: at(0), hits: 4 },
    ])
    .execute();
  const reply = (key: string, days: number) => ({
    caller: 'customer:1',
    key,
    request: 'POST /x',
    digest: Buffer.from('d'),
    answer: Buffer.from('a'),
    created_at: at(days),
  });
  await db
    .insertInto('idempotency')
    .values([reply('old', 8), reply('fresh', 6)])
    .execute();

  await sweep(product.deps);

  const keys = async (table: 'rate_count' | 'idempotency') =>
    (await db.selectFrom(table).select('key').where('key', 'in', ['old', 'fresh']).execute()).map(
      (row) => row.key,
    );
  expect(await keys('rate_count')).toEqual(['fresh']);
  expect(await keys('idempotency')).toEqual(['fresh']);
});
