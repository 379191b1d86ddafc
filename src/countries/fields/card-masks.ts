import { readExpiry } from '../identifiers/card-expiry.ts';
import { brandOf } from '../identifiers/cards.ts';
import { digitsOf, grouped, inParts } from './masks.ts';

/* Separate from the other masks, because sign-up loads those and needs no card. */

/**
 * Groups a Visa number in fours joined by '-'; other brands stay bare digits
 * (docs/product/countries.md#fields).
 */
export function maskCardNumber(typed: string): string {
  const digits = digitsOf(typed);
  // Numbers longer than 16 digits are not grouped.
  const inGroups = brandOf(digits) === 'visa' && digits.length <= 16;
  return inGroups ? grouped(digits, [4, 4, 4, 4], '-') : digits;
}

/** MM/YY. */
export function maskExpiry(typed: string): string {
  return inParts(typed, [2, 2], '/');
}

export function writtenExpiry(typed: string): string {
  const expiry = readExpiry(typed);
  return expiry === undefined ? maskExpiry(typed) : `${expiry.month}/${expiry.year}`;
}

export function maskSecurityCode(typed: string): string {
  return digitsOf(typed);
}
