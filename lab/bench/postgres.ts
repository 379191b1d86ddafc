import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { serverMs, serverProcess } from './processor.ts';
import { prepareCluster } from '../../src/server/platform/embedded-postgres/embedded-postgres-cluster.ts';
import { startEmbeddedPostgres } from '../../src/server/platform/embedded-postgres/embedded-postgres.ts';
import { newClusterFolder, sweepLeftClusters } from '../../src/server/testing/left-clusters.ts';

export interface BenchDatabase {
  readonly dataDir: string;
  /** Connection as the product's own role, as npm start connects. */
  readonly url: string;
  /** The same over TCP. */
  readonly networkUrl: string;
  /** Runs a statement as the superuser, who may turn row checks off. */
  readonly fill: (sql: string, values?: unknown[]) => Promise<pg.QueryResult>;
  /** Processor time of all server processes so far, ms; undefined if unavailable. */
  readonly processorMs: () => number | undefined;
  /** Moves the server out of the batch scheduling class, to compare it with earlier versions that never used it. */
  readonly leaveBatch: () => void;
  readonly stop: () => Promise<void>;
}

/** Starts a temporary PostgreSQL. Its data is deleted when it stops, or by the next run after a kill. */
export async function startDatabase(): Promise<BenchDatabase> {
  await sweepLeftClusters();
  const dataDir = await newClusterFolder();
  const log = { info: () => undefined, warn: console.error };
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  const { cluster, credentials } = await prepareCluster(dataDir);
  const admin = Object.assign(new URL(embedded.url), {
    username: 'postgres',
    password: credentials.adminPassword,
  });
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query('set synchronous_commit = off');
  const processId = () => serverProcess(cluster.directory);
  return {
    dataDir,
    url: embedded.localUrl,
    networkUrl: embedded.url,
    fill: (sql, values) => client.query(sql, values),
    processorMs: () => serverMs(processId()),
    leaveBatch: () => void execFileSync('chrt', ['--other', '--pid', '0', String(processId())]),
    async stop() {
      await client.end();
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
