import { CURRENCIES, type Currency } from './currency.ts';

/** Formats currency units without the symbol: '290.000' or '4.468,50'; whole units have no decimals. */
export function formatNumber(units: number): string {
  const hundredths = Math.round(Math.abs(units) * 100);
  const digits = hundredths.toString().padStart(3, '0');
  const whole = `${units < 0 ? '-' : ''}${groupThousands(digits.slice(0, -2))}`;
  return hundredths % 100 === 0 ? whole : `${whole},${digits.slice(-2)}`;
}

/**
 * Formats currency units with the symbol before the number and no space: '$290.000'
 * (docs/product/loan-and-money.md#formats).
 */
export function formatUnits(units: number, currency: Currency): string {
  return `${units < 0 ? '-' : ''}${CURRENCIES[currency].symbol}${formatNumber(Math.abs(units))}`;
}

export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, '.');
}
