/**
 * Sentences about due dates moved by a late delivery (docs/product/loan-and-money.md#from-the-money-on).
 * `dueWords` formats the first due date.
 */

const CANCEL = ' Si ya no lo querés, podés cancelarlo hasta que salga.';

/** Announces new due dates when the day of the payout order is known. */
export function datesMoveTo(firstDue: string, isCancelable: boolean): string {
  return `Por la demora, tus cuotas se corren los mismos días y los importes no cambian: la primera vence el ${firstDue}.${isCancelable ? CANCEL : ''}`;
}

/** Announces later due dates when the delivery day is unknown. */
export function datesWillMove(isCancelable: boolean): string {
  return `Por la demora, tus cuotas se corren los días que tarde y los importes no cambian.${isCancelable ? CANCEL : ''}`;
}

/** Delivered loan. */
export function datesMoved(days: number, firstDue: string): string {
  return `Por la demora, tus cuotas se corrieron ${days} días: la primera vence el ${firstDue}.`;
}
