// npm run watch-list [-- --shorter]: loads the public lists now; the day's work matches customers with them.
import { COUNTRIES } from '../../../countries/countries.ts';
import { runCommand, withDependencies } from '../../command.ts';
import { loadList } from '../../customers/screening/service.ts';

await runCommand(async ([what, ...more]) => {
  if ((what !== undefined && what !== '--shorter') || more.length > 0)
    throw new Error('Usage: npm run watch-list [-- --shorter]');
  return withDependencies(async ({ db, clock, ports }) => {
    for (const country of COUNTRIES) {
      const list = ports.watchLists(country);
      if (!list) continue;
      const mayBeShorter = what === '--shorter';
      const loaded = await loadList(db, list, country, clock.now(), mayBeShorter);
      const { entries, added, changed, removed } = loaded;
      process.stdout.write(
        `${country}: ${entries} entries; ${added} added, ${changed} changed, ${removed} removed\n`,
      );
    }
    return 0;
  });
});
