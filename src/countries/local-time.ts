import { addDays, type CalendarDate, calendarDate } from '../domain/calendar-date.ts';
import type { CountryCode } from './countries.ts';
import { packOf } from './index.ts';
import { zonedInstant, zonedText } from './time-zone.ts';

const QUARTER_MS = 900_000;

export function localDate(instant: Date, code: CountryCode): CalendarDate {
  return calendarDate(localText(instant, code).slice(0, 10));
}

/** Local hour, 0 to 23. */
export function localHour(instant: Date, code: CountryCode): number {
  return Number(localText(instant, code).slice(11, 13));
}

/** First instant at which the country's clocks show an hour of a day; hour 0 is the start of the day. */
export function localInstant(date: CalendarDate, hour: number, code: CountryCode): Date {
  return zonedInstant(packOf(code).timeZone, date, hour);
}

/** Instant at which a day ends in the country. */
export function endOfDay(date: CalendarDate, code: CountryCode): Date {
  return localInstant(addDays(date, 1), 0, code);
}

/** Cache of the last quarter of an hour requested per zone; no zone's clock changes within one. */
const last = new Map<string, { readonly quarter: number; readonly text: string }>();

/**
 * `YYYY-MM-DD HH:MM` in the country; the minutes may be those of another instant in the same quarter of an
 * hour.
 */
function localText(instant: Date, code: CountryCode): string {
  const { timeZone } = packOf(code);
  const quarter = Math.floor(instant.getTime() / QUARTER_MS);
  const known = last.get(timeZone);
  if (known?.quarter === quarter) return known.text;
  const text = zonedText(instant, timeZone);
  last.set(timeZone, { quarter, text });
  return text;
}

/** 'DD-MM-YYYY HH:MM:SS' in a time zone. */
export function writtenTime(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return format.format(at).replace(', ', ' ').replaceAll('/', '-');
}
