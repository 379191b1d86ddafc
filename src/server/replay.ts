import { ConfigError, configFromEnvironment } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { openJobs } from './platform/jobs.ts';
import { createLogger } from './platform/logger.ts';
import { replayRows } from './platform/row-queue.ts';
import { rowQueues } from './worker.ts';

/** Runs the work of a kind once more that failed for good: `npm run replay -- wallet-notification`. */
const log = createLogger('error');
const [name] = process.argv.slice(2);
try {
  if (name === undefined) throw new ConfigError('Usage: npm run replay -- <kind of job>');
  const config = configFromEnvironment();
  const embedded =
    config.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log })
      : undefined;
  const count = await replay(name, config.DATABASE_URL ?? embedded?.url ?? '');
  process.stdout.write(`${count} jobs run again\n`);
  await embedded?.stop();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function replay(kind: string, url: string): Promise<number> {
  const rows = rowQueues.find((queue) => queue.name === kind);
  if (rows) {
    const database = openDatabase(url, 1);
    try {
      return await replayRows(database.db, rows);
    } finally {
      await database.close();
    }
  }
  const jobs = await openJobs(url, log);
  try {
    return await jobs.replay(kind);
  } finally {
    await jobs.stop();
  }
}
