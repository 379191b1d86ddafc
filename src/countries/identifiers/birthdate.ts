import {
  ageOn,
  type CalendarDate,
  parseIsoDate,
  parseShownDate,
  parseTypedDate,
} from '../../domain/calendar-date.ts';
import { accepted, refused, type Parsed } from './checked.ts';

const BIRTHDATE_INVALID = 'La fecha de nacimiento es inválida.';
/** Message of the sign-up form. */
export const BIRTHDATE_INVALID_AT_SIGNUP = 'Ingrese una fecha de nacimiento válida';

/** Accepted ages in completed years, both inclusive (docs/product/signup-and-login.md#age). */
export const SUITABLE_AGES = { min: 18, max: 75 } as const;

const FIRST_DAY = '1900-01-01';

const DAY_FIRST = /^(\d{1,2})\s*[-/.\s]\s*(\d{1,2})\s*[-/.\s]\s*(\d{4})$/;
const YEAR_FIRST = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/;
/** Eight digits as the field groups them, day first or year first. */
const GROUPED = /^\d{2}-\d{2}-\d{4}$/;

/**
 * Parses D/M/YYYY with any separator, DDMMYYYY, or YYYY-MM-DD as sent on the wire. No eight digits are both a
 * day-first and a year-first date of 1900 to 2099.
 */
export function readBirthdate(input: string): CalendarDate | undefined {
  const text = input.trim();
  const [, day = '', month = '', year = ''] = DAY_FIRST.exec(text) ?? [];
  const digits = GROUPED.test(text) ? text.replaceAll('-', '') : text;
  const [, isoYear, isoMonth, isoDay] = YEAR_FIRST.exec(digits) ?? [];
  const readings = [
    parseShownDate(`${day.padStart(2, '0')}-${month.padStart(2, '0')}-${year}`),
    parseTypedDate(digits),
    parseIsoDate(`${isoYear}-${isoMonth}-${isoDay}`),
  ];
  return readings.find((date) => date !== undefined && date >= FIRST_DAY);
}

/** Parses a date from 1900 up to `today`, the local date. */
export function parseBirthdate(input: string, today: CalendarDate): Parsed<CalendarDate> {
  const date = readBirthdate(input);
  return date !== undefined && date <= today ? accepted(date) : refused(BIRTHDATE_INVALID);
}

export function hasSuitableAge(birthdate: CalendarDate, today: CalendarDate): boolean {
  const age = ageOn(birthdate, today);
  return age >= SUITABLE_AGES.min && age <= SUITABLE_AGES.max;
}
