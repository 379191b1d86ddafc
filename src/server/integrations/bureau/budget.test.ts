import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { takeFromBudget } from '../../platform/limits/limits.ts';

let one: TestProduct;
let other: TestProduct;
beforeAll(async () => {
  // No worker: it sweeps counts that are days old, as those below are.
  const settings = { ROLE: 'api' };
  one = await startProduct({ settings });
  other = await startProduct({ settings, beside: one });
});
afterAll(async () => {
  await other.close();
  await one.close();
});

const budget = { key: 'of-a-test', max: 100, windowSeconds: 60 };
const now = new Date('2026-11-21T12:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test('two processes take from one budget, however many ask at once', async () => {
  const asked = Array.from({ length: 60 }, (_, index) =>
    takeFromBudget((index % 2 === 0 ? one : other).deps.db, budget, 4, after(index / 10)),
  );
  expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(25);
  expect(await takeFromBudget(other.deps.db, budget, 1, after(30))).toBe(false);
});

test('takes all or none, and begins anew with the next minute', async () => {
  expect(await takeFromBudget(one.deps.db, budget, 98, after(61))).toBe(true);
  expect(await takeFromBudget(one.deps.db, budget, 3, after(62))).toBe(false);
  expect(await takeFromBudget(one.deps.db, budget, 2, after(63))).toBe(true);
  expect(await takeFromBudget(one.deps.db, budget, 101, after(200))).toBe(false);
});

test('a window that begins long after now is none: a clock was set back', async () => {
  expect(await takeFromBudget(one.deps.db, budget, 100, after(-3600))).toBe(true);
});
