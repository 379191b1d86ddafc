import { addBusinessDays, addDays, type CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../country-pack.ts';
import { LAWS } from './laws.ts';

/**
 * The last day on which an instalment can be paid without surcharge: its due date or, where banks are closed on it,
 * the next business day (docs/product/loan-and-money.md#instalment-states). Where the table of holidays ends, weekends
 * still count.
 */
export function payableUntil(
  code: CountryCode,
  dueDate: CalendarDate,
  holidays: ReadonlySet<string>,
): CalendarDate {
  return dueDate < LAWS[code].payableLaterFrom ? dueDate : addBusinessDays(dueDate, 0, holidays);
}

/** A due date on which banks are closed, and the last day on which it can be paid without surcharge. */
export interface LaterDay {
  readonly dueDate: CalendarDate;
  readonly payableUntil: CalendarDate;
}

/** Due dates of a range that may be paid later without surcharge. */
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
