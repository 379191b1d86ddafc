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

/** Why these changes cannot be made, in a sentence that names the row; undefined when they can. */
export function wrongHolidays(
  changes: readonly HolidayChange[],
  { today, holidays }: Known,
): string | undefined {
  const days = new Set<string>();
  for (const [index, { day: typed, isClosed, name }] of changes.entries()) {
    const row = `Fila ${index + 1}`;
    const day = parseIsoDate(typed);
    if (!day) return `${row}: “${typed}” no es una fecha.`;
    const shown = formatDate(day);
    // Who is confirming now was shown the arrival by the calendar of today.
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
