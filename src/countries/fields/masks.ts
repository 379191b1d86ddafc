import { formatDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../countries.ts';
import { ENTRIES } from '../entries.ts';
import { readBirthdate } from '../identifiers/birthdate.ts';
import { readCellPhone } from '../identifiers/phones.ts';

/*
 * Masks format input key by key and drop no digit, so that excess digits are visible and get refused. The
 * `written` function of a field gives its final form on blur, paste or autofill. Both use the server's
 * parser. Give inputs no `maxLength`, which would cut digits silently.
 */

export function digitsOf(typed: string): string {
  return typed.replaceAll(/\D/g, '');
}

/** Splits digits into groups of the given sizes; the last group takes the remainder. */
export function grouped(digits: string, sizes: readonly number[], separator: string): string {
  const groups: string[] = [];
  let start = 0;
  for (const [index, size] of sizes.entries()) {
    const end = index === sizes.length - 1 ? digits.length : start + size;
    if (start < digits.length) groups.push(digits.slice(start, end));
    start = end;
  }
  return groups.join(separator);
}

/**
 * Splits digits into parts of at most the given sizes; a typed separator ends a part early, as in 1/5/1990.
 */
export function inParts(typed: string, sizes: readonly number[], separator: string): string {
  const ended: string[] = [];
  let part = '';
  for (const character of typed.trimStart()) {
    const isLast = ended.length === sizes.length - 1;
    const isDigit = /\d/.test(character);
    const isFull = part.length === sizes[ended.length];
    if (!isLast && part !== '' && (!isDigit || isFull)) {
      ended.push(part);
      part = '';
    }
    if (isDigit) part += character;
  }
  return [...ended, part].join(separator);
}

/** DD-MM-YYYY. */
export function maskBirthdate(typed: string): string {
  return inParts(typed, [2, 2, 4], '-');
}

export function writtenBirthdate(typed: string): string {
  const date = readBirthdate(typed);
  return date === undefined ? maskBirthdate(typed) : formatDate(date);
}

/** ##-########-#. */
export function maskCuit(typed: string): string {
  return grouped(digitsOf(typed), [2, 8, 1], '-');
}

export function maskSmsCode(typed: string): string {
  return digitsOf(typed);
}

/** Keeps the document's digits; dots and dashes are added for display only. */
export function maskDocument(typed: string): string {
  return digitsOf(typed);
}

/** Formats a partly typed document: 12.345.678 or 1.234.567-2. */
export function showDocument(country: CountryCode, digits: string): string {
  return ENTRIES[country].document.show(digits);
}

/** Keeps the digits of a mobile number in any dialled notation. */
export function maskCellPhone(typed: string): string {
  return digitsOf(typed);
}

/** National number; unrecognized digits are kept so that they get refused. */
export function writtenCellPhone(country: CountryCode, typed: string): string {
  const phone = readCellPhone(country, typed);
  return phone.ok ? phone.value : maskCellPhone(typed);
}

/** Keeps the digits of an amount in thousands (docs/product/offer.md#amount-input). */
export function maskThousands(typed: string): string {
  return digitsOf(typed).replace(/^0+/, '');
}

/** Strips spaces before an address. */
export function maskEmail(typed: string): string {
  return typed.replace(/^\s+/, '');
}
