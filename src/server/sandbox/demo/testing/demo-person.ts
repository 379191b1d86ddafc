import type { CountryCode } from '../../../../countries/country-pack.ts';
import { type DemoKind, demoPeople, type DemoPerson } from '../people.ts';

/** Demo customer of a country by their case; the same in every database. */
export function demoPerson(country: CountryCode, kind: DemoKind): DemoPerson {
  const found = demoPeople.find((each) => each.country === country && each.kind === kind);
  if (!found) throw new Error(`no demo customer ${kind} in ${country}`);
  return found;
}
