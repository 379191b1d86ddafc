import pg from 'pg';

import { migrate } from '../../src/server/platform/schema/migrate.ts';
import { writeDatabaseTypes } from '../../src/server/testing/database-types.ts';

/**
 * Writes src/server/platform/database-types.ts from the migrations of this working tree, applied to a database of
 * its own that is dropped again.
 * @throws Error when a migration fails, or the types cannot be written
 */
export async function writeTypes({ url }) {
  const name = `cuota_types_${process.pid}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query(`create database ${name}`);
    const scratch = Object.assign(new URL(url), { pathname: `/${name}` }).href;
    await migrate(scratch);
    await writeDatabaseTypes(scratch);
  } finally {
    await admin.query(`drop database if exists ${name}`);
    await admin.end();
  }
}
