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
  /** What is still owed of what it was for, where that may be something. */
  readonly rest?: RestFacts | undefined;
}

/** The payment that was asked for and its loan, both locked, with what booking money depends on. */
export interface ReadToBook {
  readonly read: ReadForPayments;
  readonly request: PaymentRequest;
}

/** Locks both and reads the rest with them; undefined where nothing was asked for under the reference. */
export async function readToBook(
  tx: Tx,
  { source, reportId, ...report }: PaymentReport,
  reference = report.reference,
): Promise<ReadToBook | undefined> {
  const [read, request] = await pipeline(tx, [
    (on) => readForPayments(on, loanOfReference(reference), [{ source, reference: reportId }]),
    (on) => lockRequestOfLockedLoan(on, reference),
  ]);
  return request && { read, request };
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
  const now = deps.clock.now();
  const today = localDate(now, request.country);
  const paidOn = report.paidOn < today ? report.paidOn : today;
  const isInTime = paidOn <= request.dueDate;
  try {
    const meant = meantFor(request);
    // Paid by its due date the amount holds: it counts from the day on which it was fixed.
    const day = isInTime && request.pricedOn < paidOn ? request.pricedOn : paidOn;
    const [received] = await bookPayments(tx, deps, read, [
      {
        loanId: request.loanId,
        amount: report.amount,
        source: report.source,
        reference: report.reportId,
        valueDate: read.loans[0] ? dayOn(read.loans[0], day) : day,
        ...meant,
      },
    ]);
    if (!received) return undefined;
    const { publicId, paymentId, books, loanState } = received;
    const use = paymentUse(publicId, meant.instalments, books);
    const outcome = outcomeOf(request, report.amount, isInTime, use);
    // Money for a loan that has ended works for the one in force.
    const isMoved =
      use.held > 0 && loanState !== 'approved' && (await moveCredit(tx, deps, request.customerId));
    const rest = await restOf(tx, now, request, { outcome, loan: read.loans[0] });
    return { outcome, paymentId, loanState, use: { ...use, isMoved }, rest };
  } catch (error) {
    if (error instanceof PaymentRefused) return undefined;
    throw error;
  }
}

/**
 * Books reported money on a loan for which no payment was asked: its oldest instalments are paid.
 * @returns undefined when the loan takes no payment
 */
export async function bookOnLoan(
  tx: Tx,
  deps: BookingDependencies,
  loanId: number,
  { source, reportId, amount, paidOn }: PaymentReport,
): Promise<(Booked & { readonly settled: readonly number[] }) | undefined> {
  const read = await readForPayments(tx, [loanId], [{ source, reference: reportId }]);
  const [loan] = read.loans;
  if (!loan) return undefined;
  const today = localDate(deps.clock.now(), loan.country);
  const valueDate = dayOn(loan, paidOn < today ? paidOn : today);
  try {
    const incoming = { loanId, amount, source, reference: reportId, valueDate };
    const [received] = await bookPayments(tx, deps, read, [incoming]);
    if (!received) return undefined;
    const { publicId, paymentId, books, loanState } = received;
    const use = paymentUse(publicId, undefined, books);
    const outcome = use.needed === 0 ? 'double' : use.credited > 0 ? 'excess' : 'exact';
    const isMoved = use.held > 0 && loanState !== 'approved' && (await moveCredit(tx, deps, loan.customerId));
    const asked = { loanId, purpose: 'instalments', numbers: [] } as const;
    const rest = await restOf(tx, deps.clock.now(), asked, { outcome: 'exact', loan });
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
