import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { createLogger } from '../logger.ts';
import { failedIndex, migrateJobs } from './migrate-jobs.ts';

let product: TestProduct;
let client: pg.Client;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await product.close();
});

const start = () => migrateJobs(product.databaseUrl, createLogger('silent'));

test('a process that starts waits for nobody who sends a job', async () => {
  await client.query('begin');
  await client.query('lock table jobs.job_common in row exclusive mode');
  try {
    await expect(start()).resolves.toBeUndefined();
  } finally {
    await client.query('rollback');
  }
}, 20_000);

test('processes that start together build the index of failed jobs once', async () => {
  await client.query('drop index if exists jobs.job_failed');
  await client.query('begin');
  // As another process that is at it.
  await client.query(failedIndex);
  const started = start();
  await expect.poll(() => waitingForLocks(product.deps.db), { timeout: 10_000 }).toBe(1);
  await client.query('commit');
  await expect(started).resolves.toBeUndefined();
}, 20_000);
