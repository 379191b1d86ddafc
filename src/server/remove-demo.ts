import { runCommand, withDependencies } from './command.ts';
import { removeDemoCustomers } from './demo-customers.ts';

/** Removes the demo customers of a database that production takes over: `npm run remove-demo`. */
await runCommand(async () => {
  const count = await withDependencies(removeDemoCustomers);
  process.stdout.write(`Removed ${count} demo customers. Their loans stay in the books.\n`);
  return 0;
});
