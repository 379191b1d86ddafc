import { brandOf } from '../identifiers/cards.ts';
import { digitsOf, grouped } from './masks.ts';

/* Apart from the other masks: sign-up loads those, and asks for no card. */

/**
 * Visa in groups of four joined by '-', every other brand in bare digits (docs/product/countries.md#fields).
 * @param maxLength characters the field shows: 19 in the application, 20 in payment
 */
export function maskCardNumber(typed: string, maxLength: 19 | 20): string {
  const digits = digitsOf(typed);
  // Numbers longer than 16 are not written in groups: the dashes would push digits out of the field.
  const inGroups = brandOf(digits) === 'visa' && digits.length <= 16;
  return inGroups ? grouped(digits, [4, 4, 4, 4], '-') : digits.slice(0, maxLength);
}

/** MM/YY; a pasted MM/YYYY loses the century. */
export function maskExpiry(typed: string): string {
  const long = /^\s*(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})\s*$/.exec(typed);
  const digits = long ? `${long[1]?.padStart(2, '0')}${long[2]}` : digitsOf(typed);
  return grouped(digits, [2, 2], '/');
}

export function maskSecurityCode(typed: string): string {
  return digitsOf(typed).slice(0, 4);
}
