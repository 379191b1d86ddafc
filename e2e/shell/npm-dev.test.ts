import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { rm, utimes } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../src/server/platform/embedded-postgres/embedded-postgres.ts';
import { api } from '../testing/api.ts';
import { useBrowser } from '../testing/harness.ts';
import { newDataDir } from '../testing/data-folder.ts';

const root = join(import.meta.dirname, '..', '..');
/** A restart takes two seconds alone, and ten with other tests running. */
const restartMs = { timeout: 60_000 };
const browsing = useBrowser();
const lines: string[] = [];
let dataDir: string;
let port: number;
let dev: ChildProcess;

beforeAll(async () => {
  dataDir = await newDataDir();
  port = await freePort();
  dev = spawn(process.execPath, [join(root, 'scripts', 'dev.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = createInterface({ input: dev.stdout! });
  output.on('line', (line) => lines.push(line));
  createInterface({ input: dev.stderr! }).on('line', (line) => lines.push(line));
  for await (const [line] of on(output, 'line', { close: ['close'] })) {
    if (String(line).includes('web reloads')) return;
  }
  throw new Error('npm run dev ended before it was ready');
});

afterAll(async () => {
  dev.kill('SIGTERM');
  await once(dev, 'exit');
  await rm(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const free = (probe.address() as AddressInfo).port;
  probe.close();
  await once(probe, 'close');
  return free;
}

/** Saves a file unchanged, as an editor does. */
async function save(path: string): Promise<void> {
  const now = new Date();
  await utimes(join(root, path), now, now);
}

test('a page and its calls work, and a saved source file reaches the page without a reload', async () => {
  const page = await browsing.open();
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  await page.goto(`http://ar.localhost:${port}/signup`);
  await page.getByLabel('Banco').waitFor();
  await page.getByLabel('Nombre').fill('Ana');
  await save('src/web/signup/signup-screen.tsx');
  await expect.poll(() => told).toContainEqual(expect.stringContaining('hot updated'));
  expect(await page.getByLabel('Nombre').inputValue()).toBe('Ana');
});

test('the staff’s console does the same, on its own host', async () => {
  const page = await browsing.open({ width: 1280, height: 800 });
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  await page.goto(`http://consola.localhost:${port}/`);
  await page.getByRole('button', { name: 'Jefatura' }).click();
  await page.getByRole('link', { name: 'Equipo' }).waitFor();
  await save('src/console/home-page.tsx');
  await expect.poll(() => told).toContainEqual(expect.stringContaining('hot updated'));
});

test('the server restarts when one of its files is saved, its threads work, and calls wait for it', async () => {
  const restarts = () => lines.filter((line) => line.includes('restarted in')).length;
  const before = restarts();
  await save('src/server/run.ts');
  // Password hashing runs in a thread.
  const body = { email: 'aldia@ar.demo.example', password: 'Demo-2026' };
  const login = () => api('POST /api/v3/authenticate-new', { port, body });
  expect((await login()).status).toBe(200);
  await expect.poll(restarts, restartMs).toBeGreaterThan(before);
  expect((await login()).status).toBe(200);
});

test('a database that a newer branch has migrated is refused with the folder to move away', async () => {
  const attached = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn() {} } });
  const client = new pg.Client({ connectionString: attached.url });
  await client.connect();
  await client.query(
    `insert into kysely_migration (name, timestamp) values ('9999-later', '') on conflict do nothing`,
  );
  await client.end();
  await attached.stop();
  await save('src/server/run.ts');
  await expect.poll(() => lines, restartMs).toContainEqual(expect.stringContaining('9999-later'));
  await expect
    .poll(() => lines, restartMs)
    .toContainEqual(expect.stringContaining(`mv ${dataDir} ${dataDir}-newer`));
});
