import { openDevDatabase } from './database.mjs';
import { openPrompt } from './open-prompt.mjs';
import { resetDatabase } from './reset-database.mjs';
import { writeTypes } from './write-types.mjs';

const [command, ...rest] = process.argv.slice(2);
let database;
try {
  database = await openDevDatabase();
  if (command === 'reset') await resetDatabase(database);
  else if (command === 'types') await writeTypes(database);
  else await openPrompt(database, command === undefined ? [] : [command, ...rest]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await database?.stop();
  // The channel to the launcher would keep this process alive.
  if (process.connected) process.disconnect();
}
