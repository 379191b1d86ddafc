import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../platform/database.ts';
import { newCustomer } from '../testing/new-customer.ts';
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

test('goes on until nothing is left, however much has come', async () => {
  const { db, clock } = product.deps;
  const customer = await newCustomer(product);
  const old = new Date(clock.now().getTime() - 100 * dayMs);
  const names = Array.from({ length: 250 }, (_none, index) => `many-${index}`);
  await db
    .insertInto('rate_count')
    .values(names.map((key) => ({ key, window_started_at: old, hits: 1 })))
    .execute();
  const digest = Buffer.from('x');
  await db
    .insertInto('idempotency')
    .values(names.map((key) => ({ caller: 'c', key, request: 'r', digest, answer: digest, created_at: old })))
    .execute();
  await sql`insert into session (digest, customer_id, country, method, created_at, last_used_at, fresh_at, expires_at)
    select decode(md5(n::text), 'hex'), ${customer.id}, 'AR', 'password', ${old}, ${old}, ${old}, ${old}
    from generate_series(1, 250) as n`.execute(db);
  await sql`insert into one_time_link (digest, kind, customer_id, country, target, created_at, expires_at)
    select decode(md5(n::text), 'hex'), 'sms', ${customer.id}, 'AR', '', ${old}, ${old}
    from generate_series(1, 250) as n`.execute(db);

  expect(await sweep(product.deps, { limit: 100 })).toBe(1_000);
  expect(await sweep(product.deps, { limit: 100 })).toBe(0);
});

describe('what cannot be removed', () => {
  const addOld = async (...keys: readonly string[]) => {
    const { db, clock } = product.deps;
    const old = new Date(clock.now().getTime() - 100 * dayMs);
    await db
      .insertInto('rate_count')
      .values(keys.map((key) => ({ key, window_started_at: old, hits: 1 })))
      .execute();
  };

  test('because another machine is removing it is left to it, without waiting', async () => {
    const { db } = product.deps;
    await addOld('locked', 'free');
    await transaction(db, async (tx) => {
      await tx.deleteFrom('rate_count').where('key', '=', 'locked').execute();
      expect(await sweep(product.deps)).toBe(1);
    });
    expect(await sweep(product.deps)).toBe(0);
  });

  test('in one table leaves the others to be swept, and is told at the end', async () => {
    const { db } = product.deps;
    await addOld('after-the-failure');
    await sql`alter table idempotency rename to idempotency_away`.execute(db);
    try {
      const failure = await sweep(product.deps).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(AggregateError);
      expect(failure).toMatchObject({
        message: 'idempotency was not swept',
        errors: [{ cause: { message: expect.stringContaining('does not exist') } }],
      });
    } finally {
      await sql`alter table idempotency_away rename to idempotency`.execute(db);
    }
    expect(await sweep(product.deps)).toBe(0);
  });
});
