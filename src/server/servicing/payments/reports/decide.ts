import type { CountryCode } from '../../../../countries/country-pack.ts';
import { localDate } from '../../../../countries/local-time.ts';
import type { RestFacts } from '../../../../countries/messages/rest-messages.ts';
import { PAYMENT_HOLDS_DAYS } from '../../../../countries/payment-methods.ts';
import { addDays, formatDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import type { Currency } from '../../../../domain/currency.ts';
import { add, formatMoney, smaller, subtract, type Centavos } from '../../../../domain/money.ts';
import { countsFrom } from '../../../../domain/standing/credit.ts';
import { payoffToPay, totalOf, type LoanStanding } from '../../../../domain/standing/standing.ts';
import type { IncomingPayment, PaymentUse } from '../../../loans/books/service.ts';
import { closingAmount } from '../../../loans/ledger/service.ts';
import { areReplaced, openReturnOf, pricedStanding, standingOf, type Loan } from '../../../loans/service.ts';
import type { PaymentRequest } from '../queries.ts';

/** Report of incoming money by a network, bank or provider. */
export interface PaymentReport {
  readonly country: CountryCode;
  /** Reporting system; with its own payment id it identifies the payment permanently. */
  readonly source: string;
  readonly reportId: string;
  /** Our reference, as given to the payer. */
  readonly reference: string;
  readonly amount: Centavos;
  readonly currency: Currency;
  readonly paidOn: CalendarDate;
  /** Payer's text, if the bank forwards it. */
  readonly text?: string;
}

/**
 * Outcome of reported money. All but `unmatched` are booked on the loan; any excess is the customer's credit.
 * `double`: the purpose was already paid. `late`: after the due date. `closed`: in time for a payment that
 * had been abandoned. `unmatched`: waits in the ledger for a person to identify the owner.
 */
export type ReportOutcome = 'exact' | 'partial' | 'excess' | 'late' | 'closed' | 'double' | 'unmatched';

/** Booking of reported money: the payment, and its outcome by the use that the books make of it. */
export interface Decision {
  readonly loan: Loan;
  readonly payment: IncomingPayment;
  readonly purpose: Pick<PaymentRequest, 'purpose' | 'numbers'>;
  readonly outcomeOf: (use: PaymentUse) => ReportOutcome;
}

/** Arrival of money for a request. */
interface Arrival {
  /** Day that the money counts from. */
  readonly valueDate: CalendarDate;
  /** Paid by the request's last day. */
  readonly isInTime: boolean;
  /** The request was open on the day of payment; paid later, on its last day. */
  readonly wasOpen: boolean;
  readonly loan: Loan;
}

/** Decides on money for a payment request, with the loan as it is now. */
export function decideForRequest(
  report: PaymentReport,
  request: PaymentRequest,
  loan: Loan,
  now: Date,
): Decision {
  const { amount } = report;
  const arrival = arrivalOf(report, request, loan, now);
  const { valueDate, isInTime, wasOpen } = arrival;
  const payment = paymentOf(report, loan, valueDate);
  const outcomeBy = (use: PaymentUse) => outcomeOf(request, amount, arrival, use);
  if (isReplaced(loan, request, valueDate)) return { loan, payment, purpose: request, outcomeOf: outcomeBy };
  const priced = isInTime && wasOpen ? pricedPart(loan, amount, request, valueDate) : undefined;
  return {
    loan,
    payment: { ...payment, ...(priced ? { priced } : {}), ...meantFor(request, arrival) },
    purpose: request,
    outcomeOf: outcomeBy,
  };
}

function arrivalOf(report: PaymentReport, request: PaymentRequest, loan: Loan, now: Date): Arrival {
  const paidOn = paidBy(report, now);
  const isInTime = paidOn <= request.dueDate;
  const wasOpen = wasOpenOn(request, isInTime ? paidOn : request.dueDate);
  return { isInTime, wasOpen, loan, valueDate: dayOn(loan, paidOn) };
}

/**
 * True if a request was open on a day, for money paid then and reported later. A paid or reversed request was
 * open on no day, and the day of its expiry does not count.
 */
function wasOpenOn({ state, closedAt, country }: PaymentRequest, day: CalendarDate): boolean {
  if (state === 'open' || state === 'charging') return true;
  if (state === 'paid' || state === 'reversed') return false;
  return closedAt !== null && day < localDate(closedAt, country);
}

/** True if an agreement has replaced the request's instalments by the day of the money. */
function isReplaced(loan: Loan, { purpose, numbers }: PaymentRequest, valueDate: CalendarDate): boolean {
  if (purpose === 'withdrawal' || purpose === 'membership' || purpose === 'offer') return false;
  return areReplaced(loan, numbers, valueDate);
}

/** Decides on money without a payment request, which pays a loan's oldest instalments. */
export function decideForLoan(report: PaymentReport, loan: Loan, now: Date): Decision {
  return {
    loan,
    payment: paymentOf(report, loan, dayOn(loan, paidBy(report, now))),
    purpose: { purpose: 'instalments', numbers: [] },
    outcomeOf: ({ needed, credited }) => (needed === 0 ? 'double' : credited > 0 ? 'excess' : 'exact'),
  };
}

function paymentOf(
  { source, reportId: reference, amount }: PaymentReport,
  { id: loanId }: Loan,
  valueDate: CalendarDate,
): IncomingPayment {
  return { loanId, amount, source, reference, valueDate };
}

/** Payment date, moved to today if a network reports a future one. */
function paidBy({ paidOn, country }: PaymentReport, now: Date): CalendarDate {
  const today = localDate(now, country);
  return paidOn < today ? paidOn : today;
}

/** First day that money counts on a loan: never before the loan's payout date. */
function dayOn({ conditions, payments }: Loan, day: CalendarDate): CalendarDate {
  const { payoutDate } = conditions.schedule;
  return countsFrom(day < payoutDate ? payoutDate : day, payments);
}

/**
 * Part of the money that counts from the request's pricing date: at most the requested and needed amount.
 * Zero for an early closure that falls short on that date, and for purposes of a fixed amount: a withdrawal's
 * return, a membership, a settlement offer (docs/product/payments.md#how-long-a-price-holds).
 */
function pricedPart(
  loan: Loan,
  paid: Centavos,
  { purpose, pricedOn, numbers, amount: asked }: PaymentRequest,
  valueDate: CalendarDate,
): IncomingPayment['priced'] | undefined {
  const on = dayOn(loan, pricedOn);
  const isFixed = purpose === 'withdrawal' || purpose === 'membership' || purpose === 'offer';
  if (isFixed || on >= valueDate) return undefined;
  const most = smaller(paid, asked);
  const needed = neededFor({ purpose, numbers }, pricedStanding(loan, on)) ?? most;
  const isShort = purpose === 'settlement' && most < needed;
  return isShort || needed === 0 ? undefined : { on, amount: smaller(most, needed) };
}

/** @returns undefined for purposes that take any amount */
function neededFor({ purpose, numbers }: Decision['purpose'], standing: LoanStanding): Centavos | undefined {
  if (purpose === 'instalments') return totalOf(standing, numbers);
  return purpose === 'settlement' ? payoffToPay(standing) : undefined;
}

/**
 * Meaning of money for closing or returning a loan, which settles as much as it can; see {@link
 * IncomingPayment}. After its request has ended it no longer closes or re-plans the loan: it becomes credit.
 * A return may come in parts.
 */
function meantFor(
  { purpose, numbers, offer }: PaymentRequest,
  { wasOpen, loan }: Arrival,
): Pick<IncomingPayment, 'instalments' | 'isPayoff' | 'prepayment' | 'isForMembership' | 'offer'> {
  if (purpose === 'membership') return { instalments: [], isForMembership: true };
  if (purpose === 'instalments') return { instalments: numbers };
  // Money that misses the offer is an ordinary payment, by the standing.
  if (purpose === 'offer') return offer === null ? {} : { offer: String(offer) };
  const isReturning = purpose === 'withdrawal' && loan.withdrawal?.state === 'return-due';
  if (!wasOpen && !isReturning) return { instalments: [] };
  return purpose === 'fewer' || purpose === 'smaller' ? { prepayment: purpose } : { isPayoff: true };
}

function outcomeOf(
  { state, purpose, amount: asked }: PaymentRequest,
  amount: Centavos,
  { isInTime, wasOpen, loan }: Arrival,
  { needed }: PaymentUse,
): ReportOutcome {
  // Money for an expired closing or prepayment becomes credit, although its purpose is not fulfilled.
  const isGivenUp = !wasOpen && purpose !== 'instalments' && loan.state === 'approved';
  if ((needed === 0 && !isGivenUp) || state === 'paid') return 'double';
  if (!isInTime) return 'late';
  if (!wasOpen) return 'closed';
  if (amount === asked) return 'exact';
  return amount < asked ? 'partial' : 'excess';
}

/** Counts the part that paid the membership's price as needed, not as credit. */
export function useWithPrice(price: Centavos, use: PaymentUse): PaymentUse {
  const part = smaller(price, use.held);
  return {
    ...use,
    needed: add(use.needed, part),
    credited: subtract(use.credited, part),
    held: subtract(use.held, part),
  };
}

/** Outcomes that may leave an unpaid rest; with any other the purpose is paid, or nothing is owed. */
const mayLeaveRest: ReadonlySet<ReportOutcome> = new Set(['partial', 'late', 'closed']);

/** True if the booking may leave a rest of its purpose, so that {@link restOf} needs the loan again. */
export function mayRemain({ loan }: Decision, outcome: ReportOutcome): boolean {
  return loan.withdrawal?.state === 'return-due' || mayLeaveRest.has(outcome);
}

/**
 * Amount still owed of a payment's purpose, as the balance shows it on the booking date.
 * @param loan after the booking
 * @returns undefined when there is nothing to report
 */
export function restOf(
  { purpose: { purpose, numbers } }: Decision,
  outcome: ReportOutcome,
  loan: Loan,
  now: Date,
): RestFacts | undefined {
  const { currency } = loan;
  const standing = standingOf(loan, now);
  const open = loan.state === 'approved' ? openReturnOf(loan, standing.date) : undefined;
  if (open)
    return { kind: 'return', amount: formatMoney(open.amount, currency), until: formatDate(open.until) };
  // A prepayment or a late return leaves nothing due.
  const hasRest = purpose === 'instalments' || purpose === 'settlement';
  if (!hasRest || !mayLeaveRest.has(outcome) || loan.state === 'canceled') return undefined;
  const isClosing = purpose === 'settlement';
  const owed = isClosing ? closingAmount(standing, loan.membershipDue) : totalOf(standing, numbers);
  if (owed === 0) return isClosing ? undefined : { kind: 'nothing' };
  const amount = formatMoney(owed, currency);
  const on = formatDate(standing.date);
  const until = formatDate(addDays(standing.date, PAYMENT_HOLDS_DAYS.overdue));
  if (isClosing) return { kind: 'closing', amount, on, until };
  const [first] = standing.instalments
    .filter(({ number, toPay }) => numbers.includes(number) && toPay > 0)
    .map(({ payableUntil }) => payableUntil)
    .toSorted();
  return first === undefined || first < standing.date
    ? { kind: 'overdue', amount, on, until }
    : { kind: 'due-later', amount, until: formatDate(first) };
}
