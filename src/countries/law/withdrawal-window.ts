import { addBusinessDays, addDays, type CalendarDate } from '../../domain/calendar-date.ts';
import { arrivalDate } from '../arrival.ts';
import type { CountryCode, CountryPack } from '../country-pack.ts';
import { localDate } from '../local-time.ts';
import { withdrawalTextsOf } from './withdrawal.ts';

/**
 * Last day to withdraw from a loan: the later of the calendar-day and business-day ends, both counted from
 * the later of the contract and the delivery of the money (docs/product/rights.md#withdrawal).
 * @param availableOn undefined while nothing has been paid out
 */
export function withdrawalUntil(
  code: CountryCode,
  contractOn: CalendarDate,
  availableOn: CalendarDate | undefined,
  holidays: ReadonlySet<string>,
): CalendarDate {
  const { calendarDays, businessDays } = withdrawalTextsOf(code);
  const from = availableOn === undefined ? contractOn : later(availableOn, contractOn);
  return later(addDays(from, calendarDays), addBusinessDays(from, businessDays, holidays));
}

/**
 * Last day to return the money after a withdrawal: as many days as the right of withdrawal has, counted from
 * its confirmation. The law sets none; the lender needs one to know if the loan continues.
 */
export function returnUntil(
  code: CountryCode,
  confirmedOn: CalendarDate,
  holidays: ReadonlySet<string>,
): CalendarDate {
  return withdrawalUntil(code, confirmedOn, undefined, holidays);
}

/**
 * Day promised at the confirmation for the membership's one charge: it is charged then if the money arrives as
 * announced, and never before (docs/product/borrowers-area.md#billing).
 * @param holidays as known at the confirmation
 */
export function promisedChargeDay(
  pack: CountryPack,
  agreedAt: Date,
  holidays: ReadonlySet<string>,
): CalendarDate {
  const arrivesOn = arrivalDate(agreedAt, pack, holidays);
  return membershipChargeDay(pack.code, localDate(agreedAt, pack.code), arrivesOn, holidays);
}

/**
 * Business day after the withdrawal period, the first on which charging the membership's price cannot require
 * a refund.
 */
export function membershipChargeDay(
  code: CountryCode,
  agreedOn: CalendarDate,
  availableOn: CalendarDate,
  holidays: ReadonlySet<string>,
): CalendarDate {
  return addBusinessDays(withdrawalUntil(code, agreedOn, availableOn, holidays), 1, holidays);
}

/** Business days between attempts to charge a membership's price; no more attempts after the last. */
const RETRY_AFTER = [5, 10] as const;

/**
 * Day of the next attempt for a price that could not be charged: two retries, each on a business day of the
 * country. @param tries attempts so far, including this one
 */
export function membershipRetryDay(
  triedOn: CalendarDate,
  tries: number,
  holidays: ReadonlySet<string>,
): CalendarDate | undefined {
  const days = RETRY_AFTER[tries - 1];
  return days === undefined ? undefined : addBusinessDays(triedOn, days, holidays);
}

/** Later of two days. */
export function later(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a > b ? a : b;
}
