import type { CurrencyFacts } from '../../domain/currency.ts';
import { formatNumber } from '../../domain/format-units.ts';

const betweenGroups = /\B(?=(\d{3})+(?!\d))/g;

/** Digits and separators as they are typed. */
const partsOf = (typed: string) => typed.replaceAll(/[^\d.,]/g, '');
const dotsIn = (text: string) => text.split('.').length;

/** Thousands grouped by dots; nothing behind the comma is dropped. */
function grouped(text: string): string {
  const [whole = '', ...decimals] = text.replaceAll('.', '').split(',');
  return [whole.replace(/^0+(?=\d)/, '').replace(betweenGroups, '.'), ...decimals].join(',');
}

/**
 * '12.345,67' as it is typed. The dots are the mask's own until the person types one: then it may be a decimal
 * point, and the text stays as typed until the field is left.
 */
export function maskMoney(typed: string, before: string): string {
  const text = partsOf(typed);
  const isOwn = dotsIn(text) <= dotsIn(before) && grouped(before) === before;
  return isOwn ? grouped(text) : text;
}

/** The field's text on blur, paste or autofill: the formatted amount, if it is one. */
export function writtenMoney(typed: string, currency: Pick<CurrencyFacts, 'exponent'>): string {
  const units = parseMoney(typed, currency);
  if (units !== null) return formatNumber(units);
  const text = partsOf(typed);
  return text.includes('.') ? text : grouped(text);
}

const groups = String.raw`(\d{1,3}(?:\.\d{3})+|\d+)`;
const readings = [
  new RegExp(`^${groups}(?:,(\\d*))?$`),
  new RegExp(`^${groups}\\.(\\d{0,2})$`),
  /^(\d{1,3}(?:,\d{3})+)\.(\d{0,2})$/,
];

/**
 * Currency units of an amount with a decimal comma (1.234,56) or point (1234.56, 1,234.56). A point before three
 * digits groups thousands.
 * @returns null where the text is no amount, or has more decimals than the currency
 */
export function parseMoney(text: string, { exponent }: Pick<CurrencyFacts, 'exponent'>): number | null {
  const amount = partsOf(text);
  const match = readings.map((reading) => reading.exec(amount)).find((found) => found !== null);
  if (!match) return null;
  const [, whole = '', decimals = ''] = match;
  const kept = decimals.replace(/0+$/, '');
  return kept.length > exponent || decimals.length > 2
    ? null
    : Number(`${whole.replaceAll(/[.,]/g, '')}.${kept || '0'}`);
}
