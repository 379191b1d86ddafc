import { resolve } from 'node:path';
import { runCommand } from '../../command.ts';
import { systemClock } from '../../platform/clock.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts';
import { createLogger } from '../../platform/logger.ts';
import { backUp, oneMachineConfig, usualTarget } from './backup.ts';

/** `npm run backup [-- <new folder>]`, with the server running or stopped. */
await runCommand(async ([folder]) => {
  const { DATA_DIR } = oneMachineConfig();
  const now = systemClock.now();
  const target = folder === undefined ? usualTarget(DATA_DIR, now) : resolve(folder);
  const embedded = await startEmbeddedPostgres({ dataDir: DATA_DIR, log: createLogger('error') });
  try {
    const { files } = await backUp(DATA_DIR, target, now);
    process.stdout.write(`${files} files in ${target}\n`);
    return 0;
  } finally {
    await embedded.stop();
  }
});
