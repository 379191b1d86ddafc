import { writeFileSync } from 'node:fs';
import Holidays, { type HolidaysTypes } from 'date-holidays';
import type { CountryCode } from '../country-pack.ts';

/** A non-business day: `YYYY-MM-DD` and its name. */
type Row = readonly [date: string, name: string];

export const FIRST_YEAR = 2020;
export const LAST_YEAR = 2036;

/**
 * Uruguay's banks also close on days the library calls mere observances. Carnival, Tourism week and
 * the historical dates count; Easter Sunday and the half days of December do not.
 */
const NOT_CLOSED = new Set(['Pascua', 'Nochebuena', 'Fin del Año']);

/** The non-business days of a country by the bank calendar, one row per date, in order. */
export function buildHolidays(code: CountryCode): readonly Row[] {
  const calendar = new Holidays(code, { languages: ['es'] });
  const days = new Map<string, string>();
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1) {
    const rows = calendar.getHolidays(year).filter((holiday) => closesBanks(code, holiday));
    for (const holiday of rows) {
      for (const date of datesOf(holiday)) if (!days.has(date)) days.set(date, holiday.name);
    }
    // Argentine banks close on the bank workers' day; the library does not list it.
    if (code === 'AR') days.set(`${year}-11-06`, 'Día del Bancario');
  }
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function closesBanks(code: CountryCode, { type, date, name }: HolidaysTypes.Holiday): boolean {
  // Afternoons off ('2026-12-24 12:00:00') leave a business day until 16:00 in doubt, not closed.
  if (!date.endsWith('00:00:00')) return false;
  if (code === 'UY') return !NOT_CLOSED.has(name);
  // Argentine bridge days for tourism are 'optional'.
  return type === 'public' || type === 'bank' || type === 'optional';
}

/** Tourism week is one entry that begins on its Monday; banks are taken to be closed to its Friday. */
function datesOf({ date, name }: HolidaysTypes.Holiday): readonly string[] {
  const first = date.slice(0, 10);
  if (name !== 'Semana de Turismo') return [first];
  return Array.from({ length: 5 }, (_, index) => {
    const day = new Date(`${first}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() + index);
    return day.toISOString().slice(0, 10);
  });
}

/** The committed table, one row per line. */
export function holidaysFile(code: CountryCode): string {
  const rows = buildHolidays(code).map((row) => JSON.stringify(row));
  return `{"columns":["date","name"],"rows":[\n${rows.join(',\n')}\n]}\n`;
}

if (import.meta.main) {
  for (const code of ['AR', 'UY'] as const) {
    writeFileSync(
      new URL(`../${code.toLowerCase()}/data/holidays.json`, import.meta.url),
      holidaysFile(code),
    );
  }
}
