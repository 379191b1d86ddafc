import type { z } from 'zod';
import type { instalment } from '../../contract/loans.ts';
import { subtractDues, totalDues } from '../../domain/standing/allocation.ts';
import { formatDate, type CalendarDate } from '../../domain/calendar-date.ts';
import type { InstalmentState } from '../../domain/standing/instalment-state.ts';
import { add, subtract, sum, toUnits, ZERO, type Centavos } from '../../domain/money.ts';
import type { InstalmentStanding, LoanStanding } from '../../domain/standing/standing.ts';
import { heldPrices, type HeldPrice } from './held-prices.ts';
import { linkSeenBy, openPaymentsOn, type StoredOpenPayment } from './open-payments.ts';
import type { LoanDetails, Reversal } from './details.ts';
import type { Loan } from './loan.ts';

export type InstalmentAnswer = z.output<typeof instalment>;

/** Instalments with the amounts owed or paid (docs/product/loan-and-money.md#row-details). */
export function instalmentAnswers(
  loan: LoanDetails,
  standing: LoanStanding,
  isOwner: boolean,
): InstalmentAnswer[] {
  const underWay = openPaymentsOn(loan.openPayments, standing.date);
  const held = heldPrices(loan, standing);
  // An agreement's rows ask for the debt of the replaced ones.
  const shown = standing.instalments.filter(({ isReplaced }) => !isReplaced);
  return shown.map((each) => ({
    ...factsOf(loan, each, isOwner),
    ...(each.settledOn === null
      ? owedAnswer(each, underWay.get(each.number), held.get(each.number), isOwner)
      : paidAnswer(each, dayPaid(loan, standing, each.number, each.settledOn))),
  }));
}

/** Sum due on the standing's date, at the prices of payments in progress. */
export function dueTodayOf(loan: Loan, standing: LoanStanding): Centavos {
  const held = heldPrices(loan, standing);
  const due = standing.instalments.filter(
    ({ settledOn, dueDate }) => settledOn === null && dueDate <= standing.date,
  );
  return sum(due.map((each) => (held.get(each.number) ?? each).total));
}

type Facts =
  | 'id'
  | 'number'
  | 'due_date'
  | 'due_date_format'
  | 'payable_until'
  | 'payable_until_format'
  | 'days_late'
  | 'shortfall'
  | 'reversals';

function owedAnswer(
  each: InstalmentStanding,
  payment: StoredOpenPayment | undefined,
  held: HeldPrice | undefined,
  isOwner: boolean,
): Omit<InstalmentAnswer, Facts> {
  const { dues, paid, paidAhead } = each;
  const interest = add(dues.defaultInterest, dues.defaultInterestTax);
  const { total, toPay } = held ?? each;
  return {
    amount: toUnits(toPay),
    pay_date_format: '',
    state_name: payment === undefined ? each.state : stateBeside(each, payment),
    interest_acum_amount: toUnits(held?.defaultInterest ?? interest),
    payed: false,
    paid: toUnits(totalDues(subtractDues(paid, paidAhead))),
    paid_with_credit: toUnits(each.paidWithCredit),
    missing: toUnits(total),
    credit: toUnits(subtract(total, toPay)),
    advance: false,
    payment: payment === undefined ? null : linkSeenBy(payment, isOwner),
  };
}

/**
 * Payment date of an instalment for display. At an earlier day's price, the payment that settled it arrived
 * after its value date.
 */
function dayPaid(
  { payments }: Pick<Loan, 'payments'>,
  { allocations }: LoanStanding,
  number: number,
  settledOn: CalendarDate,
): CalendarDate {
  const covered = new Set(
    allocations
      .filter(({ parts }) => parts.some((part) => part.number === number))
      .map((each) => each.paymentId),
  );
  const came = payments.filter(({ id, priced }) => priced?.on === settledOn && covered.has(id));
  return came.reduce((latest, { valueDate }) => (valueDate > latest ? valueDate : latest), settledOn);
}

function paidAnswer(
  { paid, paidAhead, paidWithCredit, state, isDropped }: InstalmentStanding,
  paidOn: CalendarDate,
): Omit<InstalmentAnswer, Facts> {
  // Prepaid amounts are no part of a later instalment's payment; for an instalment that a prepayment removed,
  // they are all of it.
  const amount = toUnits(totalDues(isDropped ? paid : subtractDues(paid, paidAhead)));
  return {
    amount,
    pay_date_format: formatDate(paidOn),
    state_name: state,
    interest_acum_amount: toUnits(add(paid.defaultInterest, paid.defaultInterestTax)),
    payed: true,
    paid: amount,
    paid_with_credit: toUnits(paidWithCredit),
    missing: toUnits(ZERO),
    credit: 0,
    advance: isDropped,
    payment: null,
  };
}

/** A prepayment or return pays no current instalment, so none is shown as paid or issued. */
function stateBeside(
  { state, daysLate }: InstalmentStanding,
  { purpose }: StoredOpenPayment,
): InstalmentState {
  if (purpose === 'instalments' || purpose === 'settlement') return state;
  return daysLate > 0 ? 'delayed' : 'pending';
}

function factsOf(
  { publicId, reversals }: LoanDetails,
  { number, dueDate, payableUntil, daysLate, isShortfall }: InstalmentStanding,
  isOwner: boolean,
): Pick<InstalmentAnswer, Facts> {
  return {
    id: instalmentId(publicId, number),
    number,
    due_date: dueDate,
    due_date_format: formatDate(dueDate),
    payable_until: payableUntil,
    payable_until_format: formatDate(payableUntil),
    days_late: daysLate,
    shortfall: isShortfall,
    reversals: isOwner ? reversalsOf(reversals, number) : [],
  };
}

function reversalsOf(reversals: readonly Reversal[], number: number): InstalmentAnswer['reversals'] {
  return reversals
    .filter(({ instalment }) => instalment === number)
    .map(({ amount, reversedOn }) => ({ amount: toUnits(amount), date: formatDate(reversedOn) }));
}

/** The public id is shortened because the remainder must keep more than 128 random bits secret. */
export function instalmentId(publicId: string, number: number): string {
  return `${publicId.slice(0, 8)}-${number}`;
}
