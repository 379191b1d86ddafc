import type { Currency } from '../../domain/currency.ts';
import { formatUnits } from '../../domain/format-units.ts';
import { centavos, formatMoney } from '../../domain/money.ts';

/** Writes an amount in currency units. */
export type FormatMoney = (units: number) => string;

/**
 * Writes amounts of a loan or payment as papers do, always with decimals
 * (docs/product/loan-and-money.md#formats).
 */
export function moneyOf(currency: Currency): FormatMoney {
  // Screens add amounts up in currency units.
  return (units) => formatMoney(centavos(Math.round(units * 100)), currency);
}

/** Writes amounts of offers, prices, limits and prizes: whole ones without decimals. */
export function roundMoneyOf(currency: Currency): FormatMoney {
  return (units) => formatUnits(units, currency);
}
