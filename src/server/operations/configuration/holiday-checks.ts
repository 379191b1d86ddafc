import { accepted, refused, type Parsed } from '../../../countries/identifiers/checked.ts';
import {
  addDays,
  formatDate,
  parseIsoDate,
  weekday,
  type CalendarDate,
} from '../../../domain/calendar-date.ts';
import type { HolidayChange } from '../../content/service.ts';

/** Days ahead: a year too many would stay unseen until it comes. */
const longestAhead = 2 * 366;
const leastName = 2;

interface Known {
  readonly today: CalendarDate;
  readonly holidays: ReadonlySet<string>;
}

/** The changes as they were typed, each with a day of the calendar. */
export function parseHolidays(
  rows: readonly { readonly date: string; readonly closed: boolean; readonly name: string }[],
): Parsed<readonly HolidayChange[]> {
  const changes: HolidayChange[] = [];
  for (const [index, { date, closed: isClosed, name }] of rows.entries()) {
    const day = parseIsoDate(date);
    if (!day) return refused(`Fila ${index + 1}: “${date}” no es una fecha.`);
    changes.push({ day, isClosed, name: name.trim() });
  }
  return accepted(changes);
}

/** Reason against these changes, in a Spanish sentence that names the row; undefined if they are allowed. */
export function wrongHolidays(
  changes: readonly HolidayChange[],
  { today, holidays }: Known,
): string | undefined {
  const days = new Set<string>();
  for (const [index, { day, isClosed, name }] of changes.entries()) {
    const row = `Fila ${index + 1}`;
    const shown = formatDate(day);
    // Borrowers confirming at this moment saw an arrival date based on today's calendar.
    if (day <= today) return `${row}: ${shown} ya empezó. Los feriados se cambian desde mañana.`;
    if (day > addDays(today, longestAhead)) return `${row}: ${shown} queda a más de dos años. Revisá el año.`;
    if (days.has(day)) return `${row}: el ${shown} está dos veces.`;
    days.add(day);
    if (weekday(day) > 5) return `${row}: el ${shown} es fin de semana, los bancos ya están cerrados.`;
    if (isClosed && holidays.has(day)) return `${row}: el ${shown} ya es feriado.`;
    if (!isClosed && !holidays.has(day)) return `${row}: el ${shown} no es feriado.`;
    if (isClosed && name.length < leastName) return `${row}: falta el nombre del feriado.`;
  }
  return undefined;
}
