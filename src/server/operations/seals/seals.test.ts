import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { sealRows } from './seal.ts';
import { behindTheBack as changeBehind } from './testing/behind-the-back.ts';
import { verifySeals } from './verify.ts';

/** docs/security.md#seals: what was written once cannot be rewritten unseen, not even by who owns the tables. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await borrower(product, 'AR', 3);
});
afterAll(() => product.close());

const seal = (limit = 2_000) => sealRows(product.deps, { settled: 0, limit });
const report = async (stream: string, noted: readonly string[] = []) => {
  const found = (await verifySeals(product.deps.db, noted)).find((each) => each.stream === stream);
  if (!found) throw new Error(`no stream ${stream}`);
  return found;
};

const behindTheBack = (table: string, change: string) => changeBehind(product.deps.db, table, change);

test('rows are sealed once they have settled, by several workers at once, and again nothing', async () => {
  // Notes up to where every row is visible by the next time.
  expect(await sealRows(product.deps)).toBe(0);
  await Promise.all([seal(7), seal(7)]);
  const ledger = await report('ledger');
  const { count } = await product.deps.db
    .selectFrom('ledger_transaction')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(ledger).toMatchObject({ rows: count, broken: undefined });
  expect((await report('event')).seals).toBeGreaterThan(1);
  await seal();
  expect((await report('ledger')).digest).toBe(ledger.digest);
});

test('a digest that was noted stays in the chain as it grows', async () => {
  const { digest } = await report('ledger');
  await borrower(product, 'UY', 3);
  await seal();
  await seal();
  const later = await report('ledger', [digest, 'f'.repeat(64)]);
  expect(later.found).toEqual([digest]);
  expect(later.digest).not.toBe(digest);
});

test.each([
  [
    'ledger',
    'ledger_entry',
    'amount = amount * 2 where transaction_id = (select min(id) from ledger_transaction)',
    'amount = amount / 2 where transaction_id = (select min(id) from ledger_transaction)',
  ],
  [
    'event',
    'event',
    "kind = kind || 'x' where id = (select min(id) from event)",
    'kind = left(kind, -1) where id = (select min(id) from event)',
  ],
])('a row of %s that was changed behind the triggers is found', async (stream, table, change, back) => {
  expect((await report(stream)).broken).toBeUndefined();
  await behindTheBack(table, `update ${table} set ${change}`);
  expect((await report(stream)).broken).toMatchObject({ why: 'a row was changed, added or removed' });
  await behindTheBack(table, `update ${table} set ${back}`);
  expect((await report(stream)).broken).toBeUndefined();
});

test('a seal that was removed, or made anew over other rows, is found', async () => {
  const { db } = product.deps;
  const seals = await db.selectFrom('seal').selectAll().where('stream', '=', 'event').orderBy('id').execute();
  const [first, second] = seals;
  await behindTheBack('seal', `update seal set digest = sha256('other') where id = ${first!.id}`);
  expect((await report('event')).broken).toBeDefined();
  await behindTheBack(
    'seal',
    `update seal set digest = '\\x${first!.digest.toString('hex')}' where id = ${first!.id}`,
  );
  await behindTheBack('seal', `update seal set from_id = from_id + 1 where id = ${second!.id}`);
  expect((await report('event')).broken).toMatchObject({ why: 'seals are missing' });
  await behindTheBack('seal', `update seal set from_id = from_id - 1 where id = ${second!.id}`);
  expect((await report('event')).broken).toBeUndefined();
});
