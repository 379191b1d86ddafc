import {
  ageOn,
  type CalendarDate,
  parseIsoDate,
  parseShownDate,
  parseTypedDate,
} from '../../domain/calendar-date.ts';
import { accepted, refused, type Parsed } from './checked.ts';

const BIRTHDATE_INVALID = 'La fecha de nacimiento es inválida.';
/** The same on the sign-up form. */
export const BIRTHDATE_INVALID_AT_SIGNUP = 'Ingrese una fecha de nacimiento válida';

/**
 * Ages between which a lead may be suitable, in completed years, both included
 * (docs/product/signup-and-login.md#age).
 */
export const SUITABLE_AGES = { min: 18, max: 75 } as const;

const FIRST_DAY = '1900-01-01';

/**
 * DDMMYYYY or DD-MM-YYYY as people type it, or YYYY-MM-DD as it travels: a day of the
 * calendar from 1900 up to `today`, the local date.
 */
export function parseBirthdate(input: string, today: CalendarDate): Parsed<CalendarDate> {
  const date = parseTypedDate(input) ?? parseShownDate(input) ?? parseIsoDate(input);
  return date !== undefined && date >= FIRST_DAY && date <= today
    ? accepted(date)
    : refused(BIRTHDATE_INVALID);
}

export function hasSuitableAge(birthdate: CalendarDate, today: CalendarDate): boolean {
  const age = ageOn(birthdate, today);
  return age >= SUITABLE_AGES.min && age <= SUITABLE_AGES.max;
}
