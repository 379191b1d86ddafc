import type { CountryCode } from '../countries.ts';
import { ENTRIES } from '../entries.ts';
import { accepted, refused, REQUIRED, type Parsed } from './checked.ts';
import { plainText, refusedByPapers } from './printable.ts';

/** Province with only one city: the capital (docs/product/application.md#address). */
export const DEFAULT_PROVINCE_ID = '1';
/** City of the default province. */
export const DEFAULT_CITY_ID = '515';
/** 'Other city', with a free-text field (Argentina only). */
export const OTHER_CITY_ID = '9999';

const ADDRESS_TEXT_MAX_LENGTH = 120;

/** City of a province: province 1 always gives 515, even after another choice. */
export function cityOfProvince(provinceId: string, cityId: string): string {
  return provinceId === DEFAULT_PROVINCE_ID ? DEFAULT_CITY_ID : cityId;
}

/** A city must be selected unless the province is 1. */
export function parseCity(provinceId: string, cityId: string): Parsed<string> {
  const city = cityOfProvince(provinceId, cityId);
  return /^\d{1,10}$/.test(city) ? accepted(city) : refused('Seleccionar una ciudad.');
}

/** Parses the typed name of an unlisted city; '' if the list names the city. */
export function parseCityName(country: CountryCode, cityId: string, input: string): Parsed<string> {
  if (!ENTRIES[country].pack.hasOtherCity || cityId !== OTHER_CITY_ID) return accepted('');
  return parseAddressText(input);
}

/** Parses street, number, floor and flat: not blank, and printable because contract and note include them. */
export function parseAddressText(input: string): Parsed<string> {
  const text = plainText(input).trim();
  if (text === '') return refused(REQUIRED);
  if (text.length > ADDRESS_TEXT_MAX_LENGTH) {
    return refused(`Ingresá hasta ${ADDRESS_TEXT_MAX_LENGTH} caracteres.`);
  }
  return refusedByPapers(text) ?? accepted(text);
}

/** Parses a postal code; '' in countries that do not ask for one. */
export function parsePostalCode(country: CountryCode, input: string): Parsed<string> {
  return ENTRIES[country].parsePostalCode?.(input) ?? accepted('');
}
