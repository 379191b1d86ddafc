// npm run encrypt-rows: re-encrypts stored rows with the current secret
// (docs/operations.md#changing-the-secret).
import { runCommand, withDependencies } from '../../command.ts';
import { reencryptRows } from './service.ts';

await runCommand((given) =>
  withDependencies(async (deps) => {
    if (given.length > 0) throw new Error('Usage: npm run encrypt-rows');
    const done = await reencryptRows(deps);
    for (const { table, renewed, unreadable } of done) {
      const lost = unreadable === 0 ? '' : `, ${unreadable} that no accepted secret opens`;
      process.stdout.write(`${table}: ${renewed} rows encrypted anew${lost}\n`);
    }
    return done.some(({ unreadable }) => unreadable > 0) ? 1 : 0;
  }),
);
