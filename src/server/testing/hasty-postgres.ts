import pg from 'pg';
import { prepareCluster } from '../platform/embedded-postgres-cluster.ts';

/**
 * Lets the embedded PostgreSQL in `dataDir` answer before the disk has written: its rows outlive a killed process,
 * as tests need, but not a power cut, which no test has. `url` is where it runs.
 */
export async function makeHasty(dataDir: string, url: string): Promise<void> {
  const { credentials } = await prepareCluster(dataDir);
  const admin = Object.assign(new URL(url), { username: 'postgres', password: credentials.adminPassword });
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  await client.query('alter system set fsync = off');
  await client.query('alter system set full_page_writes = off');
  await client.query('select pg_reload_conf()');
  await client.end();
}
