import { runCommand, withDatabase } from './command.ts';
import type { DatabaseHandle } from './platform/database.ts';
import { openJobs } from './platform/work/jobs.ts';
import { createLogger } from './platform/logger.ts';
import { replayRows } from './platform/work/row-queue.ts';
import { rowQueues } from './worker.ts';

/** Retries permanently failed work of a kind: `npm run replay -- wallet-notification`. */
await runCommand(async ([kind]) => {
  if (kind === undefined) throw new Error('Usage: npm run replay -- <kind of job>');
  const count = await withDatabase((database, url) => replay(kind, database, url));
  process.stdout.write(`${count} jobs run again\n`);
  return 0;
});

async function replay(kind: string, { db }: DatabaseHandle, url: string): Promise<number> {
  const rows = rowQueues.find((queue) => queue.name === kind);
  if (rows) return replayRows(db, rows);
  const jobs = await openJobs(url, createLogger('error'));
  try {
    return await jobs.replay(kind);
  } finally {
    await jobs.stop();
  }
}
