import type { CountryPack } from '../country-pack.ts';

/** Home address as entered; '-' for an absent floor or flat. */
export interface Domicile {
  readonly street: string;
  readonly streetNumber: string;
  readonly floor: string;
  /** Number or letter of the flat. */
  readonly unit: string;
  readonly city: string;
  /** Name of the province or department; '' when unknown. */
  readonly province: string;
}

/**
 * Formats the whole address in one line, for contract and note. The province is included: many towns share a
 * name, and the note's court depends on the place.
 */
export function domicileWords({ address }: CountryPack, domicile: Domicile): string {
  const { street, streetNumber, floor, unit, city, province } = domicile;
  return [
    `${street} ${streetNumber}`.trim(),
    labelled(address.floor, floor),
    labelled(address.dptNumber, unit),
    ...placeWords(address.province, city, province),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function labelled(label: string, value: string): string {
  return /[\p{L}\d]/u.test(value) ? `${label.toLowerCase()} ${value.trim()}` : '';
}

/** City and 'provincia de Buenos Aires'; the capital, which is its own province, is named once. */
function placeWords(label: string, city: string, province: string): readonly string[] {
  const capital = /^Ciudad Autónoma de (.+)$/.exec(province)?.[1];
  if (capital !== undefined) return [city === `Ciudad de ${capital}` ? '' : city, province];
  return [city, province === '' ? '' : `${label.toLowerCase()} de ${province}`];
}
