import { sql } from 'kysely';
import type { CountryCode } from '../../countries/country-pack.ts';
import { localDate } from '../../countries/local-time.ts';
import { calendarDate, type CalendarDate } from '../../domain/calendar-date.ts';
import { reversed, unidentifiedReceived } from '../../domain/ledger.ts';
import { centavos, subtract, type Centavos, type Currency } from '../../domain/money.ts';
import { post } from '../ledger/service.ts';
import type { Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import {
  closeRequest,
  instalmentsOf,
  lockRequest,
  requestByReference,
  type PaymentRequest,
} from './queries.ts';
import { PaymentRefused, receivePayment, type IncomingPayment, type PaymentDependencies } from './receive.ts';
import { applyEarlierReversal, lockReport } from './reverse-report.ts';
import { tellPayment } from './tell.ts';

/** What a network, bank or provider says of money that came in. */
export interface PaymentReport {
  readonly country: CountryCode;
  /** Who reports; with its own id of the payment it names it for ever. */
  readonly source: string;
  readonly reportId: string;
  /** Our reference, as it was given to whoever paid. */
  readonly reference: string;
  readonly amount: Centavos;
  readonly currency: string;
  readonly paidOn: CalendarDate;
}

/**
 * What becomes of reported money. All but `unmatched` are booked on the loan; what they do not need is the
 * customer's credit. `unmatched` waits in the ledger for a person to say whose it is.
 */
export type ReportOutcome = 'exact' | 'partial' | 'excess' | 'late' | 'double' | 'unmatched';

export interface Reported {
  readonly outcome: string;
  /** False when it had been reported before: then nothing was done. */
  readonly isNew: boolean;
  /** True when it had been reported with another amount or reference: the first word stands. */
  readonly isContradicted?: boolean;
}

type ReportDependencies = PaymentDependencies;

/** Counts reported money once, however often and in whatever order it is reported. */
export async function reportPayment(
  tx: Tx,
  deps: ReportDependencies,
  report: PaymentReport,
): Promise<Reported> {
  const now = deps.clock.now();
  await lockReport(tx, report);
  const claimed = await tx
    .insertInto('payment_report')
    .values({
      country: report.country,
      source: report.source,
      report_id: report.reportId,
      request_reference: report.reference,
      amount: report.amount,
      currency: report.currency,
      paid_on: report.paidOn,
      outcome: 'unmatched',
      reported_at: now,
    })
    .onConflict((conflict) => conflict.columns(['source', 'report_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!claimed) return reportedBefore(tx, report, now);
  const outcome = (await matchReport(tx, deps, claimed.id, report)) ?? 'unmatched';
  if (outcome === 'unmatched') await keepUnmatched(tx, report, now);
  await applyEarlierReversal(tx, deps, report);
  return { outcome, isNew: true };
}

/**
 * Books money that was reported before what it pays was written down: a provider's notification can be faster than
 * the answer that opens the payment. Whatever waits for a person under the payment's reference waits no more.
 */
export async function adoptReports(tx: Tx, deps: ReportDependencies, reference: string): Promise<void> {
  await lockReference(tx, reference);
  const early = await tx
    .selectFrom('payment_report')
    .selectAll()
    .where('request_reference', '=', reference)
    .where('outcome', '=', 'unmatched')
    .execute();
  for (const row of early) {
    const report: PaymentReport = {
      country: row.country as CountryCode,
      source: row.source,
      reportId: row.report_id,
      reference,
      // Less what its provider has given back of it meanwhile.
      amount: subtract(centavos(row.amount), centavos(row.refunded)),
      currency: row.currency,
      paidOn: calendarDate(row.paid_on),
    };
    if ((await matchReport(tx, deps, row.id, report)) === undefined) continue;
    await post(tx, {
      country: report.country,
      currency: report.currency as Currency,
      kind: 'payment-moved',
      valueDate: report.paidOn,
      at: deps.clock.now(),
      entries: reversed(unidentifiedReceived(report.amount)),
    });
  }
}

/** @returns undefined when it leads to no payment that was asked for, or its loan takes none */
async function matchReport(
  tx: Tx,
  deps: ReportDependencies,
  rowId: number,
  report: PaymentReport,
): Promise<ReportOutcome | undefined> {
  const found = await findRequest(tx, report.reference);
  const request = found && isMeant(found, report) ? await lockRequest(tx, found) : undefined;
  const booked = request && (await bookOn(tx, deps, request, report));
  await recordOutcome(tx, deps, report, request, booked?.outcome ?? 'unmatched');
  if (!request || !booked) return undefined;
  const { outcome, paymentId } = booked;
  await tx
    .updateTable('payment_report')
    .set({ outcome, request_id: request.id, payment_id: paymentId })
    .where('id', '=', rowId)
    .execute();
  return outcome;
}

/** Whoever opens the payment this very moment is waited for. */
async function findRequest(tx: Tx, reference: string): Promise<PaymentRequest | undefined> {
  const found = await requestByReference(tx, reference);
  if (found) return found;
  await lockReference(tx, reference);
  return requestByReference(tx, reference);
}

async function lockReference(tx: Tx, reference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${reference}`}, 0))`.execute(tx);
}

async function recordOutcome(
  tx: Tx,
  deps: ReportDependencies,
  report: PaymentReport,
  request: PaymentRequest | undefined,
  outcome: ReportOutcome,
): Promise<void> {
  if (request) await tellPayment(tx, deps, request, outcome, report.amount);
  if (outcome === 'exact') return;
  await recordEvent(tx, {
    at: deps.clock.now(),
    country: report.country,
    kind: `payment-${outcome}`,
    customerId: request?.customerId,
    loanId: request?.loanId,
    detail: { source: report.source, amount: report.amount },
  });
}

function isMeant(request: PaymentRequest, report: PaymentReport): boolean {
  return request.country === report.country && request.currency === report.currency;
}

async function reportedBefore(tx: Tx, report: PaymentReport, at: Date): Promise<Reported> {
  const earlier = await tx
    .selectFrom('payment_report')
    .select(['outcome', 'amount', 'request_reference'])
    .where('source', '=', report.source)
    .where('report_id', '=', report.reportId)
    .executeTakeFirstOrThrow();
  // The first word stands; that there is another one is for a person to look at.
  const isContradicted = earlier.amount !== report.amount || earlier.request_reference !== report.reference;
  if (isContradicted) {
    await recordEvent(tx, {
      at,
      country: report.country,
      kind: 'payment-report-contradicted',
      detail: { source: report.source, reportId: report.reportId, amount: report.amount },
    });
  }
  return { outcome: earlier.outcome, isNew: false, isContradicted };
}

interface Booked {
  readonly outcome: ReportOutcome;
  readonly paymentId: number;
}

/** @returns undefined when the loan takes no payment */
async function bookOn(
  tx: Tx,
  deps: ReportDependencies,
  request: PaymentRequest,
  report: PaymentReport,
): Promise<Booked | undefined> {
  const now = deps.clock.now();
  const today = localDate(now, request.country);
  const paidOn = report.paidOn < today ? report.paidOn : today;
  const isInTime = paidOn <= request.dueDate;
  try {
    const { publicId } = await receivePayment(tx, deps, {
      loanId: request.loanId,
      amount: report.amount,
      source: report.source,
      reference: report.reportId,
      // Paid by its due date the amount holds: it counts from the day on which it was fixed.
      valueDate: isInTime && request.pricedOn < paidOn ? request.pricedOn : paidOn,
      ...(await meantFor(tx, request)),
    });
    const { id: paymentId } = await tx
      .selectFrom('payment')
      .select('id')
      .where('public_id', '=', publicId)
      .executeTakeFirstOrThrow();
    const outcome = outcomeOf(request, report.amount, isInTime);
    if (request.state !== 'paid') await closeRequest(tx, request.id, 'paid', now);
    await closeOverlapping(tx, request, now);
    return { outcome, paymentId };
  } catch (error) {
    if (error instanceof PaymentRefused) return undefined;
    throw error;
  }
}

/** Money for closing or giving back a loan settles all that it can; see {@link IncomingPayment}. */
async function meantFor(
  tx: Tx,
  { id, purpose }: PaymentRequest,
): Promise<Pick<IncomingPayment, 'instalments' | 'isPayoff' | 'prepayment'>> {
  if (purpose === 'instalments') return { instalments: await instalmentsOf(tx, id) };
  return purpose === 'fewer' || purpose === 'smaller' ? { prepayment: purpose } : { isPayoff: true };
}

function outcomeOf(request: PaymentRequest, amount: Centavos, isInTime: boolean): ReportOutcome {
  if (request.state === 'paid' || request.state === 'reversed') return 'double';
  const isOpen = request.state === 'open' || request.state === 'charging';
  if (!isOpen || !isInTime) return 'late';
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
  for (const other of others) await closeRequest(tx, other.id, 'expired', now);
}

async function keepUnmatched(tx: Tx, report: PaymentReport, at: Date): Promise<void> {
  await post(tx, {
    country: report.country,
    currency: report.currency as Currency,
    kind: 'payment-unidentified',
    valueDate: report.paidOn,
    at,
    entries: unidentifiedReceived(report.amount),
  });
}
