import { addDays, type CalendarDate, calendarDate } from '../domain/calendar-date.ts';
import type { CountryCode } from './countries.ts';
import { packOf } from './index.ts';

const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function localDate(instant: Date, code: CountryCode): CalendarDate {
  return localClock(instant, code).date;
}

/** Local hour, 0 to 23. */
export function localHour(instant: Date, code: CountryCode): number {
  return localClock(instant, code).hour;
}

/** First instant at which the country's clocks show an hour of a day; hour 0 is the start of the day. */
export function localInstant(date: CalendarDate, hour: number, code: CountryCode): Date {
  return zonedInstant(packOf(code).timeZone, date, hour);
}

/** Instant at which a day ends in the country. */
export function endOfDay(date: CalendarDate, code: CountryCode): Date {
  return localInstant(addDays(date, 1), 0, code);
}

interface LocalClock {
  readonly date: CalendarDate;
  /** 0 to 23. */
  readonly hour: number;
}

/** Cache of the last quarter of an hour requested per zone; no zone's clock changes within one. */
const last = new Map<string, LocalClock & { readonly quarter: number }>();

function localClock(instant: Date, code: CountryCode): LocalClock {
  const { timeZone } = packOf(code);
  const quarter = Math.floor(instant.getTime() / QUARTER_MS);
  const known = last.get(timeZone);
  if (known?.quarter === quarter) return known;
  const text = zonedText(instant, timeZone);
  const clock = { quarter, date: calendarDate(text.slice(0, 10)), hour: Number(text.slice(11, 13)) };
  last.set(timeZone, clock);
  return clock;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** `YYYY-MM-DD HH:MM` of an instant in a zone. @throws RangeError for an invalid date */
export function zonedText(instant: Date, timeZone: string): string {
  if (Number.isNaN(instant.getTime())) throw new RangeError('not an instant');
  const parts = new Map(
    formatterOf(timeZone)
      ?.formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return parts.size === 0
    ? deviceText(instant)
    : `${parts.get('year')}-${parts.get('month')}-${parts.get('day')} ${parts.get('hour')}:${parts.get('minute')}`;
}

/** First instant at which a zone's clocks show an hour of a day or, if they skip it, a later one. */
export function zonedInstant(timeZone: string, date: CalendarDate, hour: number): Date {
  const wanted = `${date} ${two(hour)}:00`;
  const utc = Date.parse(`${wanted.replace(' ', 'T')}Z`);
  // Clocks change at most once in two days, so one of the two UTC offsets applies to the hour.
  const candidates = [utc - DAY_MS, utc + DAY_MS].map((near) => utc - offsetMs(new Date(near), timeZone));
  const reached = candidates.filter((instant) => zonedText(new Date(instant), timeZone) >= wanted);
  return new Date(Math.min(...reached));
}

function offsetMs(instant: Date, timeZone: string): number {
  return Date.parse(`${zonedText(instant, timeZone).replace(' ', 'T')}Z`) - instant.getTime();
}

function formatterOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const known = formatters.get(timeZone);
  if (known) return known;
  try {
    const formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formatters.set(timeZone, formatter);
    return formatter;
  } catch {
    return undefined;
  }
}

const two = (value: number) => String(value).padStart(2, '0');

/** Fallback if the runtime does not know the zone: the device's clock. */
function deviceText(instant: Date): string {
  const date = `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
  return `${date} ${two(instant.getHours())}:${two(instant.getMinutes())}`;
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
