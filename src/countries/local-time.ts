import { type CalendarDate, calendarDate } from '../domain/calendar-date.ts';
import type { CountryCode } from './country-pack.ts';
import { packOf } from './index.ts';

const HOUR_MS = 3_600_000;
/** Both countries keep UTC-3 all year; used where the runtime brings no time zone data. */
const FALLBACK_OFFSET_HOURS = -3;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The calendar date of an instant in the country. */
export function localDate(instant: Date, code: CountryCode): CalendarDate {
  return calendarDate(localText(instant, code).slice(0, 10));
}

/** The hour of the day of an instant in the country, 0 to 23. */
export function localHour(instant: Date, code: CountryCode): number {
  return Number(localText(instant, code).slice(11, 13));
}

/** The quarter of an hour asked for last in each zone; no zone's clock changes within one. */
const last = new Map<string, { readonly quarter: number; readonly text: string }>();
const QUARTER_MS = HOUR_MS / 4;

/** `YYYY-MM-DD HH` in the country. */
function localText(instant: Date, code: CountryCode): string {
  const { timeZone } = packOf(code);
  const quarter = Math.floor(instant.getTime() / QUARTER_MS);
  const known = last.get(timeZone);
  if (known?.quarter === quarter) return known.text;
  const text = formatted(instant, timeZone);
  last.set(timeZone, { quarter, text });
  return text;
}

function formatted(instant: Date, timeZone: string): string {
  try {
    const formatter = formatters.get(timeZone) ?? formatterOf(timeZone);
    formatters.set(timeZone, formatter);
    const parts = new Map(formatter.formatToParts(instant).map(({ type, value }) => [type, value]));
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')} ${parts.get('hour')}`;
  } catch (error) {
    // An unknown zone is the runtime's lack; an invalid instant is the caller's fault and goes on.
    if (Number.isNaN(instant.getTime())) throw error;
    return new Date(instant.getTime() + FALLBACK_OFFSET_HOURS * HOUR_MS).toISOString();
  }
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
}
