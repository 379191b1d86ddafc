import { addBusinessDays, addDays, type CalendarDate, formatDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../country-pack.ts';
import { dueAndUntil } from '../payable-words.ts';
import { LAWS } from './laws.ts';

/**
 * Last day to pay an instalment without surcharge: its due date or, if banks are closed on it, the next
 * business day (docs/product/loan-and-money.md#instalment-states). Beyond the holiday table, weekends still
 * count.
 */
export function payableUntil(
  code: CountryCode,
  dueDate: CalendarDate,
  holidays: ReadonlySet<string>,
): CalendarDate {
  return dueDate < LAWS[code].payableLaterFrom ? dueDate : addBusinessDays(dueDate, 0, holidays);
}

/** '05-12-2026 (hasta el lunes 07-12-2026 sin recargo)'; only the date if it is the last day. */
export function dueWords(code: CountryCode, dueDate: CalendarDate, holidays: ReadonlySet<string>): string {
  return dueAndUntil({
    due: formatDate(dueDate),
    until: formatDate(payableUntil(code, dueDate, holidays)),
  });
}

/** Due date on which banks are closed, with the last day to pay it without surcharge. */
export interface LaterDay {
  readonly dueDate: CalendarDate;
  readonly payableUntil: CalendarDate;
}

/** Due dates in a range that may be paid later without surcharge. */
export function laterDays(
  code: CountryCode,
  [from, to]: readonly [CalendarDate, CalendarDate],
  holidays: ReadonlySet<string>,
): LaterDay[] {
  const days: LaterDay[] = [];
  for (let dueDate = from; dueDate <= to; dueDate = addDays(dueDate, 1)) {
    const until = payableUntil(code, dueDate, holidays);
    if (until > dueDate) days.push({ dueDate, payableUntil: until });
  }
  return days;
}
