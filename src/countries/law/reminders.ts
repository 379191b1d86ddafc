import { daysBetween, weekday, type CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../country-pack.ts';
import { localDate, localHour } from '../local-time.ts';

/** Days from the last day without surcharge on which a reminder is due; negative before it. */
interface ReminderStage {
  readonly kind: string;
  readonly day: number;
}

interface ReminderPlan {
  /** Ascending by day. */
  readonly stages: readonly ReminderStage[];
  /** An SMS is sent from this local hour on, and before the other. */
  readonly smsHours: { readonly from: number; readonly to: number };
  /** Weekdays without SMS, 1 Monday to 7 Sunday; the banks' holidays have none either. */
  readonly smsNotOn: readonly number[];
}

const stages: readonly ReminderStage[] = [
  { kind: 'before-3', day: -3 },
  { kind: 'due', day: 0 },
  { kind: 'late-1', day: 1 },
  { kind: 'late-5', day: 5 },
  { kind: 'late-10', day: 10 },
  { kind: 'late-20', day: 20 },
];

/** When borrowers are reminded, by country (docs/decisions/0030-reminders.md). */
export const REMINDERS: Readonly<Record<CountryCode, ReminderPlan>> = {
  AR: { stages, smsHours: { from: 9, to: 20 }, smsNotOn: [7] },
  UY: { stages, smsHours: { from: 9, to: 20 }, smsNotOn: [7] },
};

/** Reminder stage of an unpaid instalment: the latest one due; undefined before the first. */
export function reminderStage(
  code: CountryCode,
  payableUntil: CalendarDate,
  today: CalendarDate,
): ReminderStage | undefined {
  const days = daysBetween(payableUntil, today);
  return REMINDERS[code].stages.findLast(({ day }) => day <= days);
}

/** True if an SMS may be sent now: not at night, on Sundays or on holidays. */
export function maySendSms(code: CountryCode, now: Date, holidays: ReadonlySet<string>): boolean {
  const { smsHours, smsNotOn } = REMINDERS[code];
  const hour = localHour(now, code);
  const today = localDate(now, code);
  if (hour < smsHours.from || hour >= smsHours.to) return false;
  return !smsNotOn.includes(weekday(today)) && !holidays.has(today);
}
