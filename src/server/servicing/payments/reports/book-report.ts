import type { RawBuilder } from 'kysely';
import type { Currency } from '../../../../domain/currency.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { localDate } from '../../../../countries/local-time.ts';
import type { RestFacts } from '../../../../countries/messages/rest-messages.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { countsFrom } from '../../../../domain/standing/credit.ts';
import type { LoanState } from '../../../../domain/loan-state.ts';
import type { Centavos } from '../../../../domain/money.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import type { Loan } from '../../../loans/service.ts';
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
import { closeRequests, loanOfReference, lockRequestOfLockedLoan, type PaymentRequest } from '../queries.ts';

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
  const isInTime = paidOn <= request.dueDate;
  return book(tx, deps, read, report, {
    asked: request,
    // Paid by its due date the amount holds: it counts from the day on which it was fixed.
    day: isInTime && request.pricedOn < paidOn ? request.pricedOn : paidOn,
    outcomeOf: (use) => outcomeOf(request, report.amount, isInTime, use),
    ...meantFor(request),
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
    day: paidBy(report, deps.clock.now()),
    outcomeOf: ({ needed, credited }) => (needed === 0 ? 'double' : credited > 0 ? 'excess' : 'exact'),
  });
}

/** Nobody has paid tomorrow, whatever a network says. */
function paidBy({ paidOn, country }: PaymentReport, now: Date): CalendarDate {
  const today = localDate(now, country);
  return paidOn < today ? paidOn : today;
}

interface Meant extends Pick<IncomingPayment, 'instalments' | 'isPayoff' | 'prepayment'> {
  readonly asked: Pick<PaymentRequest, 'loanId' | 'purpose' | 'numbers'>;
  /** From which it counts. */
  readonly day: CalendarDate;
  readonly outcomeOf: (use: PaymentUse) => ReportOutcome;
}

async function book(
  tx: Tx,
  deps: BookingDependencies,
  read: ReadForPayments,
  { source, reportId: reference, amount }: PaymentReport,
  { asked, day, outcomeOf: outcomeAs, ...meant }: Meant,
): Promise<Booked | undefined> {
  const [loan] = read.loans;
  if (!loan) return undefined;
  try {
    const incoming = { loanId: loan.id, amount, source, reference, valueDate: dayOn(loan, day), ...meant };
    const [received] = await bookPayments(tx, deps, read, [incoming]);
    if (!received) return undefined;
    const { publicId, paymentId, books, loanState } = received;
    const use = paymentUse(publicId, meant.instalments, books);
    const outcome = outcomeAs(use);
    // Money for a loan that has ended works for the one in force.
    const isMoved = use.held > 0 && loanState !== 'approved' && (await moveCredit(tx, deps, loan.customerId));
    const rest = await restOf(tx, deps.clock.now(), asked, { outcome, loan });
    return { outcome, paymentId, loanState, use: { ...use, isMoved }, settled: books?.settled ?? [], rest };
  } catch (error) {
    if (error instanceof PaymentRefused) return undefined;
    throw error;
  }
}

/** The day from which money counts on a loan: not before the loan was there. */
function dayOn({ conditions, payments }: Loan, day: CalendarDate): CalendarDate {
  const { disbursementDate } = conditions.schedule;
  return countsFrom(day < disbursementDate ? disbursementDate : day, payments);
}

/**
 * Ends a payment whose money was booked; what others were asked for with its instalments ends with it.
 * @param beside another write that belongs to it
 */
export async function endPaid(
  tx: Tx,
  request: PaymentRequest,
  now: Date,
  beside?: RawBuilder<unknown>,
): Promise<void> {
  await closeRequests(tx, request.state === 'paid' ? [] : [request.id], 'paid', now, beside);
  // While it was under way no other could be asked for with its instalments.
  if (!isUnderWay(request)) await closeOverlapping(tx, request, now);
}

/** Money for closing or giving back a loan settles all that it can; see {@link IncomingPayment}. */
function meantFor({
  purpose,
  numbers,
}: PaymentRequest): Pick<IncomingPayment, 'instalments' | 'isPayoff' | 'prepayment'> {
  if (purpose === 'instalments') return { instalments: numbers };
  return purpose === 'fewer' || purpose === 'smaller' ? { prepayment: purpose } : { isPayoff: true };
}

function isUnderWay({ state }: PaymentRequest): boolean {
  return state === 'open' || state === 'charging';
}

function outcomeOf(
  request: PaymentRequest,
  amount: Centavos,
  isInTime: boolean,
  { needed }: PaymentUse,
): ReportOutcome {
  if (needed === 0 || request.state === 'paid') return 'double';
  if (!isInTime) return 'late';
  if (!isUnderWay(request)) return 'closed';
  if (amount === request.amount) return 'exact';
  return amount < request.amount ? 'partial' : 'excess';
}

/** Money for a payment that had been given up covers instalments that may be in another one by now. */
async function closeOverlapping(tx: Tx, { id, loanId }: PaymentRequest, now: Date): Promise<void> {
  const others = await tx
    .selectFrom('payment_request_instalment as other')
    .innerJoin('payment_request_instalment as own', (join) =>
      join.onRef('own.loan_id', '=', 'other.loan_id').onRef('own.instalment', '=', 'other.instalment'),
    )
    .innerJoin('payment_request as r', 'r.id', 'other.request_id')
    .select('r.id')
    .distinct()
    .where('own.request_id', '=', id)
    .where('other.loan_id', '=', loanId)
    .where('other.is_open', '=', true)
    // What the card gateway has been asked for is not taken back here: its answer comes.
    .where('r.state', '=', 'open')
    .execute();
  const ids = others.map((other) => other.id);
  if (ids.length > 0) await closeRequests(tx, ids, 'expired', now);
}
