import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { transaction } from '../database.ts';
import { type JobKind, type Jobs, openJobs } from './jobs.ts';

let product: TestProduct;
let jobs: Jobs;
/** What was run, in order; a run whose try fails stands there as well. */
const runs: string[] = [];
let failures = 0;

const kindOf = (name: string): JobKind<{ word: string }> => ({
  name,
  policy: { retryLimit: 3, retryDelaySeconds: 1, retryDelayMaxSeconds: 1, expireSeconds: 30 },
  run: async ({ word }) => {
    runs.push(word);
    if (word === 'fails once' && failures === 0) {
      failures += 1;
      throw new Error('this once');
    }
  },
});
const kinds = [kindOf('chore'), kindOf('errand')] as readonly JobKind<never>[];

beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  jobs = await openJobs(product.databaseUrl, product.deps.log);
  await jobs.declare(kinds);
  await jobs.work(kinds, () => undefined);
});
afterAll(async () => {
  await jobs.stop();
  await product.close();
});

const send = (name: string, word: string, afterSeconds?: number) =>
  transaction(product.deps.db, (tx) =>
    jobs.send(tx, name, { word }, afterSeconds === undefined ? {} : { afterSeconds }),
  );
const timesRun = (word: string) => runs.filter((each) => each === word).length;

test('a postponed job of each kind runs when it is due, though nobody is told of it', async () => {
  await Promise.all([send('chore', 'later', 1), send('errand', 'later too', 1), send('chore', 'never', 900)]);
  await expect.poll(() => timesRun('later'), { timeout: 15_000 }).toBe(1);
  await expect.poll(() => timesRun('later too'), { timeout: 15_000 }).toBe(1);
  expect(timesRun('never')).toBe(0);
});

test('a job that failed runs again after its delay', async () => {
  await send('errand', 'fails once');
  await expect.poll(() => timesRun('fails once'), { timeout: 15_000 }).toBe(2);
});
