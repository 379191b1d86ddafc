import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { silentProxy, type SilentProxy } from '../testing/silent-proxy.ts';
import { transaction } from './database.ts';

/** The network between product and database loses what is sent, and says nothing of it. */

let healthy: TestProduct;
let proxy: SilentProxy;
let product: TestProduct;
beforeAll(async () => {
  healthy = await startProduct();
  proxy = await silentProxy(Number(new URL(healthy.databaseUrl).port));
  product = await startProduct({ beside: healthy, databasePort: proxy.port });
});
afterAll(async () => {
  await product.close();
  await proxy.close();
  await healthy.close();
});

const silenceMs = 2_000;
/** Every connection of the pool is in use when the silence begins. */
const calls = 24;

async function until(what: () => Promise<boolean>, limitMs: number): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < limitMs) {
    if (await what()) return performance.now() - began;
    await pause(50);
  }
  return Infinity;
}

describe('a network that swallows bytes for two seconds and closes nothing', () => {
  test('holds the API up for less than ten seconds', async () => {
    proxy.setSilent(true);
    const asked = Array.from({ length: calls }, () => product.call('GET /api/v3/enviroments'));
    const settled = Promise.all(asked);
    await pause(silenceMs);
    proxy.setSilent(false);
    const statusOf = async (key: 'GET /readyz' | 'GET /api/v3/enviroments') =>
      (await product.call(key)).status;
    const took = await until(
      async () =>
        (await statusOf('GET /readyz')) === 200 && (await statusOf('GET /api/v3/enviroments')) === 200,
      20_000,
    );
    expect(took).toBeLessThan(10_000);
    const refused = (await settled).filter(({ status }) => status !== 200);
    for (const { status, headers, body } of refused) {
      expect([status, body.code]).toEqual([503, 'unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('breaks off a transaction, and nothing of it stays', async () => {
    const command = transaction(product.deps.db, async (tx) => {
      await tx.insertInto('sandbox').values({ name: 'silenced', value: 'x' }).execute();
      proxy.setSilent(true);
      // Both are on their way at once: neither is answered.
      await Promise.all([sql`select 1`.execute(tx), sql`select 2`.execute(tx)]);
    });
    await expect(command).rejects.toThrow('no answer from the database');
    proxy.setSilent(false);
    const took = await until(async () => (await product.call('GET /readyz')).status === 200, 10_000);
    expect(took).toBeLessThan(10_000);
    const rows = await healthy.deps.db
      .selectFrom('sandbox')
      .select('name')
      .where('name', '=', 'silenced')
      .execute();
    expect(rows).toEqual([]);
  });

  test('does not keep the worker from its jobs', async () => {
    proxy.setSilent(true);
    await pause(silenceMs);
    proxy.setSilent(false);
    const body = { cellphone: '1145678901', redirectTo: '' };
    const took = await until(
      async () => (await product.call('POST /api/auth/sendpin', { body })).status === 200,
      20_000,
    );
    expect(took).toBeLessThan(20_000);
    const waiting = sql<{ n: number }>`
      select count(*)::int as n from jobs.job where state in ('created', 'retry', 'active') and name <> 'daily'
        and start_after <= now()`;
    const drained = await until(
      async () => (await waiting.execute(healthy.deps.db)).rows[0]?.n === 0,
      30_000,
    );
    expect(drained).toBeLessThan(30_000);
  });
});

test('the clock of a process that was cut off goes on with what the others say', async () => {
  const dayMs = 86_400_000;
  proxy.setSilent(true);
  proxy.cut();
  await healthy.advance(33 * dayMs);
  const apart = () => Math.abs(healthy.deps.clock.now().getTime() - product.deps.clock.now().getTime());
  expect(apart()).toBeGreaterThan(dayMs);
  proxy.setSilent(false);
  expect(await until(async () => apart() < 1_000, 15_000)).toBeLessThan(15_000);
  await healthy.advance(dayMs);
  expect(await until(async () => apart() < 1_000, 5_000)).toBeLessThan(5_000);
});

test('stopping while the database is silent takes less than fourteen seconds', async () => {
  const third = await startProduct({ beside: healthy, databasePort: proxy.port });
  const answer = third.call('GET /api/v3/enviroments');
  await answer;
  proxy.setSilent(true);
  // Looked at from the beginning: the end of the process cuts them off before anybody waits for them.
  const asked = Promise.allSettled(
    Array.from({ length: calls }, () => third.call('GET /api/v3/enviroments')),
  );
  await pause(100);
  try {
    const began = performance.now();
    await third.close();
    expect(performance.now() - began).toBeLessThan(14_000);
  } finally {
    proxy.setSilent(false);
  }
  await asked;
});
