import { daysBetween, type CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../country-pack.ts';
import { LAWS } from './laws.ts';
import type { ReminderStage } from './country-law.ts';

/** Latest reminder stage reached by an unpaid instalment; undefined before the first. */
export function reminderStage(
  code: CountryCode,
  payableUntil: CalendarDate,
  today: CalendarDate,
): ReminderStage | undefined {
  const days = daysBetween(payableUntil, today);
  return LAWS[code].reminders.stages.findLast(({ day }) => day <= days);
}
