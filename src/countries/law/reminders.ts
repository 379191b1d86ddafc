import { daysBetween, weekday, type CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../country-pack.ts';
import { localDate, localHour } from '../local-time.ts';
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

/** True if an SMS may be sent now: not at night, on Sundays or on holidays. */
export function maySendSms(code: CountryCode, now: Date, holidays: ReadonlySet<string>): boolean {
  const { smsHours, smsNotOn } = LAWS[code].reminders;
  const hour = localHour(now, code);
  const today = localDate(now, code);
  if (hour < smsHours.from || hour >= smsHours.to) return false;
  return !smsNotOn.includes(weekday(today)) && !holidays.has(today);
}
