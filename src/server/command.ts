import type { Dependencies } from './dependencies.ts';
import { createPorts } from './integrations/create-ports.ts';
import { configFromEnvironment } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { openJobs } from './platform/jobs.ts';
import { createLogger } from './platform/logger.ts';
import { migrate } from './platform/migrate.ts';
import { systemChance, vaultOf } from './platform/secrets.ts';
import { openClock } from './sandbox/clock.ts';

/** Its only user is the person who started it. */
const longestStatementSeconds = 3_600;

/**
 * Does an operator's work with what features are given, under the product's own settings, beside the product or alone.
 * @throws ConfigError when a setting is wrong
 */
export async function withDependencies<T>(work: (deps: Dependencies) => Promise<T>): Promise<T> {
  const log = createLogger('error');
  const config = configFromEnvironment();
  const embedded =
    config.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log })
      : undefined;
  const databaseUrl = config.DATABASE_URL ?? embedded?.url ?? '';
  const database = openDatabase(databaseUrl, 2, longestStatementSeconds);
  try {
    await migrate(database.db);
    const handle = await openClock(config, database.db, databaseUrl, log);
    const { clock } = handle;
    const jobs = await openJobs(databaseUrl, log);
    const vault = vaultOf(config.APP_SECRET);
    const ports = createPorts({ config, db: database.db, clock, vault });
    try {
      return await work({ config, db: database.db, clock, chance: systemChance, vault, log, jobs, ports });
    } finally {
      await jobs.stop();
      await handle.close();
    }
  } finally {
    await database.close();
    await embedded?.stop();
  }
}
