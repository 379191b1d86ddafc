import type { Currency } from '../../../../domain/currency.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { localDate } from '../../../../countries/local-time.ts';
import type { RestFacts } from '../../../../countries/messages/rest-messages.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { countsFrom } from '../../../../domain/standing/credit.ts';
import type { LoanState } from '../../../../domain/loan-state.ts';
import { add, smaller, subtract, type Centavos } from '../../../../domain/money.ts';
import { payoffToPay, totalOf, type LoanStanding } from '../../../../domain/standing/standing.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import { everyOpenPayment, pricedStanding, type Loan } from '../../../loans/service.ts';
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
import { restOf } from './rest.ts';
import { loanOfReference, lockRequestOfLockedLoan, wasOpenOn, type PaymentRequest } from '../queries.ts';

/** What a network, bank or provider says of money that came in. */
export interface PaymentReport {
  readonly country: CountryCode;
  /** Who reports; with its own id of the payment it names it for ever. */
  readonly source: string;
  readonly reportId: string;
  /** Our reference, as it was given to the payer. */
  readonly reference: string;
  readonly amount: Centavos;
  readonly currency: Currency;
  readonly paidOn: CalendarDate;
  /** What the payer wrote, where a bank hands it on. */
  readonly text?: string;
}

/**
 * What becomes of reported money. All but `unmatched` are booked on the loan; what is not needed is the customer's
 * credit: `double` when what it was meant for was paid already. `late` came after its due date, `closed` in time for a
 * payment that had been given up. `unmatched` waits in the ledger for a person to say whose it is.
 */
export type ReportOutcome = 'exact' | 'partial' | 'excess' | 'late' | 'closed' | 'double' | 'unmatched';

/** What booking reported money came to. */
export interface Booked {
  readonly outcome: ReportOutcome;
  readonly paymentId: number;
  /** The loan's state now. */
  readonly loanState: LoanState;
  readonly use: PaymentUse;
  /** Numbers of the loan's instalments that are settled. */
  readonly settled: readonly number[];
  /** The loan's payments that were under way before, by their rows. */
  readonly underWay: ReadonlySet<number>;
  /** What is still owed of what it was for, where that may be something. */
  readonly rest?: RestFacts | undefined;
}

/** The payment that was asked for and its loan, both locked, with what booking money depends on. */
export interface ReadToBook {
  readonly read: ReadForPayments;
  readonly request: PaymentRequest;
}

/**
 * Locks both and reads the rest with them; undefined where nothing was asked for under the reference. A payment that
 * is written down between the two statements has no loan yet for the first: it counts as not asked for.
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
 * Books reported money on the loan of the payment that was asked for.
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
 * Books reported money on a loan for which no payment was asked: its oldest instalments are paid.
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

/** Nobody has paid tomorrow, whatever a network says. */
function paidBy({ paidOn, country }: PaymentReport, now: Date): CalendarDate {
  const today = localDate(now, country);
  return paidOn < today ? paidOn : today;
}

type MeantFor = Pick<IncomingPayment, 'instalments' | 'isPayoff' | 'prepayment' | 'isForMembership'>;

interface Meant extends MeantFor {
  readonly asked: Pick<PaymentRequest, 'loanId' | 'purpose' | 'numbers'>;
  readonly paidOn: CalendarDate;
  /** What was asked for and when; absent where that price does not hold. */
  readonly price?: Price;
  readonly outcomeOf: (use: PaymentUse) => ReportOutcome;
}

/** When money came for a request, and the loan as it was then. */
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
    // Money for a loan that has ended works for the one in force.
    const isMoved = use.held > 0 && loanState !== 'approved' && (await moveCredit(tx, deps, loan.customerId));
    const underWay = new Set(everyOpenPayment(loan).map(({ id }) => id));
    const rest = await restOf(tx, deps.clock.now(), asked, { outcome, loan });
    return {
      outcome,
      paymentId,
      loanState,
      use: { ...use, isMoved },
      settled: books?.settled ?? [],
      underWay,
      rest,
    };
  } catch (error) {
    if (error instanceof PaymentRefused) return undefined;
    throw error;
  }
}

/** What paid the membership's price was needed for that, and is not in favour. */
function usedFor(price: Centavos, use: PaymentUse): PaymentUse {
  const part = smaller(price, use.held);
  return {
    ...use,
    needed: add(use.needed, part),
    credited: subtract(use.credited, part),
    held: subtract(use.held, part),
  };
}

/** The day from which money counts on a loan: not before the loan was there. */
function dayOn({ conditions, payments }: Loan, day: CalendarDate): CalendarDate {
  const { disbursementDate } = conditions.schedule;
  return countsFrom(day < disbursementDate ? disbursementDate : day, payments);
}

/**
 * The part of the money that counts from the day on which its request was priced: at most what was asked and what that
 * needs. None of a closing that falls short there, and none of what bears no interest: a withdrawal's return, a membership
 * (docs/product/payments.md#how-long-a-price-holds).
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

/** @returns undefined for what takes any amount */
function neededFor(
  { purpose, numbers }: Pick<Price, 'purpose' | 'numbers'>,
  standing: LoanStanding,
): Centavos | undefined {
  if (purpose === 'instalments') return totalOf(standing, numbers);
  return purpose === 'settlement' ? payoffToPay(standing) : undefined;
}

/**
 * Money for closing or giving back a loan settles all that it can; see {@link IncomingPayment}. Once its request has
 * ended it closes and plans nothing again: it is money in favour. A return may come in parts.
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
  // Money for a closing or prepayment that was given up is in favour although what it was for is not done.
  const isGivenUp = !wasOpen && purpose !== 'instalments' && loan?.state === 'approved';
  if ((needed === 0 && !isGivenUp) || state === 'paid') return 'double';
  if (!isInTime) return 'late';
  if (!wasOpen) return 'closed';
  if (amount === asked) return 'exact';
  return amount < asked ? 'partial' : 'excess';
}
