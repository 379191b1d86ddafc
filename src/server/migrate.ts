import { runCommand, withDatabaseUrl } from './command.ts';
import { addressesOf } from './platform/schema/database-addresses.ts';
import { createLogger } from './platform/logger.ts';
import { prepareDatabase } from './platform/schema/prepare-database.ts';

/**
 * Updates the schema as the owner of the tables: `npm run migrate`, before the processes of a release start.
 */
await runCommand(async () => {
  const { applied, role } = await withDatabaseUrl((url, config) =>
    prepareDatabase(config, addressesOf(config, url), createLogger('error')),
  );
  for (const name of applied) process.stdout.write(`applied ${name}\n`);
  const granted = role === undefined ? '' : ` ${role} may use the tables.`;
  process.stdout.write(`${applied.length} migrations applied.${granted}\n`);
  return 0;
});
