import type { CountryCode } from '../countries.ts';
import { ENTRIES } from '../entries.ts';
import { accepted, refused, REQUIRED, type Parsed } from './checked.ts';
import { plainText, refusedByPapers } from './printable.ts';

/** Province with only one city: the capital (docs/product/application.md#address). */
export const DEFAULT_PROVINCE_ID = '1';
/** The city that belongs to it. */
export const DEFAULT_CITY_ID = '515';
/** 'Other city', with a free-text field (Argentina only). */
export const OTHER_CITY_ID = '9999';

const ADDRESS_TEXT_MAX_LENGTH = 120;

/** The city of a province: province 1 has only 515, also after another choice. */
export function cityOfProvince(provinceId: string, cityId: string): string {
  return provinceId === DEFAULT_PROVINCE_ID ? DEFAULT_CITY_ID : cityId;
}

/** A city must be selected unless the province is 1. */
export function parseCity(provinceId: string, cityId: string): Parsed<string> {
  const city = cityOfProvince(provinceId, cityId);
  return /^\d{1,10}$/.test(city) ? accepted(city) : refused('Seleccionar una ciudad.');
}

/** The name typed for a city that is not in the list; '' where the list names the city. */
export function parseCityName(country: CountryCode, cityId: string, input: string): Parsed<string> {
  if (!ENTRIES[country].pack.hasOtherCity || cityId !== OTHER_CITY_ID) return accepted('');
  return parseAddressText(input);
}

/** Street, number, floor and flat: not blank, and printable since contract and note name them. */
export function parseAddressText(input: string): Parsed<string> {
  const text = plainText(input).trim();
  if (text === '') return refused(REQUIRED);
  if (text.length > ADDRESS_TEXT_MAX_LENGTH) {
    return refused(`Ingresá hasta ${ADDRESS_TEXT_MAX_LENGTH} caracteres.`);
  }
  return refusedByPapers(text) ?? accepted(text);
}

/** A postal code; where the country asks for none, nothing is kept. */
export function parsePostalCode(country: CountryCode, input: string): Parsed<string> {
  return ENTRIES[country].parsePostalCode?.(input) ?? accepted('');
}
