import { CURRENCIES, type Currency } from './currency.ts';

/** '290.000' or '4.468,50': an amount in currency units without its symbol; whole units have no decimals. */
export function formatNumber(units: number): string {
  const hundredths = Math.round(Math.abs(units) * 100);
  const digits = hundredths.toString().padStart(3, '0');
  const whole = `${units < 0 ? '-' : ''}${groupThousands(digits.slice(0, -2))}`;
  return hundredths % 100 === 0 ? whole : `${whole},${digits.slice(-2)}`;
}

/** '$290.000': symbol before the number without a space (docs/product/loan-and-money.md#formats). */
export function formatUnits(units: number, currency: Currency): string {
  return `${units < 0 ? '-' : ''}${CURRENCIES[currency].symbol}${formatNumber(Math.abs(units))}`;
}

/** Puts a '.' between groups of three digits. */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, '.');
}
