import { parseShownDate } from '../../domain/calendar-date.ts';

interface TypedValue {
  readonly first_day: string;
  readonly value: string;
}

/**
 * Lines such as `01-12-2026;6,5123` or `2026-12-01 6.5123`, as a spreadsheet or the institute's page gives them. What
 * cannot be read stays as it was typed: the server says which row is wrong.
 */
export function parseLines(text: string, toDecimal: (typed: string) => string): TypedValue[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [day = '', ...rest] = line.trim().split(/[;\t ]+/);
    if (day === '') return [];
    return [{ first_day: isoOf(day), value: toDecimal(rest.join('').replace('%', '')) }];
  });
}

interface TypedHoliday {
  readonly date: string;
  readonly closed: true;
  readonly name: string;
}

/** Lines such as `24-12-2026 Asueto bancario`. */
export function parseHolidays(text: string): TypedHoliday[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [day = '', ...words] = line.trim().split(/[;\t ]+/);
    if (day === '') return [];
    return [{ date: isoOf(day), closed: true, name: words.join(' ').slice(0, 80) }];
  });
}

function isoOf(day: string): string {
  return parseShownDate(day.replaceAll('/', '-')) ?? day.slice(0, 20);
}

/** A comma before the decimals, as people write it, or a point. */
export const plainDecimal = (typed: string): string => typed.replace(',', '.').slice(0, 24);
