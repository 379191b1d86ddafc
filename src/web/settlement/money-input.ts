import type { CurrencyFacts } from '../../domain/currency.ts';

const grouping = /\B(?=(\d{3})+(?!\d))/g;

/**
 * '12.345,67' as it is typed: digits, one comma, two decimals if the currency has them. A pasted '12345.67' is read as
 * one with decimals.
 */
export function maskMoney(
  typed: string,
  pasted: boolean,
  { exponent }: Pick<CurrencyFacts, 'exponent'>,
): string {
  const normal = pasted && /^[^\d.,]*\d+\.\d{1,2}$/.test(typed.trim()) ? typed.replace('.', ',') : typed;
  const [whole = '', ...rest] = normal.replaceAll(/[^\d,]/g, '').split(',');
  const grouped = whole
    .replace(/^0+(?=\d)/, '')
    .slice(0, 9)
    .replace(grouping, '.');
  return rest.length > 0 && exponent > 0 ? `${grouped},${rest.join('').slice(0, 2)}` : grouped;
}

/** Currency units of what {@link maskMoney} made, or null while it is no amount. */
export function parseMoney(text: string): number | null {
  const match = /^([\d.]+)(?:,(\d{0,2}))?$/.exec(text);
  if (!match) return null;
  return Number(`${(match[1] ?? '').replaceAll('.', '')}.${(match[2] ?? '').padEnd(1, '0')}`);
}
