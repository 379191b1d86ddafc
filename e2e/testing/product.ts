import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { preparedDataDir } from './data-folder.ts';

const root = join(import.meta.dirname, '..', '..');
const readyWithinMs = 120_000;

export interface RunningProduct {
  readonly port: number;
  readonly dataDir: string;
  /** Calls back with every line of the log from now on. */
  onLine(listener: (line: string) => void): void;
  stop(): Promise<void>;
}

/**
 * The product as `npm start` runs it, on a port of its own, and on a data folder of its own, which goes with it, unless
 * `DATA_DIR` names one.
 */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<RunningProduct> {
  const dataDir = settings['DATA_DIR'] ?? (await preparedDataDir());
  const product = spawn(process.execPath, [join(root, 'src', 'server', 'start.ts')], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      // A busy machine is slow; it is not overload, which calls would be refused for.
      LOAD_MAX_WAIT_MS: '60000',
      // A test that moves the clock past midnight does the day's work on everybody of the tests that follow.
      DAILY_EVERY_SECONDS: '0',
      ...settings,
    },
    // The channel tells the product when this process is killed; it stops by itself then.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => product.once('exit', () => resolve()));
  const stop = async () => {
    product.kill('SIGTERM');
    await ended;
    if (settings['DATA_DIR'] === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const lines = linesOf(product);
  return { port: await readyPort(lines), dataDir, onLine: (listener) => lines.on('line', listener), stop };
}

function linesOf({ stdout }: ChildProcess): Interface {
  if (!stdout) throw new Error('the product has no output');
  return createInterface({ input: stdout });
}

async function readyPort(lines: Interface): Promise<number> {
  const late = setTimeout(() => {
    throw new Error('the product was not ready in time');
  }, readyWithinMs);
  return new Promise((resolve, reject) => {
    lines.on('close', () => reject(new Error('the product ended before it was ready')));
    const look = (line: string) => {
      if (!line.startsWith('{')) return;
      const entry = JSON.parse(line) as { msg?: string; port?: number };
      if (entry.msg !== 'ready' || entry.port === undefined) return;
      clearTimeout(late);
      lines.off('line', look);
      resolve(entry.port);
    };
    lines.on('line', look);
  });
}
