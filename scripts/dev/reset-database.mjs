import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';

import { dataDir } from './database.mjs';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];
/** Of these roles' sessions the launcher's own does not count: it is the administrator's. */
const SESSIONS =
  'select count(*)::int as open from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()';

/**
 * Empties the database and the folder of photos that its rows name; the next start migrates and seeds it.
 * @throws Error when it is not this machine's, or in use
 */
export async function resetDatabase({ url }) {
  const { hostname, pathname } = new URL(url);
  if (!LOCAL.includes(hostname) || process.env.NODE_ENV === 'production')
    throw new Error(
      `The database on ${hostname} is not reset: only one of this machine, outside production.`,
    );
  const name = decodeURIComponent(pathname.slice(1));
  const admin = new pg.Client({
    connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href,
  });
  await admin.connect();
  try {
    const { rows } = await admin.query(SESSIONS, [name]);
    if (rows[0].open > 0)
      throw new Error('The database is in use: stop npm run dev, npm start or npm run db first.');
    await admin.query(`drop database if exists ${pg.escapeIdentifier(name)}`);
    await admin.query(`create database ${pg.escapeIdentifier(name)}`);
  } finally {
    await admin.end();
  }
  await rm(join(dataDir(), 'files'), { recursive: true, force: true });
  console.log('The database is empty. The next npm run dev or npm start migrates and seeds it.');
}
