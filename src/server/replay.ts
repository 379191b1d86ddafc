import { ConfigError, configFromEnvironment } from './platform/config.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { openJobs } from './platform/jobs.ts';
import { createLogger } from './platform/logger.ts';

/** Runs the jobs of a kind that failed for good once more: `npm run replay -- wallet-notification`. */
const log = createLogger('error');
const [name] = process.argv.slice(2);
try {
  if (name === undefined) throw new ConfigError('Usage: npm run replay -- <kind of job>');
  const config = configFromEnvironment();
  const embedded =
    config.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log })
      : undefined;
  const jobs = await openJobs(config.DATABASE_URL ?? embedded?.url ?? '', log);
  process.stdout.write(`${await jobs.replay(name)} jobs run again\n`);
  await jobs.stop();
  await embedded?.stop();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
