import type { CountryCode } from '../countries.ts';
import { ENTRIES } from '../entries.ts';
import { packOf } from '../index.ts';

/*
 * Pure formatting of a field's content while it is typed or pasted: for any input, the written
 * form comes out, as far as the digits reach. Give inputs no `maxLength` shorter than a pasted
 * form: the mask cuts.
 */

export function digitsOf(typed: string): string {
  return typed.replaceAll(/\D/g, '');
}

/** Digits in groups of the given sizes; what exceeds the groups is dropped. */
export function grouped(digits: string, sizes: readonly number[], separator: string): string {
  const groups: string[] = [];
  let start = 0;
  for (const size of sizes) {
    if (start < digits.length) groups.push(digits.slice(start, start + size));
    start += size;
  }
  return groups.join(separator);
}

/** DD-MM-YYYY. A pasted YYYY-MM-DD is turned round; D/M/YYYY is padded. */
export function maskBirthdate(typed: string): string {
  const iso = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(typed);
  if (iso) return `${iso[3]}-${iso[2]}-${iso[1]}`;
  const short = /^\s*(\d{1,2})[./-](\d{1,2})[./-](\d{4})\s*$/.exec(typed);
  const digits = short
    ? short
        .slice(1)
        .map((part) => part.padStart(2, '0'))
        .join('')
    : digitsOf(typed);
  return grouped(digits, [2, 2, 4], '-');
}

/** ##-########-#. */
export function maskCuit(typed: string): string {
  return grouped(digitsOf(typed), [2, 8, 1], '-');
}

export function maskSmsCode(typed: string, length = 4): string {
  return digitsOf(typed).slice(0, length);
}

/** 22 digits; text with letters is an alias and stays as it is. */
export function maskBankAccount(typed: string): string {
  const trimmed = typed.trim();
  return /\p{L}/u.test(trimmed) ? trimmed : digitsOf(trimmed).slice(0, 22);
}

/** Digits of the main document; dots and dashes are for showing only. */
export function maskDocument(country: CountryCode, typed: string): string {
  return digitsOf(typed).slice(0, packOf(country).maxLengthMainDocument);
}

/** The document with its marks, as far as it is typed: 12.345.678 or 1.234.567-2. */
export function showDocument(country: CountryCode, digits: string): string {
  return ENTRIES[country].document.show(digits);
}

/**
 * Bare digits of a mobile number. Too many digits mean a pasted international or dialled form:
 * country prefix, the 9 of Argentine mobiles, the leading 0 and the 15 are taken off. Within the
 * length nothing is taken off, so that a typed 0 or 15 is seen and explained.
 */
export function maskCellPhone(country: CountryCode, typed: string): string {
  const max = packOf(country).maxLengthCellPhone;
  const digits = digitsOf(typed);
  return (digits.length > max ? ENTRIES[country].phone.national(digits) : digits).slice(0, max);
}

/**
 * Thousands of an amount, at most so many digits (docs/product/offer.md#amount-input). A pasted whole amount,
 * 290.000 or 290000, is 290; one typed digit more is only cut.
 */
export function maskThousands(typed: string, most = 3): string {
  const units = typed.replace(/,\d*\s*$/, '');
  const digits = digitsOf(units).replace(/^0+/, '');
  const isWholeAmount = /\d\.\d{3}/.test(units) || digits.length > most + 1;
  return (isWholeAmount ? digits.replace(/000$/, '') : digits).slice(0, most);
}

/** Spaces before an address never count. */
export function maskEmail(typed: string): string {
  return typed.replace(/^\s+/, '');
}
