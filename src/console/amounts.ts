import type { CountryCode } from '../countries/countries.ts';
import { ENTRIES } from '../countries/entries.ts';
import { formatMoney, fromUnits, sum, toUnits, type Currency } from '../domain/money.ts';

/** An amount in currency units, as people write it. */
export const money = (units: number, currency: Currency): string => formatMoney(fromUnits(units), currency);

/** The same with the currency's code, where amounts of several countries meet. */
export const moneyOf = (units: number, currency: Currency, isMixed: boolean): string =>
  isMixed ? `${money(units, currency)} ${currency}` : money(units, currency);

/** An amount of a country, as its people write it. */
export const unitsText = (units: number, country: CountryCode): string =>
  money(units, ENTRIES[country].pack.currency);

/** Amounts in currency units added up by the cent: numbers with decimals do not add up by themselves. */
export const sumUnits = (amounts: readonly number[]): number => toUnits(sum(amounts.map(fromUnits)));

/** Typed amount, with or without thousands separators; undefined if it is none. */
export function readUnits(text: string): number | undefined {
  const plain = /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(text) ? text.replaceAll('.', '') : text;
  return /^\d{1,10}(?:[.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
}
