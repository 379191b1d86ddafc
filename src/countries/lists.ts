import type { CalendarDate } from '../domain/calendar-date.ts';
import type { CheckedText } from './identifiers/checked.ts';
import argentineBanks from './ar/data/banks.json' with { type: 'json' };
import argentineProvinces from './ar/data/provinces.json' with { type: 'json' };
import type { CountryCode } from './country-pack.ts';
import uruguayanBanks from './uy/data/banks.json' with { type: 'json' };
import uruguayanDepartments from './uy/data/departments.json' with { type: 'json' };

/**
 * `{id: name}`, as the list calls answer (docs/product/calls.md#wire-formats). Integer-like keys come in
 * numeric order.
 */
export type NamesById = Readonly<Record<string, string>>;

export const BANKS: Readonly<Record<CountryCode, NamesById>> = {
  AR: namesById(argentineBanks.rows),
  UY: namesById(uruguayanBanks.rows),
};

export const PROVINCES: Readonly<Record<CountryCode, NamesById>> = {
  AR: namesById(argentineProvinces.rows),
  UY: namesById(uruguayanDepartments.rows),
};

/** Renamed banks with an unchanged code, each with the date the new name takes effect. */
const RENAMED: Readonly<Partial<Record<CountryCode, readonly (readonly string[])[]>>> = {
  AR: argentineBanks.renamed,
};

/**
 * Banks by BCRA code ('011') or by Uruguayan code ('1').
 * @param on date for the names; by default the newest
 */
export function banksOf(code: CountryCode, on?: CalendarDate): NamesById {
  const valid = (RENAMED[code] ?? []).filter(([, from = '']) => on === undefined || from <= on);
  return { ...BANKS[code], ...Object.fromEntries(valid.map(([id, , name]) => [String(id), String(name)])) };
}

/** Provinces or departments; 1 is the capital. */
export function provincesOf(code: CountryCode): NamesById {
  return PROVINCES[code];
}

export type PickupPointId = CheckedText<'PickupPointId'>;

/** A retail pickup point (docs/product/application.md#delivery). */
export interface PickupPoint {
  readonly id: PickupPointId;
  readonly name: string;
  readonly address: string;
  readonly city: string;
}

/** Of the list below, which says which there are. */
const pointId = (id: string) => id as PickupPointId;

export const PICKUP_POINTS: Readonly<Record<CountryCode, readonly PickupPoint[]>> = {
  AR: [
    {
      id: pointId('1'),
      name: 'Punto Centro',
      address: 'Av. Corrientes 1450',
      city: 'Ciudad de Buenos Aires',
    },
    { id: pointId('2'), name: 'Punto Flores', address: 'Av. Rivadavia 6900', city: 'Ciudad de Buenos Aires' },
    { id: pointId('3'), name: 'Punto Morón', address: 'Belgrano 250', city: 'Morón' },
    { id: pointId('4'), name: 'Punto Córdoba', address: 'Av. Colón 320', city: 'Córdoba' },
    { id: pointId('5'), name: 'Punto Rosario', address: 'Córdoba 1150', city: 'Rosario' },
  ],
  UY: [],
};

/** Pickup points; empty where the country has none. */
export function pickupPointsOf(code: CountryCode): readonly PickupPoint[] {
  return PICKUP_POINTS[code];
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

function namesById(rows: readonly (readonly (string | number)[])[]): NamesById {
  return Object.fromEntries(rows.map(([id, name]) => [String(id), String(name)]));
}
