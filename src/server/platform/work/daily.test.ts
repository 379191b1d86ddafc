import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { localDate } from '../../../countries/local-time.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import {
  dailyKind,
  enqueueDay,
  lastRunBefore,
  sameRun,
  startDays,
  type DailyJob,
  type Day,
} from './daily.ts';

let product: TestProduct;
beforeAll(async () => {
  // No worker: these tests take its place.
  product = await startProduct({ settings: { ROLE: 'api' } });
});
beforeEach(async () => {
  await product.deps.db.deleteFrom('daily_run').execute();
});
afterAll(() => product.close());

/** What was enqueued; this test takes the place of the queue. */
function bench(daily: readonly DailyJob[]) {
  const sent: (Day & { job: string })[] = [];
  const jobs = {
    send: async (_tx: unknown, _name: string, data: object) => void sent.push(data as (typeof sent)[number]),
    sendMany: async () => undefined,
    wake: () => undefined,
  };
  const deps = { ...product.deps, jobs };
  return { sent, look: () => enqueueDay(deps, daily), run: dailyKind(deps, daily).run, deps };
}

test('the work of a day is enqueued once per country, however many look', async () => {
  const { sent, look } = bench([{ name: 'one', run: async () => undefined }]);
  await Promise.all([look(), look(), look()]);
  await look();
  expect(sent.map(({ job, country }) => `${job} ${country}`).toSorted()).toEqual(['one AR', 'one UY']);
  await product.advance(86_400_000);
  await look();
  expect(sent).toHaveLength(4);
});

test('one that waits for another starts when that has ended, and one with hours in its hours', async () => {
  let isOpen = false;
  const { sent, look, run } = bench([
    { name: 'second', after: 'first', mayStart: () => isOpen, run: async () => undefined },
    { name: 'first', run: async () => undefined },
  ]);
  await look();
  expect(sent.map(({ job }) => job)).toEqual(['first', 'first']);
  await look();
  for (const each of sent.slice()) await run(each);
  await look();
  expect(sent).toHaveLength(2);
  isOpen = true;
  await look();
  expect(sent.slice(2).map(({ job }) => job)).toEqual(['second', 'second']);
});

test('a run that lasts, or waits for its next try, is not enqueued again; one that the queue has lost is', async () => {
  const { db } = product.deps;
  const daily: DailyJob[] = [{ name: 'long', countries: ['UY'], run: async () => undefined }];
  const look = () => enqueueDay(product.deps, daily);
  const date = localDate(product.deps.clock.now(), 'UY');
  const same = sameRun({ job: 'long', country: 'UY', date });
  const jobs = async () =>
    (await sql<{ state: string }>`select state from jobs.job where ${same} order by created_on`.execute(db))
      .rows;
  const later = () => sql`update daily_run set enqueued_at = now() - interval '2 hours'`.execute(db);
  await look();
  for (const state of ['active', 'retry']) {
    await sql`update jobs.job set state = ${state} where ${same}`.execute(db);
    await later();
    await Promise.all([look(), look()]);
    expect(await jobs()).toEqual([{ state }]);
  }
  await sql`update jobs.job set state = 'failed' where ${same}`.execute(db);
  await Promise.all([look(), look()]);
  expect((await jobs()).map(({ state }) => state)).toEqual(['failed', 'created']);
});

test('what the queue hands out twice is run once at a time, and goes on elsewhere when its process dies', async () => {
  let runs = 0;
  let end = () => undefined as void;
  const { sent, look, run } = bench([
    {
      name: 'one',
      countries: ['UY'],
      run: () => {
        runs += 1;
        return new Promise<void>((resolve) => (end = resolve));
      },
    },
  ]);
  await look();
  const [job] = sent;
  if (!job) throw new Error('nothing was enqueued');
  const first = run(job);
  await expect.poll(() => runs).toBe(1);
  await expect(run(job)).rejects.toThrow('under way');
  expect(runs).toBe(1);
  // Its process gives no sign of life any more.
  await sql`update daily_run set held_until = now() - interval '1 second'`.execute(product.deps.db);
  const endFirst = end;
  const second = run(job);
  await expect.poll(() => runs).toBe(2);
  endFirst();
  await first;
  await run(job);
  end();
  await second;
  expect(runs).toBe(2);
});

test('a run that fails is tried again; one that has ended does nothing', async () => {
  let runs = 0;
  const { sent, look, run } = bench([
    {
      name: 'one',
      run: async () => {
        runs += 1;
        if (runs === 1) throw new Error('killed');
      },
    },
  ]);
  await look();
  const [job] = sent;
  if (!job) throw new Error('nothing was enqueued');
  await expect(run(job)).rejects.toThrow('killed');
  await run(job);
  await run(job);
  expect(runs).toBe(2);
});

test('a day that has gone by is left to the new one, and never known as a day that ran', async () => {
  let runs = 0;
  const { sent, look, run, deps } = bench([{ name: 'one', run: async () => void (runs += 1) }]);
  await look();
  const job = sent.find(({ country }) => country === 'AR');
  if (!job) throw new Error('nothing was enqueued');
  await product.advance(3 * 86_400_000);
  await run(job);
  expect(runs).toBe(0);
  const today = localDate(product.deps.clock.now(), 'AR');
  expect(await lastRunBefore(deps.db, 'one', { country: 'AR', date: today })).toBeUndefined();
});

test('moving the clock of the sandbox brings the new day within seconds', async () => {
  const days: Day[] = [];
  const daily = [{ name: 'seen', run: async (day: Day) => void days.push(day) }];
  const { sent, deps, run } = bench(daily);
  const stop = startDays({ ...deps, config: { DAILY_EVERY_SECONDS: 1 } }, daily);
  const next = localDate(new Date(deps.clock.now().getTime() + 40 * 86_400_000), 'UY');
  await product.call('POST /sandbox/clock', { body: { advance: 'P40D' } });
  await expect
    .poll(() => sent.some(({ date, country }) => country === 'UY' && date === next), { timeout: 5_000 })
    .toBe(true);
  await stop();
  for (const each of sent) await run(each);
  expect(days.map(({ date }) => date)).toContain(next);
});
