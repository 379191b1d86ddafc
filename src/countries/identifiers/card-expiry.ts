import type { CalendarDate } from '../../domain/calendar-date.ts';
import { accepted, refused, REQUIRED, type CheckedText, type Parsed } from './checked.ts';
import { ungrouped } from './digits.ts';

/** Expiry month of a card, as `MMYY`. */
export type CardExpiry = CheckedText<'CardExpiry'>;

const EXPIRY_INVALID = 'La fecha de vencimiento es inválida (ej. 12/25).';
const EXPIRY_PAST = 'El campo vencimiento es menor a la fecha actual.';

const MONTH_FIRST = /^(?:(0[1-9]|1[0-2])[-/.\s]*|([1-9])\s*[-/.]\s*)(?:20)?(\d{2})$/;
const YEAR_FIRST = /^20(\d{2})(0[1-9]|1[0-2])$/;

/** Month and year in two digits each; undefined for anything but a month of this century. */
export function readExpiry(input: string): { readonly month: string; readonly year: string } | undefined {
  const [, month, short, year] = MONTH_FIRST.exec(input.trim()) ?? [];
  if (year !== undefined) return { month: month ?? `0${short}`, year };
  const [, isoYear, isoMonth] = YEAR_FIRST.exec(ungrouped(input)) ?? [];
  return isoYear === undefined || isoMonth === undefined ? undefined : { month: isoMonth, year: isoYear };
}

/**
 * Parses MMYY, MM/YY, MM/YYYY and a browser's autofill, YYYY-MM (docs/product/countries.md#fields). A card
 * that expires this month is refused: it must be valid after the current month. @param today the local date
 */
export function parseExpiry(input: string, today: CalendarDate): Parsed<CardExpiry> {
  if (input.trim() === '') return refused(REQUIRED);
  const expiry = readExpiry(input);
  if (!expiry) return refused(EXPIRY_INVALID);
  const { month, year } = expiry;
  return `20${year}-${month}` > today.slice(0, 7)
    ? accepted(`${month}${year}` as CardExpiry)
    : refused(EXPIRY_PAST);
}
