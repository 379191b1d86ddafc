import { formatPercentExact as percentWithDecimals, formatPercentRounded } from '../../domain/rate.ts';

const whole = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 0, useGrouping: 'always' });
const cents = new Intl.NumberFormat('es-AR', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: 'always',
});

/** '290.000' or '4.468,50': grouping without the symbol. Currency units. */
export function formatNumber(units: number): string {
  // A sum of whole pesos has no decimals; anything else shows both of them.
  return Number.isInteger(Math.round(units * 100) / 100)
    ? whole.format(Math.round(units))
    : cents.format(units);
}

/**
 * '$290.000': symbol before the number without a space (docs/product/loan-and-money.md#formats). Currency
 * units.
 */
export function formatMoney(units: number): string {
  return units < 0 ? `-$${formatNumber(-units)}` : `$${formatNumber(units)}`;
}

/** '315%': a fraction as a rounded percent (docs/product/rights.md#rates-shown). */
export const formatPercent = (fraction: number): string => formatPercentRounded(fraction);

/** '1.295,53%': the legal figures, with two decimals. */
export const formatPercentExact = (fraction: number): string => percentWithDecimals(fraction);
