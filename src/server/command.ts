import type { Dependencies } from './dependencies.ts';
import { followers } from './followers.ts';
import { createPorts } from './integrations/create-ports.ts';
import { payoutOrders } from './loans/payout-files/service.ts';
import { configFromEnvironment, type Config } from './platform/config.ts';
import { addressesOf } from './platform/schema/database-addresses.ts';
import { checkDatabaseUrl } from './platform/database-url.ts';
import { openDatabase, type DatabaseHandle } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { openJobs } from './platform/work/jobs.ts';
import { createLogger } from './platform/logger.ts';
import { requireCurrent } from './platform/schema/migrate.ts';
import { prepareDatabase } from './platform/schema/prepare-database.ts';
import { reasonOf } from './platform/trouble.ts';
import { useStrongTls } from './platform/tls/strong-tls.ts';
import { systemRandom, vaultOf } from './platform/secrets.ts';
import { openHolidays } from './content/service.ts';
import { openClock } from './open-clock.ts';
import { isToldWhole } from './operator-errors.ts';

/** Timeout of a command's statements, long because only the operator who started it waits. */
const longestStatementSeconds = 3_600;

/**
 * Runs an operator's command. Invalid arguments or settings are reported in one sentence, with exit code 1.
 * @param work receives the arguments after the command's name and returns the exit code
 */
export async function runCommand(work: (given: readonly string[]) => Promise<number>): Promise<void> {
  useStrongTls();
  try {
    process.exitCode = await work(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${isToldWhole(error) ? error.message : reasonOf(error)}\n`.replace(/\n+$/, '\n'));
    process.exitCode = 1;
  }
}

/**
 * Provides the configured database's address, after it has responded once, while `work` runs.
 * @throws ConfigError if a setting is invalid
 */
export async function withDatabaseUrl<T>(
  work: (databaseUrl: string, config: Config) => Promise<T>,
): Promise<T> {
  const config = configFromEnvironment();
  if (config.DATABASE_URL !== undefined) {
    await checkDatabaseUrl(config.DATABASE_URL, { waitSeconds: config.DATABASE_WAIT_SECONDS });
    return work(config.DATABASE_URL, config);
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: createLogger('error') });
  try {
    return await work(embedded.url, config);
  } finally {
    await embedded.stop();
  }
}

/** Provides the configured database with a statement timeout suited to commands. */
export function withDatabase<T>(
  work: (database: DatabaseHandle, databaseUrl: string, config: Config) => Promise<T>,
) {
  // Bypasses a pooler and its shorter statement timeout.
  return withDatabaseUrl((url, config) => {
    const { directUrl } = addressesOf(config, url);
    return opened(directUrl, (database) => work(database, directUrl, config));
  });
}

const fewConnections = 2;

/** Provides the configured replica, or the database itself without one, for read-only work. */
export function withReports<T>(
  work: (database: DatabaseHandle) => Promise<T>,
  connections = fewConnections,
): Promise<T> {
  return withDatabaseUrl((url, config) => opened(addressesOf(config, url).reportsUrl, work, connections));
}

async function opened<T>(
  url: string,
  work: (database: DatabaseHandle) => Promise<T>,
  connections = fewConnections,
): Promise<T> {
  const database = openDatabase(url, connections, longestStatementSeconds);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * Runs a command with the dependencies of features, under the product's own settings, while the product runs
 * or not.
 * @throws ConfigError if a setting is invalid
 */
export function withDependencies<T>(work: (deps: Dependencies) => Promise<T>): Promise<T> {
  return withDatabase(async ({ db }, directUrl, config) => {
    const log = createLogger('error');
    if (config.MIGRATE_ON_START) await prepareDatabase(config, addressesOf(config, directUrl), log);
    else await requireCurrent(db);
    const handle = await openClock(config, db, directUrl, log);
    const { clock } = handle;
    const jobs = await openJobs(directUrl, log);
    const vault = vaultOf(config.APP_SECRET, config.acceptedSecrets);
    const known = await openHolidays(db, log);
    const ports = await createPorts({ config, db, clock, vault, payoutOrders: payoutOrders(db) });
    try {
      return await work({
        config,
        db,
        clock,
        random: systemRandom,
        vault,
        log,
        jobs,
        ports,
        holidays: known.holidays,
        followers,
      });
    } finally {
      await jobs.stop();
      ports.email.close();
      known.close();
      await handle.close();
    }
  });
}
