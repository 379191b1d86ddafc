import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { migrate } from './migrate.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

test('a migration that comes with a lower number than those applied is applied', async () => {
  const { db } = product.deps;
  const missed = '0017-swept-in-batches';
  await sql`drop index session_end, one_time_link_end, rate_count_age`.execute(db);
  await sql`delete from kysely_migration where name = ${missed}`.execute(db);
  expect(await migrate(db)).toEqual([missed]);
  expect(await migrate(db)).toEqual([]);
});
