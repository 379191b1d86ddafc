import { sql, type RawBuilder } from 'kysely';
import { readForPayments, type PaymentUse, type ReadForPayments } from '../../../loans/books/service.ts';
import { write, type Tx } from '../../../platform/database.ts';
import { pipeline } from '../../../platform/statements.ts';
import { lockName, lockNames } from '../../../platform/work/named-locks.ts';
import { closeRequests, loanOfReference, lockRequestOfLockedLoan, type PaymentRequest } from '../queries.ts';
import type { PaymentReport } from './decide.ts';

/** Permanent identity of a report: its source and the source's payment id. */
export interface ReportName {
  readonly source: string;
  readonly reportId: string;
}

/** Report with our reference, as given to the payer. */
type Referring = ReportName & Pick<PaymentReport, 'reference'>;

/** Serializes report and reversal of one payment, in either order. */
export const lockReport = (tx: Tx, { source, reportId }: ReportName): Promise<void> =>
  lockName(tx, nameOf(source, reportId));

/** {@link lockReport} for many reports of one source. */
export const lockReports = (tx: Tx, source: string, reportIds: readonly string[]): Promise<void> =>
  lockNames(
    tx,
    reportIds.map((id) => nameOf(source, id)),
  );

const nameOf = (source: string, reportId: string) => `report ${source} ${reportId}`;

/** Reports already reversed, among the given ones. */
export async function reversedEarlier(
  tx: Tx,
  source: string,
  reportIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('payment_report')
    .select('report_id')
    .where('source', '=', source)
    .where(sql<boolean>`report_id = any(${reportIds.map(reversalId)}::text[])`)
    .execute();
  const taken = new Set(rows.map(({ report_id }) => report_id));
  return reportIds.filter((id) => taken.has(reversalId(id)));
}

export const reversalId = (reportId: string) => `${reportId}:reversed`;

/** Finds a report and its reversal by name; the report's lock excludes later changes. */
export async function findReports(tx: Tx, { source, reportId }: ReportName) {
  const rows = await tx
    .selectFrom('payment_report')
    .select([
      'id',
      'country',
      'source',
      'report_id',
      'outcome',
      'request_reference',
      'amount',
      'refunded',
      'currency',
      'paid_on',
      'reason',
      'payment_id',
      'request_id',
    ])
    .where('source', '=', source)
    .where('report_id', 'in', [reportId, reversalId(reportId)])
    .execute();
  return {
    original: rows.find(({ report_id }) => report_id === reportId),
    reversal: rows.find(({ report_id }) => report_id !== reportId),
  };
}

export type ReportRow = NonNullable<Awaited<ReturnType<typeof findReports>>['original']>;

/** Payment request and its loan, both locked, with the data for booking money. */
export interface Requested {
  readonly read: ReadForPayments;
  readonly request: PaymentRequest;
}

/**
 * Locks request and loan and reads the data for booking; undefined without a request under the reference. A
 * payment stored between the two statements has no loan yet for the first one and counts as not requested.
 */
export async function lockRequested(
  tx: Tx,
  { source, reportId, reference }: Referring,
): Promise<Requested | undefined> {
  const [read, request] = await pipeline(tx, [
    (on) => readForPayments(on, loanOfReference(reference), [{ source, reference: reportId }]),
    (on) => lockRequestOfLockedLoan(on, reference),
  ]);
  return request && read.loans.length > 0 ? { read, request } : undefined;
}

/** Waits for a concurrent transaction that opens the payment. */
export async function awaitRequested(tx: Tx, report: Referring): Promise<Requested | undefined> {
  await lockReference(tx, report.reference);
  return lockRequested(tx, report);
}

export const lockReference = (tx: Tx, reference: string): Promise<void> =>
  lockName(tx, `payment ${reference}`);

/**
 * Locks a report, finds it and its reversal, and locks the requested payment. The statements travel together,
 * and each reads behind the locks of those before it.
 */
export async function loadReported(tx: Tx, report: Referring) {
  const [, reports, requested] = await pipeline(tx, [
    (on) => lockReport(on, report),
    (on) => findReports(on, report),
    (on) => lockRequested(on, report),
  ]);
  const isKnown = reports.original !== undefined || requested !== undefined;
  return { ...reports, requested: isKnown ? requested : await awaitRequested(tx, report) };
}

/** Match of a report: its payment request, and the booking of the money on its loan. */
interface Match {
  readonly request: PaymentRequest | undefined;
  readonly booked:
    | { readonly outcome: string; readonly paymentId: number; readonly use: Pick<PaymentUse, 'credited'> }
    | undefined;
}

/** Columns of a report that follow from its match. */
export function outcomeColumns({ request, booked }: Match) {
  if (request === undefined || booked === undefined)
    return { outcome: 'unmatched', request_id: null, payment_id: null, credited: 0 };
  const { outcome, paymentId, use } = booked;
  return { outcome, request_id: request.id, payment_id: paymentId, credited: use.credited };
}

/** Stores a report and closes the payment that it pays, in one statement. */
export async function storeReport(tx: Tx, report: PaymentReport, match: Match, now: Date): Promise<void> {
  const { country, source, reportId, reference, amount, currency, paidOn, text = '' } = report;
  const { outcome, request_id, payment_id, credited } = outcomeColumns(match);
  const insert = sql`
    insert into payment_report (country, source, report_id, request_reference, amount, currency, paid_on, reported_at,
      outcome, request_id, payment_id, credited, text)
    values (${country}, ${source}, ${reportId}, ${reference}, ${amount}, ${currency}, ${paidOn}, ${now},
      ${outcome}, ${request_id}, ${payment_id}, ${credited}, ${text})`;
  if (match.request && match.booked) await closePaid(tx, match.request, now, insert);
  else await write(tx, insert.compile(tx));
}

/** Closes a booked payment. @param relatedWrite executed in the same statement */
export function closePaid(
  tx: Tx,
  { id, state }: PaymentRequest,
  now: Date,
  relatedWrite?: RawBuilder<unknown>,
): Promise<void> {
  return closeRequests(tx, state === 'paid' ? [] : [id], 'paid', now, relatedWrite);
}
