import { runCommand, withDependencies } from './command.ts';
import { removeDemoCustomers } from './demo-customers.ts';

/** Removes the demo customers from a database that goes into production: `npm run remove-demo`. */
await runCommand(async () => {
  const count = await withDependencies(removeDemoCustomers);
  process.stdout.write(`Removed ${count} demo customers. Their loans stay in the books.\n`);
  return 0;
});
