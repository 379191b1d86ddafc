import pg from 'pg';
import { ConfigError } from './config.ts';

const connectMs = 10_000;

/**
 * Connects once to the database of the settings.
 * @param setting the one that holds the address
 * @throws ConfigError that names the setting and says why, without the password
 */
export async function checkDatabaseUrl(url: string, setting = 'DATABASE_URL'): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
    application_name: 'cuota-start',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    throw new ConfigError(`The setting ${setting} is wrong: ${reasonOf(error, new URL(url))}.`, {
      cause: error,
    });
  }
}

function reasonOf(error: unknown, { hostname, port, pathname, username }: URL): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const where = `${hostname}:${port === '' ? '5432' : port}`;
  switch (code) {
    case 'ECONNREFUSED':
      return `no PostgreSQL answers at ${where}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host ${hostname} is not known`;
    case '28P01':
    case '28000':
      return `PostgreSQL does not let the user ${decodeURIComponent(username)} in`;
    case '3D000':
      return `there is no database ${decodeURIComponent(pathname.slice(1))} at ${where}`;
    default:
      return `${where} said: ${error instanceof Error ? error.message : String(error)}`;
  }
}
