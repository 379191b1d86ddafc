import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/server/platform/embedded-postgres/embedded-postgres.ts';

const silent = { info: () => undefined, warn: () => undefined };

/** Every value of every table of a running product as text, binary ones as text and as hex. */
export async function dumpOf(dataDir: string): Promise<string> {
  const database = await startEmbeddedPostgres({ dataDir, log: silent });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const parts: string[] = [];
    for (const { name } of rows) {
      const table = await client.query<Record<string, unknown>>(`select * from ${name}`);
      for (const value of table.rows.flatMap((row) => Object.values(row)))
        parts.push(
          Buffer.isBuffer(value)
            ? `${value.toString('latin1')}\n${value.toString('hex')}`
            : (JSON.stringify(value) ?? ''),
        );
    }
    return parts.join('\n');
  } finally {
    await client.end();
    // The product goes on using it: this only ends the test's own part.
    await database.stop();
  }
}
