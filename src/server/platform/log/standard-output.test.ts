import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnvironment } from '../../testing/bare-environment.ts';
import { freePort } from '../../testing/free-port.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** Runs the product as an operator does; `use` gets what is asked of it once it is ready. */
async function whileItRuns(
  stdout: 'pipe' | number,
  use: (ask: (path: string) => Promise<Response>, closeReader: () => void) => Promise<void>,
): Promise<void> {
  const [PORT, OPERATIONS_PORT] = [String(await freePort()), String(await freePort())];
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'start.ts')], {
    env: {
      ...bareEnvironment,
      NODE_ENV: 'development',
      PORT,
      HOST: '127.0.0.1',
      OPERATIONS_PORT,
      METRICS: 'on',
      DATA_DIR: newFolder(),
      DEMO_CUSTOMERS: 'off',
      DATABASE_URL: product.databaseUrl,
    },
    stdio: ['ignore', stdout, 'pipe'],
  });
  child.stdout?.resume();
  const ended = once(child, 'exit');
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${path.startsWith('/metrics') ? OPERATIONS_PORT : PORT}${path}`);
  const isReady = () =>
    ask('/readyz').then(
      (answer) => answer.status,
      () => 0,
    );
  try {
    await expect.poll(isReady, { timeout: 30_000, interval: 200 }).toBe(200);
    await use(ask, () => child.stdout?.destroy());
    expect(child.exitCode).toBeNull();
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
}

/** Asks often enough that lines are lost, and reads how many were. */
async function droppedAfterRequests(ask: (path: string) => Promise<Response>): Promise<number> {
  for (let n = 0; n < 5; n += 1) expect((await ask('/api/v3/enviroments')).status).toBe(200);
  await pause(50);
  const text = await (await ask('/metrics')).text();
  return Number(/^cuota_log_dropped_total (\d+)$/m.exec(text)?.[1]);
}

test('a log on a full disk loses its lines and nothing else', { timeout: 60_000 }, () =>
  whileItRuns(openSync('/dev/full', 'w'), async (ask) => {
    expect(await droppedAfterRequests(ask)).toBeGreaterThanOrEqual(6);
  }),
);

test('a log whose reader is gone loses its lines and nothing else', { timeout: 60_000 }, () =>
  whileItRuns('pipe', async (ask, closeReader) => {
    expect(await droppedAfterRequests(ask)).toBe(0);
    closeReader();
    await pause(50);
    expect(await droppedAfterRequests(ask)).toBeGreaterThanOrEqual(5);
  }),
);
