import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { bareEnvironment } from './bare-environment.ts';
import { freePort } from './free-port.ts';
import type { TestProduct } from './product.ts';

export interface RealProcess {
  readonly pid: number;
  readonly port: number;
  /** Asks the process; `/metrics` at its port of operations. */
  ask(path: string): Promise<Response>;
  /** Ends who reads its standard output. */
  closeReader(): void;
  /** Ends it as an operator does, and expects that it went on until then and stopped cleanly. */
  stop(): Promise<void>;
}

/** The product as an operator runs it, on the database and folder of a test's product. Resolves when it is ready. */
export async function startRealProcess(
  beside: TestProduct,
  settings: Readonly<Record<string, string>> = {},
  stdout: 'pipe' | number = 'pipe',
): Promise<RealProcess> {
  const [port, operationsPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'start.ts')], {
    env: {
      ...bareEnvironment,
      PORT: String(port),
      HOST: '127.0.0.1',
      OPERATIONS_PORT: String(operationsPort),
      METRICS: 'on',
      DATA_DIR: beside.dataDir,
      DEMO_CUSTOMERS: 'off',
      DAILY_EVERY_SECONDS: '0',
      DATABASE_URL: beside.databaseUrl,
      ...settings,
    },
    stdio: ['ignore', stdout, 'inherit'],
  });
  child.stdout?.resume();
  const ended = once(child, 'exit');
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${path.startsWith('/metrics') ? operationsPort : port}${path}`);
  const status = () =>
    ask('/readyz').then(
      (answer) => answer.status,
      () => child.exitCode ?? 'starting',
    );
  try {
    await vi.waitUntil(async () => (await status()) === 200, { timeout: 30_000, interval: 200 });
  } catch (error) {
    // Its test is tried again, and the run would not end before it.
    child.kill('SIGKILL');
    throw error;
  }
  return {
    pid: child.pid ?? 0,
    port,
    ask,
    closeReader: () => child.stdout?.destroy(),
    async stop() {
      expect(child.exitCode).toBeNull();
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
  };
}
