import { resolve } from 'node:path';
import { runCommand } from '../../command.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts';
import { createLogger } from '../../platform/logger.ts';
import { oneMachineConfig, restore } from './backup.ts';

/** `npm run restore -- <folder of a backup>`, into a DATA_DIR without a database. */
await runCommand(async ([folder]) => {
  if (folder === undefined) {
    process.stderr.write('Name the folder of a backup: npm run restore -- backups/…\n');
    return 1;
  }
  const { DATA_DIR } = oneMachineConfig();
  const madeAt = await restore(resolve(folder), DATA_DIR);
  // The first start replays the log written during the copy; doing it now keeps the server's start fast.
  const embedded = await startEmbeddedPostgres({ dataDir: DATA_DIR, log: createLogger('error') });
  await embedded.stop();
  process.stdout.write(`${DATA_DIR} is as it was when the backup of ${madeAt} ended\n`);
  return 0;
});
