import { formatDate, type CalendarDate } from '../domain/calendar-date.ts';

/** Sentences about due dates that a late delivery moves (docs/product/loan-and-money.md#from-the-money-on). */

const CANCEL = ' Si ya no lo querés, podés cancelarlo hasta que salga.';

/** Of a loan whose order leaves on a known day. */
export function datesMoveTo(firstDueDate: CalendarDate, isCancelable: boolean): string {
  return `Por la demora, tus cuotas se corren los mismos días y los importes no cambian: la primera vence el ${formatDate(firstDueDate)}.${isCancelable ? CANCEL : ''}`;
}

/** Of a loan of which nobody knows the day. */
export function datesWillMove(isCancelable: boolean): string {
  return `Por la demora, tus cuotas se corren los días que tarde y los importes no cambian.${isCancelable ? CANCEL : ''}`;
}

/** Of a loan that was delivered. */
export function datesMoved(days: number, firstDueDate: CalendarDate): string {
  return `Por la demora, tus cuotas se corrieron ${days} días: la primera vence el ${formatDate(firstDueDate)}.`;
}
