import { addBusinessDays, type CalendarDate, formatDate, isBusinessDay } from '../domain/calendar-date.ts';
import type { CountryPack } from './country-pack.ts';
import { localDate, localHour } from './local-time.ts';

/**
 * The day on which a loan confirmed now is credited: a business day before 16:00 local time is the
 * same day, anything else the next business day (A §9).
 * @param holidays of the country, from `holidays.ts`; passed in so that pages can load them late
 */
export function grantDate(now: Date, pack: CountryPack, holidays: ReadonlySet<string>): CalendarDate {
  const today = localDate(now, pack.code);
  const sameDay =
    isBusinessDay(today, holidays) && localHour(now, pack.code) < pack.grantPeriod.sameDayUntilHour;
  return sameDay ? today : addBusinessDays(today, 1, holidays);
}

/** The sentence that says so, with the date where it is not today. */
export function grantPeriod(now: Date, pack: CountryPack, holidays: ReadonlySet<string>): string {
  const date = grantDate(now, pack, holidays);
  return date === localDate(now, pack.code)
    ? pack.grantPeriod.today
    : pack.grantPeriod.nextBusinessDay.replace('{date}', formatDate(date));
}
