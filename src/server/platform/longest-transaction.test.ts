import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { openDatabase } from './database.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

/** A pool whose connections have been told how long a transaction may take. */
function toldOf(longest: string) {
  const url = new URL(product.databaseUrl);
  url.searchParams.set('options', `-c transaction_timeout=${longest}`);
  return openDatabase(url.href, 1);
}

test.each([
  ['0', '10min'],
  ['90s', '90s'],
])('a transaction that was told %s takes %s at most', async (told, kept) => {
  const handle = toldOf(told);
  const { rows } = await sql`select current_setting('transaction_timeout') as setting`.execute(handle.db);
  await handle.close();
  expect(rows).toEqual([{ setting: kept }]);
});

test('one that goes on by short statements is ended, and keeps nothing', async () => {
  const handle = toldOf('500ms');
  let statements = 0;
  const endless = handle.db.transaction().execute(async (tx) => {
    await tx.insertInto('sandbox').values({ name: 'endless', value: '1' }).execute();
    for (; ; statements += 1) await sql`select 1`.execute(tx);
  });
  // How the end of its connection is told depends on what was under way.
  await expect(endless).rejects.toBeInstanceOf(Error);
  expect(statements).toBeGreaterThan(1);
  const { db } = product.deps;
  expect(await db.selectFrom('sandbox').selectAll().where('name', '=', 'endless').execute()).toEqual([]);
  await handle.close();
});
