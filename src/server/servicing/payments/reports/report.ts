import { sql, type RawBuilder, type Selectable } from 'kysely';
import { reversed, unidentifiedReceived } from '../../../../domain/ledger.ts';
import type { LoanState } from '../../../../domain/loan-state.ts';
import { centavos, subtract } from '../../../../domain/money.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import {
  bookPayments,
  moveCredit,
  PaymentRefused,
  paymentUse,
  readForPayments,
  type PaymentUse,
  type ReadForPayments,
} from '../../../loans/books/service.ts';
import { post } from '../../../loans/ledger/service.ts';
import { everyOpenPayment, loansById } from '../../../loans/service.ts';
import type { PaymentReport as ReportTable } from '../../../platform/database-types.ts';
import { write, type Tx } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import { pipeline } from '../../../platform/statements.ts';
import { lockName } from '../../../platform/work/named-locks.ts';
import { closeRequests, loanOfReference, lockRequestOfLockedLoan, type PaymentRequest } from '../queries.ts';
import {
  decideForLoan,
  decideForRequest,
  mayRemain,
  restOf,
  useWithPrice,
  type Decision,
  type PaymentReport,
  type ReportOutcome,
} from './decide.ts';
import { notifyPayment, type NewsDetails } from './notify.ts';
import { applyEarlierReversal, findReports, lockReport } from './reverse-report.ts';

interface Reported {
  readonly outcome: string;
  /** False when it had been reported before: then nothing was done. */
  readonly isNew: boolean;
  /** True when it had been reported with another amount or reference: the first report prevails. */
  readonly isContradicted?: boolean;
}

/** Counts reported money once, however often and in any order it is reported. */
export async function reportPayment(
  tx: Tx,
  deps: BookingDependencies,
  report: PaymentReport,
): Promise<Reported> {
  const now = deps.clock.now();
  // Lock and load: the statements travel together, and each reads behind the locks of those before it.
  const [, { original, reversal }, atOnce] = await pipeline(tx, [
    (on) => lockReport(on, report),
    (on) => findReports(on, report),
    (on) => lockRequested(on, report),
  ]);
  if (original)
    return reportedBefore(tx, deps, report, { ...original, isTakenBack: reversal !== undefined }, atOnce);
  const requested = atOnce ?? (await awaitRequested(tx, report));

  // Decide.
  const decision = decideOn(requested, report, now);

  // Write.
  const booked = requested && decision && (await book(tx, deps, requested.read, decision));
  const matched = { request: decision && requested?.request, booked };
  const stored = reportInsert(report, matched, now);
  if (matched.request && booked) await closePaid(tx, matched.request, booked, now, stored);
  else await write(tx, stored.compile(tx));
  if (booked === undefined) await postUnidentified(tx, report, now);

  // Notify.
  await notifyReported(tx, deps, report, matched);

  if (reversal) await applyEarlierReversal(tx, deps, report);
  return { outcome: outcomeOf(matched), isNew: true };
}

/** Payment request and its loan, both locked, with the data for booking money. */
interface Requested {
  readonly read: ReadForPayments;
  readonly request: PaymentRequest;
}

/**
 * Locks request and loan and reads the data for booking; undefined without a request under the reference. A
 * payment stored between the two statements has no loan yet for the first one and counts as not requested.
 */
async function lockRequested(
  tx: Tx,
  { source, reportId, ...report }: PaymentReport,
  reference = report.reference,
): Promise<Requested | undefined> {
  const [read, request] = await pipeline(tx, [
    (on) => readForPayments(on, loanOfReference(reference), [{ source, reference: reportId }]),
    (on) => lockRequestOfLockedLoan(on, reference),
  ]);
  return request && read.loans.length > 0 ? { read, request } : undefined;
}

/** Waits for a concurrent transaction that opens the payment. */
async function awaitRequested(tx: Tx, report: PaymentReport): Promise<Requested | undefined> {
  await lockReference(tx, report.reference);
  return lockRequested(tx, report);
}

const lockReference = (tx: Tx, reference: string): Promise<void> => lockName(tx, `payment ${reference}`);

/** @returns undefined without a request, or for one of another country or currency */
function decideOn(requested: Requested | undefined, report: PaymentReport, now: Date): Decision | undefined {
  const [loan] = requested?.read.loans ?? [];
  if (!requested || !loan || !isMeant(requested.request, report)) return undefined;
  return decideForRequest(report, requested.request, loan, now);
}

function isMeant(request: PaymentRequest, report: PaymentReport): boolean {
  return request.country === report.country && request.currency === report.currency;
}

/** Result of booking reported money. */
export interface Booked extends Pick<NewsDetails, 'rest'> {
  readonly outcome: ReportOutcome;
  readonly paymentId: number;
  /** The loan's state now. */
  readonly loanState: LoanState;
  readonly use: PaymentUse;
  /** Numbers of the loan's instalments that are settled. */
  readonly settled: readonly number[];
  /** Payments of the loan in progress before, by row. */
  readonly underWay: ReadonlySet<number>;
}

/** @returns undefined when the loan takes no payment */
async function book(
  tx: Tx,
  deps: BookingDependencies,
  read: ReadForPayments,
  decision: Decision,
): Promise<Booked | undefined> {
  const { loan, payment } = decision;
  try {
    const [received] = await bookPayments(tx, deps, read, [payment]);
    if (!received) return undefined;
    const { publicId, paymentId, books, loanState, price } = received;
    const use = useWithPrice(price, paymentUse(publicId, payment.instalments, books));
    const outcome = decision.outcomeOf(use);
    // Credit of an ended loan goes to the active one, no matter which payment it remains from.
    const hasEndedWithCredit = loanState !== 'approved' && (books?.credit ?? 0) > 0;
    const hasMoved = hasEndedWithCredit && (await moveCredit(tx, deps, loan.customerId));
    const [after] = mayRemain(decision, outcome) ? await loansById(tx, [loan.id]) : [];
    return {
      outcome,
      paymentId,
      loanState,
      use: { ...use, isMoved: hasMoved && use.held > 0 },
      settled: books?.settled ?? [],
      underWay: new Set(everyOpenPayment(loan).map(({ id }) => id)),
      rest: after && restOf(decision, outcome, after, deps.clock.now()),
    };
  } catch (error) {
    if (error instanceof PaymentRefused) return undefined;
    throw error;
  }
}

/** Match of a report: its payment request, and the result of booking the money on the loan. */
interface Matched {
  readonly request: PaymentRequest | undefined;
  readonly booked: Booked | undefined;
}

function outcomeOf({ booked }: Matched): ReportOutcome {
  return booked?.outcome ?? 'unmatched';
}

function outcomeColumns({ request, booked }: Matched) {
  if (request === undefined || booked === undefined)
    return { outcome: 'unmatched', request_id: null, payment_id: null, credited: 0 };
  const { outcome, paymentId, use } = booked;
  return { outcome, request_id: request.id, payment_id: paymentId, credited: use.credited };
}

function reportInsert(report: PaymentReport, matched: Matched, now: Date) {
  const { country, source, reportId, reference, amount, currency, paidOn, text = '' } = report;
  const { outcome, request_id, payment_id, credited } = outcomeColumns(matched);
  return sql`
    insert into payment_report (country, source, report_id, request_reference, amount, currency, paid_on, reported_at,
      outcome, request_id, payment_id, credited, text)
    values (${country}, ${source}, ${reportId}, ${reference}, ${amount}, ${currency}, ${paidOn}, ${now},
      ${outcome}, ${request_id}, ${payment_id}, ${credited}, ${text})`;
}

/**
 * Closes a booked payment and the open payments of the same instalments.
 * @param beside related write, in the same statement
 */
async function closePaid(
  tx: Tx,
  request: PaymentRequest,
  { settled, underWay }: Pick<Booked, 'settled' | 'underWay'>,
  now: Date,
  beside?: RawBuilder<unknown>,
): Promise<void> {
  await closeRequests(tx, request.state === 'paid' ? [] : [request.id], 'paid', now, beside);
  if ([...underWay].some((id) => id !== request.id)) await closeOverlapping(tx, request, settled, now);
}

/**
 * Expires open payments of the same instalments: an owner's payment expires any of them, a stranger's payment
 * expires other strangers'. A stranger's expires the owner's only if nothing is left to pay.
 */
async function closeOverlapping(
  tx: Tx,
  { id, loanId, isOwners }: PaymentRequest,
  settled: readonly number[],
  now: Date,
): Promise<void> {
  const isPaid = sql<boolean>`not exists (select from payment_request_instalment left_over
    where left_over.request_id = r.id and left_over.instalment <> all(${[...settled]}::smallint[]))`;
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
    // Card charges in progress stay open until the gateway's answer.
    .where('r.state', '=', 'open')
    .where('r.id', '<>', id)
    .where((eb) => eb.or([eb.val(isOwners), eb('r.is_owners', '=', false), isPaid]))
    .execute();
  const ids = others.map((other) => other.id);
  if (ids.length > 0) await closeRequests(tx, ids, 'expired', now);
}

/** Posts money that leads to no loan: it waits for a person. */
async function postUnidentified(tx: Tx, report: PaymentReport, at: Date): Promise<void> {
  await post(tx, {
    country: report.country,
    currency: report.currency,
    kind: 'payment-unidentified',
    valueDate: report.paidOn,
    at,
    entries: unidentifiedReceived(report.amount),
  });
}

/** Notifies the borrower, and records unusual outcomes as events. */
async function notifyReported(
  tx: Tx,
  deps: BookingDependencies,
  report: PaymentReport,
  matched: Matched,
): Promise<void> {
  const { request, booked } = matched;
  const outcome = outcomeOf(matched);
  if (request) await notifyPayment(tx, deps, request, outcome, report.amount, booked);
  if (outcome !== 'exact')
    await recordEvent(tx, {
      at: deps.clock.now(),
      country: report.country,
      kind: `payment-${outcome}`,
      customerId: request?.customerId,
      loanId: request?.loanId,
      detail: { source: report.source, amount: report.amount },
    });
}

interface Earlier {
  readonly id: number;
  readonly outcome: string;
  readonly amount: number;
  readonly request_reference: string;
  readonly isTakenBack: boolean;
}

async function reportedBefore(
  tx: Tx,
  deps: BookingDependencies,
  report: PaymentReport,
  earlier: Earlier,
  requested: Requested | undefined,
): Promise<Reported> {
  // An unmatched report with an open payment is left over from an earlier release; a repeated report books it.
  const isStuck = earlier.outcome === 'unmatched' && earlier.request_reference === report.reference;
  const isOpen = requested?.request.state === 'open' && isMeant(requested.request, report);
  if (isStuck && isOpen) await adoptReports(tx, deps, report.reference);
  // The first report prevails; a person reviews the other one.
  const isContradicted = earlier.amount !== report.amount || (await isOtherwise(tx, report, earlier));
  if (isContradicted) {
    await recordEvent(tx, {
      at: deps.clock.now(),
      country: report.country,
      kind: 'payment-report-contradicted',
      detail: { source: report.source, reportId: report.reportId, amount: report.amount },
    });
  }
  return { outcome: earlier.outcome, isNew: false, isContradicted };
}

/**
 * Checks for a report that contradicts an earlier one of the same amount. A typed report equals the network's
 * own, which includes the reference too. If a person reversed the typed one, the network's report is new.
 */
async function isOtherwise(tx: Tx, { reference }: PaymentReport, earlier: Earlier): Promise<boolean> {
  const isSame = earlier.request_reference === reference;
  if (isSame && !earlier.isTakenBack) return false;
  const handled = await tx
    .selectFrom('payment_handling')
    .select('kind')
    .where('report_id', '=', earlier.id)
    .where('kind', 'in', ['manual', 'reversal'])
    .execute();
  const isTyped = handled.some(({ kind }) => kind === 'manual');
  return isTyped ? handled.some(({ kind }) => kind === 'reversal') : !isSame;
}

/**
 * Books money reported before its payment was stored: a provider's webhook can overtake the response that
 * opens the payment. It also resolves money that waits for a person under the payment's reference.
 */
export async function adoptReports(tx: Tx, deps: BookingDependencies, reference: string): Promise<void> {
  await lockReference(tx, reference);
  const early = await tx
    .selectFrom('payment_report')
    .select(['id', 'source', 'report_id'])
    .where('request_reference', '=', reference)
    .where('outcome', '=', 'unmatched')
    .orderBy('id')
    .execute();
  for (const { id, source, report_id: reportId } of early) {
    // A person may be matching it, or its network reversing it, at this moment.
    await lockReport(tx, { source, reportId });
    const row = await tx
      .selectFrom('payment_report')
      .selectAll()
      .where('id', '=', id)
      .where('outcome', '=', 'unmatched')
      .forUpdate()
      .executeTakeFirst();
    if (row) await adoptReport(tx, deps, row, reference, '');
  }
}

/** Report with unmatched money, with the columns that booking reads. */
export type WaitingReport = Pick<
  Selectable<ReportTable>,
  | 'id'
  | 'country'
  | 'source'
  | 'report_id'
  | 'request_reference'
  | 'amount'
  | 'refunded'
  | 'currency'
  | 'paid_on'
  | 'version'
>;

export function reportOf(row: WaitingReport): PaymentReport {
  return {
    country: row.country,
    source: row.source,
    reportId: row.report_id,
    reference: row.request_reference,
    // Less the provider's refunds meanwhile.
    amount: subtract(centavos(row.amount), centavos(row.refunded)),
    currency: row.currency,
    paidOn: row.paid_on,
  };
}

/**
 * Books unmatched money on its payment. @param reference the payment's reference, even if the payer wrote
 * another @param by staff member; '' for the system @returns undefined if it still waits
 */
export async function adoptReport(
  tx: Tx,
  deps: BookingDependencies,
  row: WaitingReport,
  reference: string,
  by: string,
): Promise<Booked | undefined> {
  const report = reportOf(row);
  const now = deps.clock.now();
  const requested = (await lockRequested(tx, report, reference)) ?? (await awaitRequested(tx, report));
  const decision = decideOn(requested, report, now);
  const booked = requested && decision && (await book(tx, deps, requested.read, decision));
  const matched = { request: decision && requested?.request, booked };
  if (matched.request && booked) await closePaid(tx, matched.request, booked, now);
  await notifyReported(tx, deps, report, matched);
  if (booked) await noteAdopted(tx, deps, row, outcomeColumns(matched), by);
  return booked;
}

/**
 * Books waiting money on a loan, paying its oldest instalments.
 * @returns undefined when the loan takes no payment
 */
export async function adoptOnLoan(
  tx: Tx,
  deps: BookingDependencies,
  loanId: number,
  row: WaitingReport,
  by: string,
): Promise<Booked | undefined> {
  const report = reportOf(row);
  const { source, reportId: reference } = report;
  const read = await readForPayments(tx, [loanId], [{ source, reference }]);
  const [loan] = read.loans;
  const booked = loan && (await book(tx, deps, read, decideForLoan(report, loan, deps.clock.now())));
  if (!booked) return undefined;
  const { outcome, paymentId, use } = booked;
  await noteAdopted(tx, deps, row, { outcome, payment_id: paymentId, credited: use.credited }, by);
  return booked;
}

/** Posts the money out of the suspense account. */
async function noteAdopted(
  tx: Tx,
  deps: BookingDependencies,
  row: WaitingReport,
  columns: object,
  by: string,
): Promise<void> {
  const { country, currency, paidOn, amount } = reportOf(row);
  await tx
    .updateTable('payment_report')
    .set({ ...columns, version: row.version + 1, handled_by: by })
    .where('id', '=', row.id)
    .execute();
  await post(tx, {
    country,
    currency,
    kind: 'payment-moved',
    valueDate: paidOn,
    at: deps.clock.now(),
    entries: reversed(unidentifiedReceived(amount)),
  });
}
