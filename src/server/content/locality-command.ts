// npm run localities -- [apply]: compares the list of localities with the public register of each country
// that has one, and applies the differences.
import { COUNTRIES } from '../../countries/countries.ts';
import { provincesOf } from '../../countries/lists.ts';
import { runCommand, withDependencies } from '../command.ts';
import type { LocalityChanges } from './locality-changes.ts';
import { applyLocalities, compareLocalities, readRegister } from './locality-refresh.ts';

await runCommand(async ([what, ...more]) => {
  if ((what !== undefined && what !== 'apply') || more.length > 0)
    throw new Error('Usage: npm run localities -- [apply]');
  return withDependencies(async ({ db, clock, ports }) => {
    let differences = 0;
    for (const country of COUNTRIES) {
      const register = ports.places(country);
      if (!register) continue;
      const listed = await readRegister(country, register);
      const changes =
        what === 'apply'
          ? await applyLocalities(db, country, listed, clock.now())
          : await compareLocalities(db, country, listed);
      const lines = linesOf(changes, provincesOf(country));
      differences += lines.length;
      const { added, renamed, returned, vanished } = changes;
      const counts = `${added.length} new, ${renamed.length} renamed, ${vanished.length} gone, ${returned.length} back`;
      process.stdout.write([...lines, `${country}: ${counts}`, ''].join('\n'));
    }
    return what === 'apply' || differences === 0 ? 0 : 2;
  });
});

function linesOf(
  { added, renamed, returned, vanished }: LocalityChanges,
  provinces: Readonly<Record<string, string>>,
): string[] {
  const inProvince = ({ provinceId }: { readonly provinceId: number }) => provinces[String(provinceId)] ?? '';
  return [
    ...added.map((each) => `+ ${each.name} (${inProvince(each)}, ${each.code})`),
    ...renamed.map((each) => `~ ${each.id} ${each.from} -> ${each.name} (${inProvince(each)})`),
    ...vanished.map((each) => `- ${each.id} ${each.name} (${inProvince(each)}, ${each.code})`),
    ...returned.map((each) => `* ${each.id} ${each.name} (${inProvince(each)})`),
  ];
}
