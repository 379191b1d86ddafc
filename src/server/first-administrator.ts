import { runCommand, withDependencies } from './command.ts';
import { addFirstAdministrator } from './staff/team/service.ts';

/** Adds the first administrator of the console: `npm run staff -- <e-mail> <name>`. */
await runCommand(async ([email, ...names]) => {
  const name = names.join(' ').trim();
  if (email === undefined || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || name === '')
    throw new Error('Usage: npm run staff -- <e-mail> <name>');
  const { outcome, url } = await withDependencies((deps) => addFirstAdministrator(deps, { email, name }));
  process.stdout.write(`${outcome}\n`);
  if (url !== undefined) process.stdout.write(`Add the first passkey at ${url} within 24 hours.\n`);
  return outcome === 'added' ? 0 : 1;
});
