import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { countEach, countsOf, overLimit } from './limits.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

const now = new Date('2026-11-22T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const windowSeconds = 3600;

test('a limit holds for its window, and uses that overtake each other count together', async () => {
  const { db } = product.deps;
  const limit = { key: 'a', max: 2, windowSeconds };
  expect(await overLimit(db, limit, later(30))).toBeUndefined();
  expect(await overLimit(db, limit, now)).toBeUndefined();
  expect(await overLimit(db, limit, later(1800))).toBe(1830);
  expect(await overLimit(db, limit, later(3630))).toBeUndefined();
});

test('a window begun before the clock of the sandbox was moved back locks no caller out', async () => {
  const { db } = product.deps;
  const limit = { key: 'b', max: 1, windowSeconds };
  for (let use = 0; use < 3; use += 1) await overLimit(db, limit, later(40 * 86_400));
  expect((await countsOf(db, ['b'], windowSeconds, now)).size).toBe(0);
  expect(await overLimit(db, limit, now)).toBeUndefined();
  expect(await overLimit(db, limit, now)).toBe(windowSeconds);
  await countEach(db, ['c', 'd'], windowSeconds, later(40 * 86_400));
  const counts = await countEach(db, ['c', 'd'], windowSeconds, now);
  const first = { hits: 1, waitSeconds: windowSeconds };
  expect([...counts.values()]).toEqual([first, first]);
});
