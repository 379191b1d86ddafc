/**
 * Sentences about due dates that a late delivery moves (docs/product/loan-and-money.md#from-the-money-on). The first
 * due date comes in the words of `dueWords`.
 */

const CANCEL = ' Si ya no lo querés, podés cancelarlo hasta que salga.';

/** Of a loan whose order leaves on a known day. */
export function datesMoveTo(firstDue: string, isCancelable: boolean): string {
  return `Por la demora, tus cuotas se corren los mismos días y los importes no cambian: la primera vence el ${firstDue}.${isCancelable ? CANCEL : ''}`;
}

/** Of a loan of which nobody knows the day. */
export function datesWillMove(isCancelable: boolean): string {
  return `Por la demora, tus cuotas se corren los días que tarde y los importes no cambian.${isCancelable ? CANCEL : ''}`;
}

/** Of a loan that was delivered. */
export function datesMoved(days: number, firstDue: string): string {
  return `Por la demora, tus cuotas se corrieron ${days} días: la primera vence el ${firstDue}.`;
}
