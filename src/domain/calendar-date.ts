declare const calendarDateBrand: unique symbol;

/** A day without time or zone, `YYYY-MM-DD`; text order is date order. */
export type CalendarDate = string & { readonly [calendarDateBrand]: true };

type Parts = { readonly year: number; readonly month: number; readonly day: number };

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const SHOWN = /^(\d{2})-(\d{2})-(\d{4})$/;
const TYPED = /^(\d{2})(\d{2})(\d{4})$/;

/** Parses `YYYY-MM-DD`; undefined for a day that does not exist. */
export function parseIsoDate(text: string): CalendarDate | undefined {
  const match = ISO.exec(text);
  return match === null ? undefined : checked(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** Parses `DD-MM-YYYY`, the displayed form; undefined for a day that does not exist. */
export function parseShownDate(text: string): CalendarDate | undefined {
  return parseDayFirst(SHOWN, text);
}

/** Parses `DDMMYYYY`, the form a masked field holds; undefined for a day that does not exist. */
export function parseTypedDate(text: string): CalendarDate | undefined {
  return parseDayFirst(TYPED, text);
}

function parseDayFirst(form: RegExp, text: string): CalendarDate | undefined {
  const match = form.exec(text);
  return match === null ? undefined : checked(Number(match[3]), Number(match[2]), Number(match[1]));
}

/** Parses `YYYY-MM-DD` from trusted code or data. @throws RangeError when it is not a date. */
export function calendarDate(text: string): CalendarDate {
  const date = parseIsoDate(text);
  if (date === undefined) throw new RangeError(`not a date: ${text}`);
  return date;
}

function checked(year: number, month: number, day: number): CalendarDate | undefined {
  const exists = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return exists ? write(year, month, day) : undefined;
}

function write(year: number, month: number, day: number): CalendarDate {
  if (year < 1 || year > 9999) throw new RangeError(`the year ${year} cannot be written`);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as CalendarDate;
}

function pad(value: number, length: number): string {
  return value.toString().padStart(length, '0');
}

function parts(date: CalendarDate): Parts {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8)) };
}

/** Formats as `DD-MM-YYYY` (docs/product/loan-and-money.md#formats). */
export function formatDate(date: CalendarDate): string {
  return `${date.slice(8)}-${date.slice(5, 7)}-${date.slice(0, 4)}`;
}

export function dayOfMonth(date: CalendarDate): number {
  return parts(date).day;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days since 1970-01-01 in the Gregorian calendar, counted in years that begin in March. */
function dayNumber({ year, month, day }: Parts): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function fromDayNumber(days: number): CalendarDate {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return write(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day);
}

/** @throws RangeError when the result leaves the years 1 to 9999. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(parts(date)) + days);
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(parts(to)) - dayNumber(parts(from));
}

/**
 * Adds months and lands on `anchorDay`, or on the last day of a shorter month: anchored on 31, a 31 January
 * becomes 29 February and then 31 March.
 */
export function addMonthsAnchored(date: CalendarDate, months: number, anchorDay: number): CalendarDate {
  const { year, month } = parts(date);
  const count = year * 12 + (month - 1) + months;
  const targetYear = Math.floor(count / 12);
  const targetMonth = (count % 12) + 1;
  return write(targetYear, targetMonth, Math.min(anchorDay, daysInMonth(targetYear, targetMonth)));
}

/** ISO 8601 weekday: 1 Monday to 7 Sunday. */
export function weekday(date: CalendarDate): number {
  return ((((dayNumber(parts(date)) + 3) % 7) + 7) % 7) + 1;
}

/** True unless the day is a Saturday, a Sunday or one of the country's `holidays` (`YYYY-MM-DD`). */
export function isBusinessDay(date: CalendarDate, holidays: ReadonlySet<string>): boolean {
  return weekday(date) <= 5 && !holidays.has(date);
}

/** The `days`-th business day after `date`; with 0 the date itself, or the next business day if it is none. */
export function addBusinessDays(
  date: CalendarDate,
  days: number,
  holidays: ReadonlySet<string>,
): CalendarDate {
  return stepBusinessDays(date, days, 1, holidays);
}

/** The `days`-th business day before `date`; with 0 the date itself, or the previous business day. */
export function subtractBusinessDays(
  date: CalendarDate,
  days: number,
  holidays: ReadonlySet<string>,
): CalendarDate {
  return stepBusinessDays(date, days, -1, holidays);
}

/** Business days after `from` up to and with `to`; 0 if `to` is not later. */
export function businessDaysBetween(
  from: CalendarDate,
  to: CalendarDate,
  holidays: ReadonlySet<string>,
): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1))
    if (isBusinessDay(day, holidays)) count += 1;
  return count;
}

function stepBusinessDays(
  date: CalendarDate,
  days: number,
  step: 1 | -1,
  holidays: ReadonlySet<string>,
): CalendarDate {
  let current = date;
  let remaining = days;
  if (days === 0) while (!isBusinessDay(current, holidays)) current = addDays(current, step);
  while (remaining > 0) {
    current = addDays(current, step);
    if (isBusinessDay(current, holidays)) remaining -= 1;
  }
  return current;
}

/** Completed years of age on a day; a person born on 29 February turns on 1 March of common years. */
export function ageOn(birth: CalendarDate, on: CalendarDate): number {
  const years = parts(on).year - parts(birth).year;
  return on.slice(5) < birth.slice(5) ? years - 1 : years;
}
