import type { CalendarDate } from '../../domain/calendar-date.ts';
import { accepted, refused, REQUIRED, type CheckedText, type Parsed } from './checked.ts';

/** The month a card ends, as `MMYY`. */
export type CardExpiry = CheckedText<'CardExpiry'>;

const EXPIRY_INVALID = 'La fecha de vencimiento es inválida (ej. 12/25).';
const EXPIRY_PAST = 'El campo vencimiento es menor a la fecha actual.';

/**
 * MMYY, also MM-YY and MM/YY (docs/product/countries.md#fields). It must be after the current month, so a
 * card that ends this month is refused.
 * @param today the local date
 */
export function parseExpiry(input: string, today: CalendarDate): Parsed<CardExpiry> {
  if (input === '') return refused(REQUIRED);
  const match = /^(0[1-9]|1[0-2])[-/]?(\d{2})$/.exec(input);
  if (!match) return refused(EXPIRY_INVALID);
  const [, month, year] = match;
  return `20${year}-${month}` > today.slice(0, 7)
    ? accepted(`${month}${year}` as CardExpiry)
    : refused(EXPIRY_PAST);
}
