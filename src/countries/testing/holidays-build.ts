import { writeFileSync } from 'node:fs';
import Holidays, { type HolidaysTypes } from 'date-holidays';
import { COUNTRIES, type CountryCode } from '../countries.ts';

/** A non-business day: `YYYY-MM-DD` and its name. */
type Row = readonly [date: string, name: string];

export const FIRST_YEAR = 2020;
export const LAST_YEAR = 2036;

interface BankCalendar {
  readonly closes: (holiday: HolidaysTypes.Holiday) => boolean;
  /** Days of every year that the library does not list. */
  readonly more: readonly (readonly [monthAndDay: string, name: string])[];
}

const OPEN_IN_URUGUAY = new Set(['Pascua', 'Nochebuena', 'Fin del Año']);

const BANK_CALENDARS: Readonly<Record<CountryCode, BankCalendar>> = {
  AR: {
    // Bridge days for tourism are 'optional'.
    closes: ({ type }) => type === 'public' || type === 'bank' || type === 'optional',
    more: [['11-06', 'Día del Bancario']],
  },
  UY: {
    // Banks also close on days the library calls mere observances. Carnival, Tourism week and the historical dates
    // count; Easter Sunday and the half days of December do not.
    closes: ({ name }) => !OPEN_IN_URUGUAY.has(name),
    more: [],
  },
};

/** The non-business days of a country by the bank calendar, one row per date, in order. */
export function buildHolidays(code: CountryCode): readonly Row[] {
  const calendar = new Holidays(code, { languages: ['es'] });
  const days = new Map<string, string>();
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1) {
    const rows = calendar.getHolidays(year).filter((holiday) => closesBanks(code, holiday));
    for (const holiday of rows) {
      for (const date of datesOf(holiday)) if (!days.has(date)) days.set(date, holiday.name);
    }
    for (const [monthAndDay, name] of BANK_CALENDARS[code].more) days.set(`${year}-${monthAndDay}`, name);
  }
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function closesBanks(code: CountryCode, holiday: HolidaysTypes.Holiday): boolean {
  // Afternoons off ('2026-12-24 12:00:00') leave a business day until 16:00 in doubt, not closed.
  return holiday.date.endsWith('00:00:00') && BANK_CALENDARS[code].closes(holiday);
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
  for (const code of COUNTRIES) {
    writeFileSync(
      new URL(`../${code.toLowerCase()}/data/holidays.json`, import.meta.url),
      holidaysFile(code),
    );
  }
}
