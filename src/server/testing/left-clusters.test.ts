import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClusterFolder, sweepLeftClusters } from './left-clusters.ts';

const program = fileURLToPath(
  new URL('../platform/embedded-postgres/embedded-postgres-launcher.test-program.ts', import.meta.url),
);
let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'cuota-left-'));
  await chmod(parent, 0o755);
});
afterAll(() => rm(parent, { recursive: true }));

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

test('the PostgreSQL of a run that was killed is stopped by the next, one of a run at work is left alone', async () => {
  const [left, own] = [await newClusterFolder(parent), await newClusterFolder(parent)];
  const run = spawn(process.execPath, [program, left], { stdio: ['ignore', 'pipe', 'inherit'] });
  await writeFile(join(left, 'owner.pid'), String(run.pid));
  const [line] = (await once(run.stdout, 'data')) as [Buffer];
  const url = line.toString().trim();
  await sweepLeftClusters([parent]);
  expect(await answers(url)).toBe(true);

  run.kill('SIGKILL');
  await once(run, 'exit');
  expect(await answers(url)).toBe(true);
  await sweepLeftClusters([parent]);
  expect(await answers(url)).toBe(false);
  expect(await readdir(parent)).toEqual([basename(own)]);
});
