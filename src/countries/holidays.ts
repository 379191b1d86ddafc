import argentine from './ar/data/holidays.json' with { type: 'json' };
import type { CountryCode } from './country-pack.ts';
import uruguayan from './uy/data/holidays.json' with { type: 'json' };

export const HOLIDAYS: Readonly<Record<CountryCode, ReadonlySet<string>>> = {
  AR: dates(argentine),
  UY: dates(uruguayan),
};

/**
 * Days on which the country's banks are closed beside weekends, `YYYY-MM-DD`, 2020 to 2036.
 * Beyond, only weekends are known: extend the table before (see `testing/holidays-build.ts`).
 */
export function holidaysOf(code: CountryCode): ReadonlySet<string> {
  return HOLIDAYS[code];
}

const ROWS: Readonly<Record<CountryCode, readonly (readonly string[])[]>> = {
  AR: argentine.rows,
  UY: uruguayan.rows,
};

/** Changes to a holiday table from a day on, as one text: `+2026-12-24,-2026-12-08`. */
export function holidayDifference(
  table: ReadonlySet<string>,
  known: ReadonlySet<string>,
  from: string,
): string {
  const added = [...known].filter((day) => !table.has(day)).map((day) => `+${day}`);
  const removed = [...table].filter((day) => !known.has(day)).map((day) => `-${day}`);
  return [...added, ...removed].filter((change) => change.slice(1) >= from).join();
}

/** A table with what {@link holidayDifference} tells of it. */
export function withDifference(table: ReadonlySet<string>, difference = ''): ReadonlySet<string> {
  if (difference === '') return table;
  const days = new Set(table);
  for (const change of difference.split(',')) {
    if (change.startsWith('+')) days.add(change.slice(1));
    else days.delete(change.slice(1));
  }
  return days;
}

/** The days of a year with what they are for, in order. */
export function holidaysOfYear(code: CountryCode, year: number): readonly { date: string; name: string }[] {
  return ROWS[code]
    .filter(([date = '']) => date.startsWith(`${year}-`))
    .map(([date = '', name = '']) => ({ date, name }));
}

/** The last year that the table knows. */
export function lastHolidayYear(code: CountryCode): number {
  return Math.max(...ROWS[code].map(([date = '']) => Number(date.slice(0, 4))));
}

function dates(table: { rows: readonly (readonly string[])[] }): ReadonlySet<string> {
  return new Set(table.rows.flatMap(([date = '']) => date));
}
