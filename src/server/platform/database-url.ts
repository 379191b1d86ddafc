import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from './config.ts';

const connectMs = 10_000;
const againMs = 1_000;

/** The database of a setting does not answer; the setting may be right. */
export class DatabaseAwayError extends Error {}

interface Waiting {
  /** The one that holds the address. */
  readonly setting?: string;
  /** Longest wait for an unreachable database, seconds. */
  readonly waitSeconds?: number;
  /** Called once, when the waiting begins. */
  readonly onWait?: (why: string) => void;
}

/**
 * Connects once to the database of the settings, when it is there.
 * @throws ConfigError that names the setting and says why, without the password
 * @throws DatabaseAwayError when it is still away after the wait
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

/** Names that are not known yet (a container that starts), no answer, and PostgreSQL that starts, stops or is full. */
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
  // The driver gives these two no code.
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
