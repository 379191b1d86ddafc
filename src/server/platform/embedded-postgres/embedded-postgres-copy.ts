import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { prepareCluster } from './embedded-postgres-cluster.ts';
import { runningPort } from './embedded-postgres-process.ts';

/**
 * Files of the running server or rebuilt at start, which a copy omits (PostgreSQL: Making a Base Backup Using
 * the Low Level API).
 */
const leftOut = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'pg_internal.init',
  'backup_label',
  'tablespace_map',
]);
/** Folders that the copy has to contain, but empty. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'log',
]);
const longestStatementMs = 600_000;

/**
 * Copies the cluster of `dataDir` as of the end of the copy, while the server runs and accepts writes.
 * @param target empty folder; receives `cluster` and `connection.json`
 * @throws Error if no server is running
 */
export async function copyCluster(dataDir: string, target: string): Promise<void> {
  const { cluster, credentials } = await prepareCluster(dataDir);
  const port = await runningPort(cluster);
  if (port === undefined) throw new Error('the embedded PostgreSQL does not run');
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: credentials.adminPassword,
    database: 'postgres',
    application_name: 'cuota backup',
    query_timeout: longestStatementMs,
  });
  await client.connect();
  try {
    // Keeps the write-ahead log since the start of the copy until this session ends.
    await client.query(`select pg_create_physical_replication_slot('cuota_backup', true, true)`);
    await client.query(`select pg_backup_start('cuota', true)`);
    const copy = join(target, 'cluster');
    await copyFolder(cluster.directory, copy, true);
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    await writeFile(join(copy, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600, flush: true });
    await copyFolder(join(cluster.directory, 'pg_wal'), join(copy, 'pg_wal'), false);
  } finally {
    await client.end();
  }
  const connection = await readFile(join(dataDir, 'postgres', 'connection.json'));
  await writeFile(join(target, 'connection.json'), connection, { mode: 0o600 });
}

async function copyFolder(from: string, to: string, isTop: boolean): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (leftOut.has(entry.name) || entry.name.startsWith('pgsql_tmp')) continue;
    if (entry.isDirectory()) {
      if (isTop && emptied.has(entry.name)) await mkdir(copy, { mode: 0o700 });
      else await copyFolder(source, copy, false);
    } else if (entry.isFile()) {
      // The table was dropped during the copy; replaying the write-ahead log drops it again.
      await copyFile(source, copy).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
  }
}
