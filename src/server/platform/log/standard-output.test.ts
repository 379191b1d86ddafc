import { openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { startRealProcess, type RealProcess } from '../../testing/real-process.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** Development also prints text for a terminal. */
const development = { NODE_ENV: 'development' };

/** Asks often enough that lines are lost, and reads how many were. */
async function droppedAfterRequests(running: RealProcess): Promise<number> {
  for (let n = 0; n < 5; n += 1) expect((await running.ask('/api/v3/enviroments')).status).toBe(200);
  await pause(50);
  const text = await (await running.ask('/metrics')).text();
  return Number(/^cuota_log_dropped_total (\d+)$/m.exec(text)?.[1]);
}

test('a log on a full disk loses its lines and nothing else', { timeout: 60_000 }, async () => {
  const running = await startRealProcess(product, development, openSync('/dev/full', 'w'));
  expect(await droppedAfterRequests(running)).toBeGreaterThanOrEqual(6);
  await running.stop();
});

test('a log whose reader is gone loses its lines and nothing else', { timeout: 60_000 }, async () => {
  const running = await startRealProcess(product, development);
  expect(await droppedAfterRequests(running)).toBe(0);
  running.closeReader();
  await pause(50);
  expect(await droppedAfterRequests(running)).toBeGreaterThanOrEqual(5);
  await running.stop();
});
