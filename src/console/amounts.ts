import type { CountryCode } from '../countries/countries.ts';
import { ENTRIES } from '../countries/entries.ts';
import { formatMoney, fromUnits, sum, toUnits, type Currency } from '../domain/money.ts';

/** An amount in currency units, as people write it. */
export const money = (units: number, currency: Currency): string => formatMoney(fromUnits(units), currency);

/** An amount of a country, as its people write it. */
export const unitsText = (units: number, country: CountryCode): string =>
  money(units, ENTRIES[country].pack.currency);

/** Amounts in currency units added up by the cent: numbers with decimals do not add up by themselves. */
export const sumUnits = (amounts: readonly number[]): number => toUnits(sum(amounts.map(fromUnits)));
