import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { lastDueDate, type LoanModel } from './loan.ts';

/**
 * Ending the membership on a day moves the loan to the plan without it: within the term, before an instalment is due,
 * and while the loan is not paid off (docs/product/rights.md#ending-the-membership).
 */
export function changesPlan(loan: LoanModel, day: CalendarDate, freeUntil: CalendarDate): boolean {
  const { membership, terms } = loan.agreed;
  if (membership === undefined || loan.noted === 'finished' || loan.noted === 'canceled') return false;
  const [first] = terms.schedule.rows;
  const isBeforeDue = loan.paidOutOn === null || (first !== undefined && day < first.dueDate);
  return day <= freeUntil && isBeforeDue;
}

/** Its membership was ended, and nothing of the price was owed. */
export function costNothing({ agreed: { membership } }: LoanModel): boolean {
  return membership?.isEnded === true && membership.returned?.amount === membership.price;
}

/** Paying a loan off does not end its membership, which runs until the last due date. */
export function hasMembershipToEnd(loan: LoanModel, day: CalendarDate): boolean {
  const { membership } = loan.agreed;
  if (membership === undefined || membership.isEnded || loan.noted === 'canceled') return false;
  const isOver = day > (lastDueDate(loan) ?? day) && day >= (membership.chargeOn ?? day);
  return loan.noted !== 'finished' || !isOver;
}
