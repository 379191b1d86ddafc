import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { peakMbOf, processorMsOf } from './processor.ts';

export interface Started {
  readonly port: number;
  /** Processor time so far, ms; undefined if unavailable. */
  readonly processorMs: () => number | undefined;
  /** Peak memory since the last reading, MB; undefined if unavailable. */
  readonly peakMb: () => number | undefined;
  readonly stop: () => Promise<void>;
}

const longestStartMs = 60_000;
const ownRoot = join(import.meta.dirname, '..', '..');

/** Starts a server as a separate process and waits for the output line with its port. */
async function start(
  script: string,
  settings: Record<string, string>,
  output: string,
  root = ownRoot,
): Promise<Started> {
  const file = openSync(output, 'w');
  const options = process.env['BENCH_PROFILE']
    ? ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROFILE']}`]
    : [];
  const child = spawn(process.execPath, [...options, join(root, script)], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', file, 'inherit'],
  });
  closeSync(file);
  return {
    port: await portIn(output, child),
    processorMs: () => processorMsOf(child.pid),
    peakMb: () => peakMbOf(child.pid),
    stop: () => end(child),
  };
}

async function portIn(output: string, child: ChildProcess): Promise<number> {
  const began = performance.now();
  while (child.exitCode === null && performance.now() - began < longestStartMs) {
    const match = /"port":(?<port>\d+),"addresses"/.exec(readFileSync(output, 'utf8'));
    if (match) return Number(match.groups?.['port']);
    await pause(50);
  }
  child.kill();
  throw new Error(`${child.spawnargs.at(-1)} did not start: ${readFileSync(output, 'utf8').slice(-500)}`);
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Settings of the product under measurement, besides its defaults. */
export function productSettings(databaseUrl: string, dataDir: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    SANDBOX: 'on',
    APP_SECRET: 'a secret of the measurements that is long enough',
    PORT: '0',
    HOST: '127.0.0.1',
    // Jobs stay queued: only answers are measured.
    ROLE: 'api',
    // Every request comes from an address of its own, as in production.
    TRUST_PROXY: '127.0.0.1',
    // A few clients request documents continuously; answers are measured, not refusals.
    LOAD_MAX_WAIT_MS: '10000',
    LIMIT_BALANCE_ADDRESSES: '1000000000',
    LIMIT_CHALLENGE_NETWORK: '1000000000',
    LIMIT_CHALLENGE_ADDRESSES: '1000000000',
    LIMIT_CHALLENGE_COUNTRY: '1000000000',
    DATA_DIR: join(dataDir, 'product'),
    DATABASE_URL: databaseUrl,
  };
}

/**
 * @param root of the sources; this project by default
 * @param more additional settings
 */
export function startProduct(
  databaseUrl: string,
  dataDir: string,
  root?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Started> {
  return start(
    join('src', 'server', 'start.ts'),
    { ...productSettings(databaseUrl, dataDir), ...more },
    join(dataDir, 'product.log'),
    root,
  );
}

/** Starts a worker with slow providers (queue-worker.ts). */
export function startQueueWorker(databaseUrl: string, dataDir: string): Promise<Started> {
  return start(
    join('lab', 'bench', 'queue-worker.ts'),
    productSettings(databaseUrl, dataDir),
    join(dataDir, 'queue-worker.log'),
  );
}

/** Starts the bare server on the same database; `plan` holds the statements to run (bare.ts). */
export function startBare(databaseUrl: string, dataDir: string, plan: object): Promise<Started> {
  const settings = { DATABASE_URL: databaseUrl, BENCH_PLAN: JSON.stringify(plan) };
  return start(join('lab', 'bench', 'bare.ts'), settings, join(dataDir, 'bare.log'));
}
