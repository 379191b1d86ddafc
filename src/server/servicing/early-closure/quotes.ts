import type { OutputOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { PAYMENT_HOLDS_DAYS } from '../../../countries/payment-methods.ts';
import { addDays, formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import {
  prepaymentBounds,
  prepaymentQuote,
  settlementQuote,
  type DuesToday,
  type RemainingPlan,
} from '../../../domain/standing/early-payment.ts';
import { add, smaller, subtract, sum, toUnits, type Centavos } from '../../../domain/money.ts';
import type { LoanStanding } from '../../../domain/standing/standing.ts';
import type { Dependencies } from '../../dependencies.ts';
import { closingAmount } from '../../loans/ledger/service.ts';
import {
  openPaymentAnswers,
  openReturnOf,
  pdfAddress,
  returnAnswer,
  rightToWithdraw,
  standingOf,
  type Loan,
} from '../../loans/service.ts';
import { LAWS } from '../../../countries/law/laws.ts';

type SettlementAnswer = OutputOf<'GET /api/v3/loan/{id}/settlement'>['result'];
type PrepaymentAnswer = OutputOf<'GET /api/v3/loan/{id}/prepayment'>['result'];
type PlanAnswer = PrepaymentAnswer['current'];

/** Interest accrues daily, so the figure is valid for as long as an overdue instalment's (decision 0021). */
export function heldUntil(today: CalendarDate): CalendarDate {
  return addDays(today, PAYMENT_HOLDS_DAYS.overdue);
}

function validityOf({ date }: LoanStanding) {
  return { priced_on: formatDate(date), valid_until: formatDate(heldUntil(date)) };
}

function feeOf(country: CountryCode) {
  return { amount: 0, text: LAWS[country].earlyPaymentFee.text };
}

function duesAnswer({ overdue, defaultInterest, accruedInterest, tax }: DuesToday) {
  return {
    overdue: toUnits(overdue),
    default_interest: toUnits(defaultInterest),
    accrued_interest: toUnits(accruedInterest),
    tax: toUnits(tax),
  };
}

/** Today's price of closing the loan. */
export function settlementAnswer(
  deps: Pick<Dependencies, 'clock' | 'vault' | 'holidays'>,
  loan: Loan,
): SettlementAnswer {
  const now = deps.clock.now();
  const standing = standingOf(loan, now);
  const { country } = loan;
  const today = standing.date;
  const openReturn = openReturnOf(loan, today);
  const right = rightToWithdraw(loan, now, deps.holidays);
  const quote = settlementQuote(standing);
  const bounds = prepaymentBounds(standing);
  const { membershipDue: membership } = loan;
  const ofMembership = smaller(membership, quote.creditLeft);
  return {
    ...validityOf(standing),
    ...duesAnswer(quote),
    principal: toUnits(quote.principal),
    fee: feeOf(loan.country),
    credit: toUnits(add(quote.credit, ofMembership)),
    credit_left: toUnits(subtract(quote.creditLeft, ofMembership)),
    membership: toUnits(membership),
    shortfall: toUnits(quote.shortfall),
    paid_ahead: toUnits(quote.paidAhead),
    total: toUnits(closingAmount(standing, membership)),
    outstanding: toUnits(quote.outstanding),
    saved: toUnits(quote.saved),
    prepayment: bounds ? { min: toUnits(bounds.min), max: toUnits(bounds.max) } : null,
    withdrawal: openReturn ? returnAnswer(openReturn) : null,
    right_to_withdraw: right ? { amount: toUnits(right.amount), until: formatDate(right.until) } : null,
    open_payment:
      openPaymentAnswers(loan.openPayments, { country, today, isOwner: true }, (hash) =>
        pdfAddress(deps, hash, true),
      )[0] ?? null,
  };
}

/** Quotes both ways to prepay an amount. @returns undefined if the amount is out of bounds */
export function prepaymentAnswer(loan: Loan, now: Date, amount: Centavos): PrepaymentAnswer | undefined {
  const standing = standingOf(loan, now);
  const quote = prepaymentQuote(loan.conditions, loan.payments, standing.date, amount);
  if (quote === undefined) return undefined;
  return {
    ...validityOf(standing),
    ...duesAnswer(quote),
    amount: toUnits(amount),
    fee: feeOf(loan.country),
    principal: toUnits(quote.principal),
    current: planAnswer(quote.current),
    fewer: quote.fewer ? planAnswer(quote.fewer) : null,
    smaller: planAnswer(quote.smaller),
  };
}

function planAnswer({ instalments, instalment, total, saved }: RemainingPlan): PlanAnswer {
  const last = instalments.at(-1);
  return {
    instalment_count: instalments.length,
    instalment: toUnits(instalment),
    last_due_date: last ? formatDate(last.dueDate) : '',
    total: toUnits(total),
    saved: toUnits(saved),
    instalments: instalments.map(({ number, dueDate, payableUntil, dues, total: amount }) => ({
      number,
      due_date: dueDate,
      due_date_format: formatDate(dueDate),
      payable_until_format: formatDate(payableUntil),
      principal: toUnits(dues.principal),
      interest: toUnits(add(dues.interest, dues.defaultInterest)),
      tax: toUnits(add(dues.tax, dues.defaultInterestTax)),
      charges: toUnits(sum([dues.fee, dues.feeTax])),
      amount: toUnits(amount),
    })),
  };
}
