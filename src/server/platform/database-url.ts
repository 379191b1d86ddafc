import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from './config.ts';

const connectMs = 10_000;
const againMs = 1_000;

/** The configured database does not respond; the setting itself may be right. */
export class DatabaseAwayError extends Error {}

interface Waiting {
  readonly setting?: string;
  /** Longest wait for an unreachable database, seconds. */
  readonly waitSeconds?: number;
  /** Called once, when waiting begins. */
  readonly onWait?: (why: string) => void;
}

/**
 * Connects once to the configured database, waiting for it if necessary.
 * @throws ConfigError that names the setting and the reason, without the password
 * @throws DatabaseAwayError if it is still unreachable after the wait
 */
export async function checkDatabaseUrl(
  url: string,
  { setting = 'DATABASE_URL', waitSeconds = 0, onWait }: Waiting = {},
): Promise<void> {
  const ends = performance.now() + waitSeconds * 1_000;
  for (let hasTold = false; ; hasTold = true) {
    try {
      await connectOnce(url);
      return;
    } catch (error) {
      const { isAway, reason } = causeOf(error, new URL(url));
      if (!isAway) throw new ConfigError(`The setting ${setting} is wrong: ${reason}.`, { cause: error });
      if (performance.now() >= ends)
        throw new DatabaseAwayError(
          `The database of ${setting} is away: ${reason}. It was waited for ${waitSeconds} seconds.`,
          { cause: error },
        );
      if (!hasTold) onWait?.(reason);
      await pause(againMs);
    }
  }
}

async function connectOnce(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
    application_name: 'cuota-start',
  });
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
}

/**
 * Errors of a database that may soon respond: unknown host name (its container is starting), no response, or
 * PostgreSQL starting, stopping or out of connections.
 */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ENOENT',
  '57P03',
  '57P01',
  '53300',
]);

function causeOf(error: unknown, address: URL): { readonly isAway: boolean; readonly reason: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const text = error instanceof Error ? error.message : String(error);
  // The driver gives no code for these two errors.
  const isSilent = /timeout expired|Connection terminated/.test(text);
  return { isAway: isSilent || awayCodes.has(code), reason: reasonOf(code, text, address) };
}

function reasonOf(code: string, text: string, { hostname, port, pathname, username }: URL): string {
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
      return `${where} said: ${text}`;
  }
}
