import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import type { Tx } from '../database.ts';
import { countsOf, countUnlessSeen, countUses, overAny, overLimit, uncount } from './limits.ts';

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

test('of several limits those after a passed one are not counted, and each window is its own', async () => {
  const { db } = product.deps;
  const limits = [
    { key: 'several-b', max: 3, windowSeconds },
    { key: 'several-a', max: 1, windowSeconds: 60 },
    { key: 'several-c', max: 9, windowSeconds },
  ];
  const hits = async () => {
    const counts = await countsOf(
      db,
      limits.map(({ key }) => key),
      windowSeconds,
      now,
    );
    return limits.map(({ key }) => counts.get(key)?.hits);
  };
  expect(await overAny(db, limits, now)).toBeUndefined();
  expect(await countUses(db, limits, now)).toMatchObject({
    passed: { key: 'several-a', waitSeconds: 60 },
    counted: expect.arrayContaining(['several-a', 'several-b']),
  });
  expect(await hits()).toEqual([2, 2, 1]);
  expect(await overAny(db, limits, later(61))).toBeUndefined();
  await Promise.all(limits.map(() => overAny(db, limits, later(62))));
  expect(await overAny(db, limits, later(63))).toBe(windowSeconds - 63);
});

test('a window begun before the clock of the sandbox was moved back locks no caller out', async () => {
  const { db } = product.deps;
  const limit = { key: 'b', max: 1, windowSeconds };
  for (let use = 0; use < 3; use += 1) await overLimit(db, limit, later(40 * 86_400));
  expect((await countsOf(db, ['b'], windowSeconds, now)).size).toBe(0);
  expect(await overLimit(db, limit, now)).toBeUndefined();
  expect(await overLimit(db, limit, now)).toBe(windowSeconds);
  await countUnlessSeen(db, 'seen-c', bounds(1, 1), windowSeconds, later(40 * 86_400));
  const { now: counts } = await countUnlessSeen(db, 'seen-c', bounds(1, 1), windowSeconds, now);
  const first = { hits: 1, waitSeconds: windowSeconds };
  expect([...counts.values()]).toEqual([first, first]);
});

const bounds = (c: number, d: number) => [
  { key: 'd', max: d },
  { key: 'c', max: c },
];

test('what was seen, or would pass a bound, is not counted', async () => {
  const { db } = product.deps;
  const at = later(50 * 86_400);
  const count = async (seen: string, c: number, d: number) => {
    const counted = await countUnlessSeen(db, seen, bounds(c, d), windowSeconds, at);
    const hits = (counts: typeof counted.now) => [...counts.values()].map((each) => each.hits);
    return [counted.isSeen, hits(counted.before), hits(counted.now)];
  };
  expect(await count('one', 1, 2)).toEqual([false, [], [1, 1]]);
  expect(await count('one', 1, 2)).toEqual([true, [1, 1, 1], []]);
  expect(await count('two', 1, 2)).toEqual([false, [1, 1], []]);
  expect(await count('two', 2, 2)).toEqual([false, [1, 1], [2, 2]]);
  expect(await count('two', 3, 3)).toEqual([true, [2, 2, 1], []]);
  await uncount(db, ['c', 'd']);
  expect(await count('three', 2, 2)).toEqual([false, [1, 1], [2, 2]]);
});

test('who counts at once is let through as often as a bound allows', async () => {
  const { db } = product.deps;
  const at = later(60 * 86_400);
  const asked = Array.from({ length: 20 }, (_, index) =>
    countUnlessSeen(db, `asked-${index}`, bounds(5, 20), windowSeconds, at),
  );
  const hits = (await Promise.all(asked)).flatMap(({ now: counts }) => counts.get('c')?.hits ?? []);
  expect(hits.filter((hit) => hit <= 5)).toHaveLength(5);
});

test('counting reads rows by key, also when the window has many counts that statistics do not know yet', async () => {
  const { db } = product.deps;
  const [before, at] = [later(70 * 86_400), later(71 * 86_400)];
  const addCounts = (name: string, begun: Date) =>
    sql`insert into rate_count (key, window_started_at, hits)
      select ${name} || n, ${begun}::timestamptz, 1 from generate_series(1, 5000) n`.execute(db);
  await addCounts('earlier-', before);
  await sql`analyze rate_count`.execute(db);
  await addCounts('later-', at);
  const rowsRead = (count: (tx: Tx) => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      await count(tx);
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as read
        from pg_stat_xact_user_tables where relname = 'rate_count'`.execute(tx);
      return rows[0]?.read;
    });
  const soon = new Date(at.getTime() + 60_000);
  expect(await rowsRead((tx) => countUnlessSeen(tx, 'new', bounds(9, 9), windowSeconds, soon))).toBeLessThan(
    30,
  );
  expect(await rowsRead((tx) => countsOf(tx, ['c', 'd', 'later-1'], windowSeconds, soon))).toBeLessThan(30);
});
