import type { CountryPack } from '../country-pack.ts';

/** A home as it was given; '-' for a floor or flat that it does not have. */
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
 * The whole address in one line, the same in contract and note. The province stays in: many towns share a name, and
 * the note's court follows from the place.
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

/** City and 'provincia de Buenos Aires'; the capital, which is a province of its own, is named once. */
function placeWords(label: string, city: string, province: string): readonly string[] {
  const capital = /^Ciudad Autónoma de (.+)$/.exec(province)?.[1];
  if (capital !== undefined) return [city === `Ciudad de ${capital}` ? '' : city, province];
  return [city, province === '' ? '' : `${label.toLowerCase()} de ${province}`];
}
