import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { isTrouble } from '../trouble.ts';

const log = { info: (): void => {}, warn: (): void => {} };
const launcherProgram = fileURLToPath(new URL('embedded-postgres-launcher.test-program.ts', import.meta.url));

let root: string;
let dataDir: string;
const used = new Set<string>();
let running: EmbeddedPostgres[] = [];
let launchers: ChildProcess[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cuota-postgres-'));
  await chmod(root, 0o755);
  dataDir = join(root, 'data');
});

afterEach(async () => {
  for (const launcher of launchers) launcher.kill('SIGKILL');
  for (const postgres of running) await postgres.stop();
  running = [];
  launchers = [];
});

afterAll(async () => {
  for (const directory of used) {
    const elsewhere = await readFile(join(directory, 'postgres', 'location'), 'utf8').catch(() => undefined);
    if (elsewhere) await rm(elsewhere.trim(), { recursive: true });
  }
  await rm(root, { recursive: true });
});

async function start(directory = dataDir): Promise<EmbeddedPostgres> {
  used.add(directory);
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log });
  running.push(postgres);
  return postgres;
}

/** A launcher in a process of its own, so that it can be killed; resolves once its server is ready. */
async function startLauncher(): Promise<{ launcher: ChildProcess; url: string }> {
  const launcher = spawn(process.execPath, [launcherProgram, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  launchers.push(launcher);
  const [line] = (await once(launcher.stdout, 'data')) as [Buffer];
  return { launcher, url: line.toString().trim() };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

async function postmasterPid(): Promise<number> {
  const own = join(dataDir, 'postgres');
  const home = await readFile(join(own, 'location'), 'utf8').catch(() => own);
  return Number((await readFile(join(home.trim(), 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

describe('embedded PostgreSQL', { timeout: 60_000 }, () => {
  test('creates a database on the first start and keeps its rows over a stop', async () => {
    const first = await start();
    await query(first.url, 'create table kept (id int)');
    await query(first.url, 'insert into kept values (7)');
    await first.stop();
    await expect(query(first.url, 'select 1')).rejects.toThrow('ECONNREFUSED');

    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select id from kept')).toEqual([7]);
  });

  test('commits reach the disk, and the product is no superuser', async () => {
    const { url } = await start();
    expect(await query(url, 'show synchronous_commit')).toEqual(['on']);
    expect(await query(url, 'show fsync')).toEqual(['on']);
    expect(await query(url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([false]);
  });

  test.runIf(existsSync('/usr/bin/chrt'))(
    'a session that is woken does not push the product aside',
    async () => {
      await start();
      const [, fields = ''] = (await readFile(`/proc/${await postmasterPid()}/stat`, 'utf8')).split(') ');
      // Its class (proc(5), field 41) is SCHED_BATCH (sched(7)); its sessions take it over.
      expect(fields.split(' ')[38]).toBe('3');
    },
  );

  test('a wrong password is refused, and the right one is in a file only its owner reads', async () => {
    const { url, localUrl } = await start();
    for (const address of [url, localUrl])
      await expect(query(address.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/);
    expect((await stat(join(dataDir, 'postgres', 'connection.json'))).mode & 0o777).toBe(0o600);
  });

  test('a killed server comes back at the same address with what was committed', async () => {
    const { url, localUrl } = await start();
    await query(url, 'insert into kept values (8)');
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');

    await expect
      .poll(() => query(url, 'select id from kept order by id').catch(() => 'gone'), { timeout: 30_000 })
      .toEqual([7, 8]);
    expect(await postmasterPid()).not.toBe(pid);
    expect(localUrl).not.toBe(url);
    expect(await query(localUrl, 'select id from kept order by id')).toEqual([7, 8]);
  });

  test('a server that is stopped is trouble that passes, also over its socket', async () => {
    const { localUrl, ...server } = await start();
    await server.stop();
    const failure = await query(localUrl, 'select 1').catch((error: unknown) => error);
    expect(isTrouble(failure)).toBe(true);
  });

  test('a killed launcher leaves the server running, and the next one finds it', async () => {
    const { launcher, url } = await startLauncher();
    const pid = await postmasterPid();
    launcher.kill('SIGKILL');
    await once(launcher, 'exit');
    expect(await query(url, 'select 1')).toEqual([1]);

    const next = await start();
    expect(next.url).toBe(url);
    expect(await postmasterPid()).toBe(pid);
    expect(await query(next.url, 'select id from kept order by id')).toEqual([7, 8]);
    await next.stop();
    await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED');
  });

  test('starts after launcher and server were killed together', async () => {
    const { launcher } = await startLauncher();
    launcher.kill('SIGKILL');
    await once(launcher, 'exit');
    process.kill(await postmasterPid(), 'SIGKILL');

    const next = await start();
    expect(await query(next.url, 'select id from kept order by id')).toEqual([7, 8]);
  });

  test('launchers that start at once share one server, by its port where its socket would have too long a name; the last one to stop ends it', async () => {
    const shared = join(root, 'x'.repeat(100));
    const [one, other] = await Promise.all([start(shared), start(shared)]);
    expect(one.url).toBe(other.url);
    expect(one.localUrl).toBe(one.url);
    await one.stop();
    expect(await query(other.url, 'select 1')).toEqual([1]);
    await other.stop();
    await expect(query(other.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
  });

  test('works under a folder that no other account may enter', async () => {
    const closed = join(root, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const hidden = join(closed, 'data');
    const postgres = await start(hidden);
    expect(await query(postgres.url, 'select 1')).toEqual([1]);
  });
});
