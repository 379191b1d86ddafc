import type { Currency } from '../../../../domain/currency.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { localDate } from '../../../../countries/local-time.ts';
import type { RestFacts } from '../../../../countries/messages/rest-messages.ts';
import { type CalendarDate, addDays, formatDate } from '../../../../domain/calendar-date.ts';
import { countsFrom } from '../../../../domain/standing/credit.ts';
import type { LoanState } from '../../../../domain/loan-state.ts';
import { add, smaller, subtract, type Centavos, formatMoney } from '../../../../domain/money.ts';
import { payoffToPay, totalOf, type LoanStanding } from '../../../../domain/standing/standing.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import {
  everyOpenPayment,
  pricedStanding,
  type Loan,
  loansById,
  openReturnOf,
  standingOf,
} from '../../../loans/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { pipeline } from '../../../platform/statements.ts';
import {
  bookPayments,
  moveCredit,
  PaymentRefused,
  paymentUse,
  readForPayments,
  type IncomingPayment,
  type PaymentUse,
  type ReadForPayments,
} from '../../../loans/books/service.ts';
import { loanOfReference, lockRequestOfLockedLoan, wasOpenOn, type PaymentRequest } from '../queries.ts';
import { PAYMENT_HOLDS_DAYS } from '../../../../countries/payment-methods.ts';
import { closingAmount } from '../../../loans/ledger/service.ts';

/** Outcomes that may leave an unpaid rest; with any other the purpose is paid, or nothing is owed. */
const mayLeaveRest: ReadonlySet<string> = new Set(['partial', 'late', 'closed']);

/**
 * Amount still owed of a payment's purpose, as the balance shows it on the booking date.
 * @param before the loan before the booking
 * @returns undefined when there is nothing to report
 */
async function restOf(
  tx: Tx,
  now: Date,
  { loanId, purpose, numbers }: Pick<PaymentRequest, 'loanId' | 'purpose' | 'numbers'>,
  { outcome, loan: before }: { readonly outcome: string; readonly loan: Loan | undefined },
): Promise<RestFacts | undefined> {
  const isReturning = before?.withdrawal?.state === 'return-due';
  if (!isReturning && !mayLeaveRest.has(outcome)) return undefined;
  const [loan] = await loansById(tx, [loanId]);
  if (!loan) return undefined;
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

/** Report of incoming money by a network, bank or provider. */
export interface PaymentReport {
  readonly country: CountryCode;
  /** Reporting system; with its own payment id it identifies the payment permanently. */
  readonly source: string;
  readonly reportId: string;
  /** Our reference, as it was given to the payer. */
  readonly reference: string;
  readonly amount: Centavos;
  readonly currency: Currency;
  readonly paidOn: CalendarDate;
  /** Payer's text, if the bank forwards it. */
  readonly text?: string;
}

/**
 * Outcome of reported money. All but `unmatched` are booked on the loan; the excess is the customer's credit.
 * `double`: the purpose was already paid. `late`: after the due date. `closed`: in time for a payment that
 * had been given up. `unmatched`: waits in the ledger for a person to identify the owner.
 */
export type ReportOutcome = 'exact' | 'partial' | 'excess' | 'late' | 'closed' | 'double' | 'unmatched';

/** Result of booking reported money. */
export interface Booked {
  readonly outcome: ReportOutcome;
  readonly paymentId: number;
  /** The loan's state now. */
  readonly loanState: LoanState;
  readonly use: PaymentUse;
  /** Numbers of the loan's instalments that are settled. */
  readonly settled: readonly number[];
  /** Payments of the loan in progress before, by row. */
  readonly underWay: ReadonlySet<number>;
  /** Amount still owed of the purpose, if that is possible. */
  readonly rest?: RestFacts | undefined;
}

/** Payment request and its loan, both locked, with the data for booking money. */
export interface ReadToBook {
  readonly read: ReadForPayments;
  readonly request: PaymentRequest;
}

/**
 * Locks request and loan and reads the data for booking; undefined without a request under the reference. A
 * payment stored between the two statements has no loan yet for the first one and counts as not requested.
 */
export async function readToBook(
  tx: Tx,
  { source, reportId, ...report }: PaymentReport,
  reference = report.reference,
): Promise<ReadToBook | undefined> {
  const [read, request] = await pipeline(tx, [
    (on) => readForPayments(on, loanOfReference(reference), [{ source, reference: reportId }]),
    (on) => lockRequestOfLockedLoan(on, reference),
  ]);
  return request && read.loans.length > 0 ? { read, request } : undefined;
}

/**
 * Books reported money on the loan of its payment request.
 * @returns undefined when the loan takes no payment
 */
export async function bookOn(
  tx: Tx,
  deps: BookingDependencies,
  { request, read }: ReadToBook,
  report: PaymentReport,
): Promise<Booked | undefined> {
  const paidOn = paidBy(report, deps.clock.now());
  const [loan] = read.loans;
  const isInTime = paidOn <= request.dueDate;
  const wasOpen = wasOpenOn(request, isInTime ? paidOn : request.dueDate);
  const when = { isInTime, wasOpen, loan };
  return book(tx, deps, read, report, {
    asked: request,
    paidOn,
    ...(when.isInTime && when.wasOpen ? { price: request } : {}),
    outcomeOf: (use) => outcomeOf(request, report.amount, when, use),
    ...meantFor(request, when),
  });
}

/**
 * Books reported money without a payment request on a loan, paying its oldest instalments.
 * @returns undefined when the loan takes no payment
 */
export async function bookOnLoan(
  tx: Tx,
  deps: BookingDependencies,
  loanId: number,
  report: PaymentReport,
): Promise<Booked | undefined> {
  const { source, reportId: reference } = report;
  return book(tx, deps, await readForPayments(tx, [loanId], [{ source, reference }]), report, {
    asked: { loanId, purpose: 'instalments', numbers: [] },
    paidOn: paidBy(report, deps.clock.now()),
    outcomeOf: ({ needed, credited }) => (needed === 0 ? 'double' : credited > 0 ? 'excess' : 'exact'),
  });
}

/** Payment date, moved to today if a network reports a future one. */
function paidBy({ paidOn, country }: PaymentReport, now: Date): CalendarDate {
  const today = localDate(now, country);
  return paidOn < today ? paidOn : today;
}

type MeantFor = Pick<IncomingPayment, 'instalments' | 'isPayoff' | 'prepayment' | 'isForMembership'>;

interface Meant extends MeantFor {
  readonly asked: Pick<PaymentRequest, 'loanId' | 'purpose' | 'numbers'>;
  readonly paidOn: CalendarDate;
  /** Requested price and its date; absent when that price does not hold. */
  readonly price?: Price;
  readonly outcomeOf: (use: PaymentUse) => ReportOutcome;
}

/** Arrival of money for a request, with the loan at that time. */
interface Received {
  /** Paid by the request's last day. */
  readonly isInTime: boolean;
  /** The request was open on the day of payment; paid later, on its last day. */
  readonly wasOpen: boolean;
  readonly loan: Loan | undefined;
}

type Price = Pick<PaymentRequest, 'purpose' | 'numbers' | 'amount' | 'pricedOn'>;

async function book(
  tx: Tx,
  deps: BookingDependencies,
  read: ReadForPayments,
  { source, reportId: reference, amount }: PaymentReport,
  { asked, paidOn, price, outcomeOf: outcomeAs, ...meant }: Meant,
): Promise<Booked | undefined> {
  const [loan] = read.loans;
  if (!loan) return undefined;
  try {
    const valueDate = dayOn(loan, paidOn);
    const priced = price && pricedPart(loan, amount, price, valueDate);
    const name = { loanId: loan.id, amount, source, reference };
    const [received] = await bookPayments(tx, deps, read, [
      { ...name, valueDate, ...(priced ? { priced } : {}), ...meant },
    ]);
    if (!received) return undefined;
    const { publicId, paymentId, books, loanState, price: ofMembership } = received;
    const use = usedFor(ofMembership, paymentUse(publicId, meant.instalments, books));
    const outcome = outcomeAs(use);
    // Credit of an ended loan goes to the active one, whichever of its payments the money leaves over.
    const hasEndedWithCredit = loanState !== 'approved' && (books?.credit ?? 0) > 0;
    const hasMoved = hasEndedWithCredit && (await moveCredit(tx, deps, loan.customerId));
    const underWay = new Set(everyOpenPayment(loan).map(({ id }) => id));
    const rest = await restOf(tx, deps.clock.now(), asked, { outcome, loan });
    return {
      outcome,
      paymentId,
      loanState,
      use: { ...use, isMoved: hasMoved && use.held > 0 },
      settled: books?.settled ?? [],
      underWay,
      rest,
    };
  } catch (error) {
    if (error instanceof PaymentRefused) return undefined;
    throw error;
  }
}

/** Counts the part that paid the membership's price as needed, not as credit. */
function usedFor(price: Centavos, use: PaymentUse): PaymentUse {
  const part = smaller(price, use.held);
  return {
    ...use,
    needed: add(use.needed, part),
    credited: subtract(use.credited, part),
    held: subtract(use.held, part),
  };
}

/** First day that money counts on a loan: never before the loan's payout date. */
function dayOn({ conditions, payments }: Loan, day: CalendarDate): CalendarDate {
  const { disbursementDate } = conditions.schedule;
  return countsFrom(day < disbursementDate ? disbursementDate : day, payments);
}

/**
 * Part of the money that counts from the request's pricing date: at most the requested and needed amount.
 * Zero for a closing that falls short there, and for purposes without interest: a withdrawal's return, a
 * membership (docs/product/payments.md#how-long-a-price-holds).
 */
function pricedPart(
  loan: Loan,
  paid: Centavos,
  { purpose, pricedOn, numbers, amount: asked }: Price,
  valueDate: CalendarDate,
): IncomingPayment['priced'] | undefined {
  const on = dayOn(loan, pricedOn);
  if (purpose === 'withdrawal' || purpose === 'membership' || on >= valueDate) return undefined;
  const most = smaller(paid, asked);
  const needed = neededFor({ purpose, numbers }, pricedStanding(loan, on)) ?? most;
  const isShort = purpose === 'settlement' && most < needed;
  return isShort || needed === 0 ? undefined : { on, amount: smaller(most, needed) };
}

/** @returns undefined for purposes that take any amount */
function neededFor(
  { purpose, numbers }: Pick<Price, 'purpose' | 'numbers'>,
  standing: LoanStanding,
): Centavos | undefined {
  if (purpose === 'instalments') return totalOf(standing, numbers);
  return purpose === 'settlement' ? payoffToPay(standing) : undefined;
}

/**
 * Money for closing or returning a loan settles as much as it can; see {@link IncomingPayment}. After its
 * request has ended it no longer closes or replans the loan: it becomes credit. A return may come in parts.
 */
function meantFor({ purpose, numbers }: PaymentRequest, { wasOpen, loan }: Received): MeantFor {
  if (purpose === 'membership') return { instalments: [], isForMembership: true };
  if (purpose === 'instalments') return { instalments: numbers };
  const isReturning = purpose === 'withdrawal' && loan?.withdrawal?.state === 'return-due';
  if (!wasOpen && !isReturning) return { instalments: [] };
  return purpose === 'fewer' || purpose === 'smaller' ? { prepayment: purpose } : { isPayoff: true };
}

function outcomeOf(
  { state, purpose, amount: asked }: PaymentRequest,
  amount: Centavos,
  { isInTime, wasOpen, loan }: Received,
  { needed }: PaymentUse,
): ReportOutcome {
  // Money for an expired closing or prepayment becomes credit, although its purpose is not fulfilled.
  const isGivenUp = !wasOpen && purpose !== 'instalments' && loan?.state === 'approved';
  if ((needed === 0 && !isGivenUp) || state === 'paid') return 'double';
  if (!isInTime) return 'late';
  if (!wasOpen) return 'closed';
  if (amount === asked) return 'exact';
  return amount < asked ? 'partial' : 'excess';
}
