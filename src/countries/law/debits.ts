import { addDays, subtractBusinessDays, type CalendarDate } from '../../domain/calendar-date.ts';
import { DEBIT_ATTEMPT_BUSINESS_DAYS } from '../constants.ts';

/**
 * Business days between the announcement of a debit and its attempt: the customer's time to stop it or pay
 * another way.
 */
const DEBIT_ANNOUNCED_BUSINESS_DAYS = 3;

/**
 * Day on which an instalment's debit is attempted, by the country's bank calendar
 * (docs/product/payments.md#debit-of-an-instalment).
 */
export function debitAttemptOn(dueDate: CalendarDate, holidays: ReadonlySet<string>): CalendarDate {
  return subtractBusinessDays(dueDate, DEBIT_ATTEMPT_BUSINESS_DAYS, holidays);
}

export function debitAnnouncedOn(dueDate: CalendarDate, holidays: ReadonlySet<string>): CalendarDate {
  return subtractBusinessDays(debitAttemptOn(dueDate, holidays), DEBIT_ANNOUNCED_BUSINESS_DAYS, holidays);
}

/** Finds the latest due date with a debit announced by the end of a day. */
export function lastDueDateAnnouncedOn(today: CalendarDate, holidays: ReadonlySet<string>): CalendarDate {
  let dueDate = today;
  while (debitAnnouncedOn(addDays(dueDate, 1), holidays) <= today) dueDate = addDays(dueDate, 1);
  return dueDate;
}
