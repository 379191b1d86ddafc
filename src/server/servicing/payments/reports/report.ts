import { sql, type RawBuilder, type Selectable } from 'kysely';
import { reversed, unidentifiedReceived } from '../../../../domain/ledger.ts';
import { centavos, subtract } from '../../../../domain/money.ts';
import { post } from '../../../loans/ledger/service.ts';
import type { PaymentReport as ReportTable } from '../../../platform/database-types.ts';
import { write, type Tx } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import { lockName } from '../../../platform/work/named-locks.ts';
import { pipeline } from '../../../platform/statements.ts';
import {
  bookOn,
  readToBook,
  type Booked,
  type PaymentReport,
  type ReadToBook,
  type ReportOutcome,
} from './book-report.ts';
import { type PaymentRequest, closeRequests } from '../queries.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import { applyEarlierReversal, findReports, lockReport } from './reverse-report.ts';
import { tellPayment } from './tell.ts';

/**
 * Closes a booked payment and the open payments of the same instalments.
 * @param beside related write, in the same statement
 */
async function endPaid(
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
    // Card charges in progress stay: the gateway's answer will close them.
    .where('r.state', '=', 'open')
    .where('r.id', '<>', id)
    .where((eb) => eb.or([eb.val(isOwners), eb('r.is_owners', '=', false), isPaid]))
    .execute();
  const ids = others.map((other) => other.id);
  if (ids.length > 0) await closeRequests(tx, ids, 'expired', now);
}

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
  const [, { original, reversal }, read] = await pipeline(tx, [
    (on) => lockReport(on, report),
    (on) => findReports(on, report),
    (on) => readToBook(on, report),
  ]);
  if (original) {
    // An unmatched report with an open payment is left over from an earlier release; a repeated report books
    // it.
    const isStuck = original.outcome === 'unmatched' && original.request_reference === report.reference;
    const isOpen = read?.request.state === 'open' && isMeant(read.request, report);
    if (isStuck && isOpen) await adoptReports(tx, deps, report.reference);
    return reportedBefore(tx, report, { ...original, isTakenBack: reversal !== undefined }, now);
  }
  const matched = await matchReport(tx, deps, report, read);
  await conclude(tx, deps, report, matched, reportInsert(report, matched, now));
  if (matched.booked === undefined) await keepUnmatched(tx, report, now);
  if (reversal) await applyEarlierReversal(tx, deps, report);
  return { outcome: outcomeOf(matched), isNew: true };
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
    // A person may be matching it, or its network taking it back, at this moment.
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

/** Report with waiting money, with the columns that booking reads. */
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
 * Books waiting money on its payment.
 * @param reference the payment's reference, even if the payer wrote another
 * @param by staff member; '' for the system
 * @returns undefined when it still waits
 */
export async function adoptReport(
  tx: Tx,
  deps: BookingDependencies,
  row: WaitingReport,
  reference: string,
  by: string,
): Promise<Booked | undefined> {
  const report = reportOf(row);
  const matched = await matchReport(tx, deps, report, await readToBook(tx, report, reference));
  await conclude(tx, deps, report, matched);
  if (matched.booked) await noteAdopted(tx, deps, row, outcomeColumns(matched), by);
  return matched.booked;
}

/** Posts the money out of the suspense account. */
export async function noteAdopted(
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

/** Books a report's money if it matches a payment request whose loan takes it. */
async function matchReport(
  tx: Tx,
  deps: BookingDependencies,
  report: PaymentReport,
  seen: ReadToBook | undefined,
): Promise<Matched> {
  const read = seen ?? (await awaitRequest(tx, report));
  if (read === undefined || !isMeant(read.request, report)) return { request: undefined, booked: undefined };
  return { request: read.request, booked: await bookOn(tx, deps, read, report) };
}

/** Waits for a concurrent transaction that opens the payment. */
async function awaitRequest(tx: Tx, report: PaymentReport): Promise<ReadToBook | undefined> {
  await lockReference(tx, report.reference);
  return readToBook(tx, report);
}

const lockReference = (tx: Tx, reference: string): Promise<void> => lockName(tx, `payment ${reference}`);

/**
 * Closes the payment, notifies the borrower, and records unusual outcomes as events.
 * @param written the report's own row, if it is to be written
 */
async function conclude(
  tx: Tx,
  deps: BookingDependencies,
  report: PaymentReport,
  matched: Matched,
  written?: RawBuilder<unknown>,
): Promise<void> {
  const { request, booked } = matched;
  const outcome = outcomeOf(matched);
  const at = deps.clock.now();
  if (request && booked) await endPaid(tx, request, booked, at, written);
  else if (written) await write(tx, written.compile(tx));
  if (request) await tellPayment(tx, deps, request, outcome, report.amount, booked);
  if (outcome !== 'exact')
    await recordEvent(tx, {
      at,
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

interface Earlier {
  readonly id: number;
  readonly outcome: string;
  readonly amount: number;
  readonly request_reference: string;
  readonly isTakenBack: boolean;
}

async function reportedBefore(tx: Tx, report: PaymentReport, earlier: Earlier, at: Date): Promise<Reported> {
  // The first report prevails; a person reviews the other one.
  const isContradicted = earlier.amount !== report.amount || (await isOtherwise(tx, report, earlier));
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

async function keepUnmatched(tx: Tx, report: PaymentReport, at: Date): Promise<void> {
  await post(tx, {
    country: report.country,
    currency: report.currency,
    kind: 'payment-unidentified',
    valueDate: report.paidOn,
    at,
    entries: unidentifiedReceived(report.amount),
  });
}
