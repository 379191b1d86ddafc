import argentine from './ar/data/holidays.json' with { type: 'json' };
import type { CountryCode } from './country-pack.ts';
import uruguayan from './uy/data/holidays.json' with { type: 'json' };

/** Day and reason of each holiday. */
export const HOLIDAY_ROWS: Readonly<Record<CountryCode, readonly (readonly string[])[]>> = {
  AR: argentine.rows,
  UY: uruguayan.rows,
};

const days = new WeakMap<readonly (readonly string[])[], ReadonlySet<string>>();

/**
 * Bank holidays of the country, weekends excluded, `YYYY-MM-DD`, 2020 to 2036. Beyond 2036 only weekends are
 * known: extend the table before then (see `testing/holidays-build.ts`).
 */
export function holidaysOf(code: CountryCode): ReadonlySet<string> {
  const rows = HOLIDAY_ROWS[code];
  let known = days.get(rows);
  if (!known) {
    known = new Set(rows.flatMap(([date = '']) => date));
    days.set(rows, known);
  }
  return known;
}

/** Encodes changes to a holiday table from a day on as text: `+2026-12-24,-2026-12-08`. */
export function holidayDifference(
  table: ReadonlySet<string>,
  known: ReadonlySet<string>,
  from: string,
): string {
  const added = [...known].filter((day) => !table.has(day)).map((day) => `+${day}`);
  const removed = [...table].filter((day) => !known.has(day)).map((day) => `-${day}`);
  return [...added, ...removed].filter((change) => change.slice(1) >= from).join();
}

/** Applies a {@link holidayDifference} to a table. */
export function withDifference(table: ReadonlySet<string>, difference = ''): ReadonlySet<string> {
  if (difference === '') return table;
  const changed = new Set(table);
  for (const change of difference.split(',')) {
    if (change.startsWith('+')) changed.add(change.slice(1));
    else changed.delete(change.slice(1));
  }
  return changed;
}

export function holidaysOfYear(code: CountryCode, year: number): readonly { date: string; name: string }[] {
  return HOLIDAY_ROWS[code]
    .filter(([date = '']) => date.startsWith(`${year}-`))
    .map(([date = '', name = '']) => ({ date, name }));
}

/** Last year in the table. */
export function lastHolidayYear(code: CountryCode): number {
  return Math.max(...HOLIDAY_ROWS[code].map(([date = '']) => Number(date.slice(0, 4))));
}
