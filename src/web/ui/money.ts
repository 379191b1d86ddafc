import type { Currency } from '../../domain/currency.ts';
import { formatUnits } from '../../domain/format-units.ts';
import { formatMoney, fromUnits } from '../../domain/money.ts';
import { formatPercentExact as percentWithDecimals, formatPercentRounded } from '../../domain/rate.ts';

/** Writes an amount in currency units. */
export type FormatMoney = (units: number) => string;

export function moneyOf(currency: Currency): FormatMoney {
  return (units) => formatUnits(units, currency);
}

/** Writes amounts as papers do, always with two decimals. For screens that show server texts with amounts. */
export function exactMoneyOf(currency: Currency): FormatMoney {
  return (units) => formatMoney(fromUnits(units), currency);
}

/** '315%': a fraction as a rounded percent (docs/product/rights.md#rates-shown). */
export const formatPercent = (fraction: number): string => formatPercentRounded(fraction);

/** '1.295,53%': the legal figures, with two decimals. */
export const formatPercentExact = (fraction: number): string => percentWithDecimals(fraction);
