import { DemoCustomersError } from './demo-customers.ts';
import type { Dependencies } from './dependencies.ts';
import { followers } from './followers.ts';
import { createPorts } from './integrations/create-ports.ts';
import { ApplicationRoleError } from './platform/schema/application-role.ts';
import { payoutOrders } from './loans/payout-files/service.ts';
import { ConfigError, configFromEnvironment, type Config } from './platform/config.ts';
import { addressesOf } from './platform/schema/database-addresses.ts';
import { ClockError } from './platform/work/same-clock.ts';
import { checkDatabaseUrl, DatabaseAwayError } from './platform/database-url.ts';
import { openDatabase, PoolerError, type DatabaseHandle } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { openJobs } from './platform/work/jobs.ts';
import { createLogger } from './platform/logger.ts';
import { NewerSchemaError, OlderSchemaError, requireCurrent } from './platform/schema/migrate.ts';
import { prepareDatabase } from './platform/schema/prepare-database.ts';
import { reasonOf } from './platform/reason.ts';
import { useStrongTls } from './platform/tls/strong-tls.ts';
import { systemRandom, vaultOf } from './platform/secrets.ts';
import { openHolidays } from './content/service.ts';
import { openClock } from './open-clock.ts';

/** Configuration errors are one sentence for the operator. */
export function isToldWhole(error: unknown): error is Error {
  const kinds = [
    ConfigError,
    ClockError,
    DatabaseAwayError,
    NewerSchemaError,
    OlderSchemaError,
    ApplicationRoleError,
    PoolerError,
    DemoCustomersError,
  ];
  return kinds.some((kind) => error instanceof kind);
}

/** Its only user is the person who started it. */
const longestStatementSeconds = 3_600;

/**
 * Runs an operator's command. What it was given wrong, settings included, is told in one sentence, and it ends with 1.
 * @param work gets what was given behind the command's name @returns what it ends with
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
 * Gives the address of the database of the settings, which has answered once, for as long as the work lasts.
 * @throws ConfigError when a setting is wrong
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

/** Gives the database of the settings, with statements as long as the work needs them. */
export function withDatabase<T>(
  work: (database: DatabaseHandle, databaseUrl: string, config: Config) => Promise<T>,
) {
  // Its statements are longer than a pooler lets them be.
  return withDatabaseUrl((url, config) => {
    const { directUrl } = addressesOf(config, url);
    return opened(directUrl, (database) => work(database, directUrl, config));
  });
}

const fewConnections = 2;

/** Gives the replica of the settings, or the database itself where there is none, to what only reads. */
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
 * Does an operator's work with what features are given, under the product's own settings, beside the product or alone.
 * @throws ConfigError when a setting is wrong
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
