import { addBusinessDays, addDays, daysBetween, type CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../country-pack.ts';
import { LAWS } from './laws.ts';
import type { RequestKind } from './country-law.ts';

/** Deadline for answering a request. */
export function requestDue(
  code: CountryCode,
  kind: RequestKind,
  askedOn: CalendarDate,
  holidays: ReadonlySet<string>,
): CalendarDate {
  const { days, unit } = LAWS[code].requestTerms[kind];
  return unit === 'calendar' ? addDays(askedOn, days) : addBusinessDays(askedOn, days, holidays);
}

export type RequestClock = 'green' | 'amber' | 'red';

/** Days before the deadline at which a request becomes urgent. */
const amberDays = 3;

/** State of a deadline: red on its last day and afterwards. */
export function requestClock(due: CalendarDate, today: CalendarDate): { left: number; clock: RequestClock } {
  const left = daysBetween(today, due);
  return { left, clock: left <= 0 ? 'red' : left <= amberDays ? 'amber' : 'green' };
}
