import type { CountryCode } from '../../../countries/countries.ts';
import { holidaysOf } from '../../../countries/holidays.ts';
import { payableUntil } from '../../../countries/law/payable-until.ts';
import { addDays, addMonthsAnchored, dayOfMonth, type CalendarDate } from '../../../domain/calendar-date.ts';

/**
 * Confirmation day of a loan whose `number`-th instalment has been late since `daysAgo` days before a day: one or more
 * months earlier, on a day of the month that the due date preserves. If banks were closed, it is late since the
 * business day before.
 */
export function confirmedFor(
  country: CountryCode,
  today: CalendarDate,
  daysAgo: number,
): { readonly date: CalendarDate; readonly number: number } {
  const since = addDays(today, -daysAgo);
  let due = since;
  while (payableUntil(country, due, holidaysOf(country)) > since) due = addDays(due, -1);
  const anchor = dayOfMonth(due);
  // Two months before there may be no such day (a 31st); then one, three or four months before there is.
  for (const number of [2, 1, 3, 4]) {
    const date = addMonthsAnchored(due, -number, anchor);
    if (dayOfMonth(date) === anchor) return { date, number };
  }
  throw new Error(`no month before ${due} has its day`);
}
