import { chown, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  prepareCluster,
  type Credentials,
} from '../../src/server/platform/embedded-postgres/embedded-postgres-cluster.ts';
import {
  runProgram,
  type Account,
} from '../../src/server/platform/embedded-postgres/embedded-postgres-process.ts';
import { startEmbeddedPostgres } from '../../src/server/platform/embedded-postgres/embedded-postgres.ts';
import { newClusterFolder } from '../../src/server/testing/left-clusters.ts';
import type { BenchDatabase } from './postgres.ts';
import { serverMs, serverProcess } from './processor.ts';

export interface Replica extends Pick<BenchDatabase, 'url' | 'processorMs' | 'stop'> {
  /** Resolves when the replica has replayed the primary's writes so far. */
  readonly caughtUp: () => Promise<void>;
}

const longestWaitMs = 300_000;

/**
 * Starts a streaming replica: a copy of the database files, which needs the same disk space again and follows the WAL.
 * Its data is deleted when it stops.
 */
export async function startReplica(primary: BenchDatabase): Promise<Replica> {
  const dataDir = await newClusterFolder();
  const { cluster, credentials } = await prepareCluster(primary.dataDir);
  const home = join(dataDir, 'postgres');
  const directory = join(home, 'cluster');
  await mkdir(home, { mode: 0o711 });
  await giveTo(cluster.account, home);
  await copyFile(join(primary.dataDir, 'postgres', 'connection.json'), join(home, 'connection.json'));

  await primary.fill(`select pg_backup_start('replica', true)`);
  await runProgram('cp', ['-a', cluster.directory, directory], cluster.account);
  const { rows } = await primary.fill('select labelfile from pg_backup_stop()');
  // Process and port files of the primary.
  for (const name of ['postmaster.pid', 'cuota-port']) await rm(join(directory, name), { force: true });
  const write = async (name: string, text: string) => {
    await writeFile(join(directory, name), text, { flag: 'a' });
    await giveTo(cluster.account, join(directory, name));
  };
  await write('backup_label', (rows[0] as { labelfile: string }).labelfile);
  await write('postgresql.auto.conf', `primary_conninfo = '${connectionTo(primary, credentials)}'\n`);
  await write('standby.signal', '');

  const embedded = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => undefined, warn: console.error },
  });
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  return {
    url: embedded.localUrl,
    processorMs: () => serverMs(serverProcess(directory)),
    async caughtUp() {
      const written = await primary.fill('select pg_current_wal_lsn()::text as at');
      const { at } = written.rows[0] as { at: string };
      const deadline = performance.now() + longestWaitMs;
      for (;;) {
        const { rows: states } = await client.query<{ is_there: boolean }>(
          'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as is_there',
          [at],
        );
        if (states[0]?.is_there === true) return;
        if (performance.now() > deadline) throw new Error(`the replica did not reach ${at}`);
        await pause(200);
      }
    },
    async stop() {
      await client.end();
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function connectionTo({ networkUrl }: BenchDatabase, { adminPassword }: Credentials): string {
  const { hostname, port } = new URL(networkUrl);
  return `host=${hostname} port=${port} user=postgres password=${adminPassword}`;
}

async function giveTo(account: Account, path: string): Promise<void> {
  if (account) await chown(path, account.uid, account.gid);
}
