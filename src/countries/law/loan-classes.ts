import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../country-pack.ts';
import type { LoanClassTerms } from './country-law.ts';
import { LAWS } from './laws.ts';

/** Class figures in force on a day; before the first ones, those. */
export function loanClassesOf(code: CountryCode, day: CalendarDate): LoanClassTerms {
  const all = LAWS[code].loanClasses;
  return all.findLast(({ from }) => from <= day) ?? all[0];
}
