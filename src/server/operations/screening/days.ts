import { COUNTRIES } from '../../../countries/countries.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import {
  endGone,
  loadList,
  noteScreened,
  screenChanged,
  screenEntries,
  unscreened,
} from '../../customers/screening/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { resumeHeld } from '../../loans/service.ts';
import { transaction } from '../../platform/database.ts';
import type { DailyJob, DayFigures } from '../../platform/work/daily.ts';

type ScreeningDependencies = Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'ports' | 'log'>;

/** Daily job: loads the public list and matches customers with it (docs/product/screening.md#when). */
export function screeningDays(deps: ScreeningDependencies): DailyJob[] {
  const countries = COUNTRIES.filter((country) => SERVER_ENTRIES[country].watchList !== 'none');
  return [
    { name: 'screening', countries, isRepeatable: true, run: ({ country }) => screenCountry(deps, country) },
  ];
}

/** @throws if the list was not loaded; what could be matched with the last good one has been matched */
export async function screenCountry(deps: ScreeningDependencies, country: CountryCode): Promise<DayFigures> {
  const { db, clock } = deps;
  const list = deps.ports.watchLists(country);
  const loaded =
    list && (await loadList(db, list, country, clock.now()).catch((error: unknown) => ({ error })));
  if (loaded && 'error' in loaded)
    deps.log.error({ err: loaded.error, country }, 'a public list was not loaded');
  const { customers, matches } = await screenChanged(db, country, clock.now());
  const { versions, entries } = await unscreened(db, country);
  const more = await screenEntries(db, country, entries, clock.now());
  await noteScreened(db, versions, clock.now());
  await transaction(db, async (tx) => {
    const released = await endGone(tx, country);
    if (released.length > 0) await resumeHeld(tx, deps, released);
  });
  if (loaded && 'error' in loaded) throw loaded.error;
  return { entries: entries.length, customers, matches: matches + more };
}
