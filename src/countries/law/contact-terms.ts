import { addDays, weekday, type CalendarDate } from '../../domain/calendar-date.ts';
import { isContactTime, type ContactChannel, type ContactTime } from '../../domain/contact-gate.ts';
import type { CountryCode } from '../country-pack.ts';
import { endOfDay, localDate, localHour, localInstant } from '../local-time.ts';
import type { ContactTerms } from './country-law.ts';
import { LAWS } from './laws.ts';

/** Terms in force on a day. */
export function contactTermsOf(code: CountryCode, day: CalendarDate): ContactTerms {
  const all = LAWS[code].contacts;
  return all.findLast(({ from }) => from <= day) ?? all[0];
}

/** @param holidays as known at the instant */
export function contactTime(code: CountryCode, now: Date, holidays: ReadonlySet<string>): ContactTime {
  const day = localDate(now, code);
  return { day, hour: localHour(now, code), isHoliday: holidays.has(day) };
}

/** True if the channel may be used now: SMS and calls within their hours, mail on their days. */
export function mayUseNow(
  code: CountryCode,
  channel: ContactChannel,
  now: Date,
  holidays: ReadonlySet<string>,
): boolean {
  const at = contactTime(code, now, holidays);
  return isContactTime(contactTermsOf(code, at.day).rules, channel, at);
}

/** Longest run of days without contact hours that is looked through. */
const MOST_DAYS = 14;

/** Next instant of a channel's hours, from an instant outside them; undefined if none is near. */
export function contactOpens(
  code: CountryCode,
  channel: ContactChannel,
  now: Date,
  holidays: ReadonlySet<string>,
): Date | undefined {
  const today = localDate(now, code);
  for (let days = 0; days <= MOST_DAYS; days += 1) {
    const day = addDays(today, days);
    const hours = contactTermsOf(code, day).rules.hours[weekday(day)];
    if (!hours || !isContactDay(code, day, holidays)) continue;
    const opens = localInstant(day, channel === 'mail' ? 0 : hours.from, code);
    if (opens > now) return opens;
  }
  return undefined;
}

/** End of the hours of a channel on the day of an instant; the end of the day for mail. */
export function contactEnds(code: CountryCode, channel: ContactChannel, now: Date): Date {
  const day = localDate(now, code);
  const hours = contactTermsOf(code, day).rules.hours[weekday(day)];
  return channel === 'mail' || !hours ? endOfDay(day, code) : localInstant(day, hours.to, code);
}

/** True if mail about a debt may be sent on a day. */
export function isContactDay(code: CountryCode, day: CalendarDate, holidays: ReadonlySet<string>): boolean {
  return isContactTime(contactTermsOf(code, day).rules, 'mail', {
    day,
    hour: 0,
    isHoliday: holidays.has(day),
  });
}
