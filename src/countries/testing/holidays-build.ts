import { writeFileSync } from 'node:fs';
import Holidays, { type HolidaysTypes } from 'date-holidays';
import { COUNTRIES, type CountryCode } from '../countries.ts';
import { testCountry, type TestCountry } from './test-country.ts';

/** A non-business day: `YYYY-MM-DD` and its name. */
type Row = readonly [date: string, name: string];

type BankCalendar = TestCountry['bankCalendar'];

export const FIRST_YEAR = 2020;
export const LAST_YEAR = 2036;

/** The non-business days of a country by the bank calendar, one row per date, in order. */
export function buildHolidays(code: CountryCode): readonly Row[] {
  const calendar = testCountry(code).bankCalendar;
  const library = new Holidays(code, { languages: ['es'] });
  const days = new Map<string, string>();
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1) {
    const rows = library.getHolidays(year).filter((holiday) => closesBanks(calendar, holiday));
    for (const holiday of rows) {
      for (const date of datesOf(calendar, holiday)) if (!days.has(date)) days.set(date, holiday.name);
    }
    for (const [monthAndDay, name] of calendar.more) days.set(`${year}-${monthAndDay}`, name);
  }
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function closesBanks({ closes }: BankCalendar, holiday: HolidaysTypes.Holiday): boolean {
  // Afternoons off ('2026-12-24 12:00:00') leave a business day until 16:00 in doubt, not closed.
  return holiday.date.endsWith('00:00:00') && closes(holiday);
}

/** A week is one entry that begins on its Monday; banks are taken to be closed to its Friday. */
function datesOf({ weeks }: BankCalendar, { date, name }: HolidaysTypes.Holiday): readonly string[] {
  const first = date.slice(0, 10);
  if (!weeks.includes(name)) return [first];
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
