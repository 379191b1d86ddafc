import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts';
import { migrate } from '../../platform/schema/migrate.ts';
import { bareEnvironment } from '../../testing/bare-environment.ts';
import { newFolder } from '../../testing/new-folder.ts';

const log = { info: () => undefined, warn: () => undefined };
const made: string[] = [];
const folder = () => {
  const path = newFolder();
  made.push(path);
  return path;
};
afterAll(async () => {
  for (const path of made) {
    const elsewhere = await readFile(join(path, 'postgres', 'location'), 'utf8').catch(() => '');
    if (elsewhere.trim() !== '') await rm(elsewhere.trim(), { recursive: true, force: true });
  }
});

async function command(name: 'backup' | 'restore', DATA_DIR: string, given: readonly string[], more = {}) {
  const program = join(import.meta.dirname, `${name}-command.ts`);
  const child = spawn(process.execPath, [program, ...given], {
    env: { ...bareEnvironment, DATA_DIR, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, said };
}

/** Every row of every table, as text. */
async function rowsOf(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const rows: Record<string, string[]> = {};
    for (const { name } of tables.rows) {
      const found = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
      rows[name] = found.rows.map(({ row }) => row);
    }
    return rows;
  } finally {
    await client.end();
  }
}

test(
  'a restore has every row and file of the backup, which others may write during',
  { timeout: 180_000 },
  async () => {
    const [dataDir, backups, empty] = [folder(), folder(), folder()];
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    await migrate(postgres.url);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const insert = (count: number) =>
      client.query(
        `insert into event (country, kind, at, detail)
       select 'AR', 'backup-test', now(), jsonb_build_object('text', repeat(md5(n::text), 20))
       from generate_series(1, $1::int) n`,
        [count],
      );
    await insert(2_000);
    await mkdir(join(dataDir, 'files'));
    await writeFile(join(dataDir, 'files', 'photo.jpg'), 'a photo');
    await writeFile(join(dataDir, 'app-secret'), 's'.repeat(40));

    const before = await rowsOf(postgres.url);
    const writing = new AbortController();
    const writer = (async () => {
      while (!writing.signal.aborted) await insert(1);
    })();
    const target = join(backups, 'one');
    const { code, said } = await command('backup', dataDir, [target]);
    writing.abort();
    await writer;
    expect(said).toMatch(/files in/);
    expect(code).toBe(0);
    const after = await rowsOf(postgres.url);
    await client.end();
    await postgres.stop();

    const into = join(empty, 'one');
    made.push(into);
    expect(await command('restore', into, [target])).toMatchObject({ code: 0 });
    const restored = await startEmbeddedPostgres({ dataDir: into, log });
    const rows = await rowsOf(restored.url);
    await restored.stop();
    // Rows are only added during the backup, so it holds all earlier rows and none beyond the later ones.
    expect(Object.keys(rows)).toEqual(Object.keys(before));
    for (const [name, there] of Object.entries(rows)) {
      const [restoredRows, known] = [new Set(there), new Set(after[name])];
      expect([name, before[name]?.filter((row) => !restoredRows.has(row))]).toEqual([name, []]);
      expect([name, there.filter((row) => !known.has(row))]).toEqual([name, []]);
      expect([name, restoredRows.size]).toEqual([name, there.length]);
    }
    const events = Object.entries(rows)
      .filter(([name]) => name.includes('event'))
      .map(([, all]) => all.length);
    expect(Math.max(...events)).toBeGreaterThanOrEqual(2_000);
    expect(await readFile(join(into, 'files', 'photo.jpg'), 'utf8')).toBe('a photo');
    expect(await readFile(join(into, 'app-secret'), 'utf8')).toBe('s'.repeat(40));

    expect(await command('restore', dataDir, [target])).toMatchObject({
      code: 1,
      said: expect.stringContaining('is in use'),
    });
    await appendFile(join(target, 'files', 'photo.jpg'), '!');
    expect(await command('restore', join(empty, 'three'), [target])).toMatchObject({
      code: 1,
      said: expect.stringContaining('files/photo.jpg'),
    });
    const other = { DATABASE_URL: 'postgres://cuota@localhost/cuota' };
    expect(await command('backup', dataDir, [join(backups, 'x')], other)).toMatchObject({
      code: 1,
      said: expect.stringContaining('DATABASE_URL'),
    });
  },
);
