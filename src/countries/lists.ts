import type { CalendarDate } from '../domain/calendar-date.ts';
import { BANKING_ENTRIES } from './banking-entries.ts';
import type { CountryCode } from './country-pack.ts';
import { SERVER_ENTRIES } from './server-entries.ts';
import type { PickupPoint } from './server-country.ts';

/**
 * `{id: name}`, as list calls answer (docs/product/calls.md#wire-formats). Integer-like keys come in numeric
 * order.
 */
export type NamesById = Readonly<Record<string, string>>;

/**
 * Banks by BCRA code ('011') or by Uruguayan code ('1'). @param on date for the names; by default the newest
 */
export function banksOf(code: CountryCode, on?: CalendarDate): NamesById {
  const { banks, renamedBanks } = BANKING_ENTRIES[code];
  const valid = renamedBanks.filter(([, from = '']) => on === undefined || from <= on);
  return {
    ...namesById(banks),
    ...Object.fromEntries(valid.map(([id, , name]) => [String(id), String(name)])),
  };
}

/** Everyday names of the country's banks, by the codes of {@link banksOf}. */
export function bankAliasesOf(code: CountryCode): Readonly<Record<string, readonly string[]>> {
  return BANKING_ENTRIES[code].bankAliases;
}

/** Provinces or departments by id; 1 is the capital. */
export function provincesOf(code: CountryCode): NamesById {
  return namesById(SERVER_ENTRIES[code].provinces);
}

/** Pickup points; empty where the country has none. */
export function pickupPointsOf(code: CountryCode): readonly PickupPoint[] {
  return SERVER_ENTRIES[code].pickupPoints;
}

/** Answers to the question about how people heard of the product (`/v3/marketing`). */
export const MARKETING_SOURCES: NamesById = {
  '1': 'Buscador de internet',
  '2': 'Redes sociales',
  '3': 'Recomendación de un conocido',
  '4': 'Publicidad en televisión o radio',
  '5': 'Mail o SMS',
  '6': 'Otro',
};

type Rows = readonly (readonly (string | number)[])[];

const named = new WeakMap<Rows, NamesById>();

function namesById(rows: Rows): NamesById {
  const known = named.get(rows);
  if (known) return known;
  const names = Object.fromEntries(rows.map(([id, name]) => [String(id), String(name)]));
  named.set(rows, names);
  return names;
}
