import pg from 'pg';
import { prepareCluster } from '../platform/embedded-postgres/embedded-postgres-cluster.ts';

/**
 * Lets the embedded PostgreSQL in `dataDir`, which runs at `url`, answer before the disk has written: its rows
 * survive a killed process, which tests try, but not a power cut, which no test tries.
 */
export async function turnOffFsync(dataDir: string, url: string): Promise<void> {
  const { credentials } = await prepareCluster(dataDir);
  const admin = Object.assign(new URL(url), { username: 'postgres', password: credentials.adminPassword });
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  await client.query('alter system set fsync = off');
  await client.query('alter system set full_page_writes = off');
  // It would go round hundreds of databases that no test uses any more.
  await client.query('alter system set autovacuum = off');
  // For the test of the product under a role that owns nothing.
  await client.query('alter role cuota createrole');
  await client.query('select pg_reload_conf()');
  await client.end();
}
