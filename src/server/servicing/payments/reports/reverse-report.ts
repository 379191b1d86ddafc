import { sql } from 'kysely';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { reversed, unidentifiedReceived } from '../../../../domain/ledger.ts';
import { centavos, subtract, type Centavos, type Currency } from '../../../../domain/money.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import { reversePayment, type ReversalReason } from '../../../loans/books/service.ts';
import { post } from '../../../loans/ledger/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import { closeRequests, requestById } from '../queries.ts';
import { tellPayment } from './tell.ts';
import { toldOfPayment } from './told.ts';

/** What a network or provider says of money that it takes back. */
export interface ReversalReport {
  readonly country: CountryCode;
  /** Who reports, and its own id of the payment: as in the report of the payment itself. */
  readonly source: string;
  readonly reportId: string;
  /** Our reference, as it was given to the payer. */
  readonly reference: string;
  readonly amount: Centavos;
  readonly currency: Currency;
  readonly reason: ReversalReason;
  readonly reversedOn: CalendarDate;
}

/** Report and reversal of one payment come one after the other, in either order. */
export async function lockReport(
  tx: Tx,
  { source, reportId }: { readonly source: string; readonly reportId: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report ${source} ${reportId}`}, 0))`.execute(tx);
}

/** The same for many reports of one source, in an order that does not lock two workers out of each other. */
export async function lockReports(tx: Tx, source: string, reportIds: readonly string[]): Promise<void> {
  if (reportIds.length === 0) return;
  await sql`
    select pg_advisory_xact_lock(hashtextextended('report ' || ${source}::text || ' ' || id, 0))
    from unnest(${reportIds.toSorted()}::text[]) as id
  `.execute(tx);
}

/** Those of the reports that somebody has taken back. */
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

/** Under which name a report is taken back. */
export const reversalId = (reportId: string) => `${reportId}:reversed`;

/**
 * Takes reported money back, once however often it is said. Said before the payment itself was reported, it is kept
 * and takes effect as soon as that comes.
 * @returns false when it had been said before: then nothing was done
 */
export async function reportReversal(
  tx: Tx,
  deps: BookingDependencies,
  report: ReversalReport,
): Promise<boolean> {
  await lockReport(tx, report);
  const kept = await tx
    .insertInto('payment_report')
    .values({
      country: report.country,
      source: report.source,
      report_id: reversalId(report.reportId),
      request_reference: report.reference,
      amount: report.amount,
      currency: report.currency,
      paid_on: report.reversedOn,
      outcome: 'reversed',
      reason: report.reason,
      reported_at: deps.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['source', 'report_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!kept) return false;
  await applyEarlierReversal(tx, deps, report);
  return true;
}

/** What names a report for ever. */
interface ReportName {
  readonly source: string;
  readonly reportId: string;
}

/** What was reported under a name, and what was said of taking it back; behind the report's lock nothing comes after. */
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

/** Takes a reported payment back if somebody has said so, before or after the report itself. */
export async function applyEarlierReversal(
  tx: Tx,
  deps: BookingDependencies,
  report: ReportName,
): Promise<void> {
  const { source, reportId } = report;
  const { original, reversal } = await findReports(tx, report);
  if (!original || !reversal) return;
  const reversedOn = reversal.paid_on;
  if (original.payment_id === null) {
    await releaseUnmatched(tx, deps, original, reversedOn);
    return;
  }
  const reason = reversal.reason as ReversalReason;
  await reversePayment(tx, deps, { paymentId: original.payment_id, source, reportId, reason, reversedOn });
  await tx
    .updateTable('payment_report')
    .set({
      payment_id: original.payment_id,
      request_id: original.request_id,
      // A part that had been given back before is not taken back again.
      refunded: original.refunded,
    })
    .where('id', '=', reversal.id)
    .execute();
  const { request_id: requestId } = original;
  if (requestId !== null) await showReversed(tx, requestId, deps.clock.now());
  const told = requestId === null ? await toldOfPayment(tx, original) : await requestById(tx, requestId);
  const whole = original.refunded > 0 ? centavos(original.amount) : undefined;
  if (told) await tellPayment(tx, deps, told, 'reversed', leftOf(original), { whole });
}

/** What had not been given back before. */
const leftOf = ({ amount, refunded }: Pick<ReportRow, 'amount' | 'refunded'>): Centavos =>
  subtract(centavos(amount), centavos(refunded));

interface ReportRow {
  readonly refunded: number;
  readonly id: number;
  readonly outcome: string;
  readonly country: CountryCode;
  readonly source: string;
  readonly amount: number;
  readonly currency: Currency;
}

/** Money that matched no loan no longer waits for a person. */
async function releaseUnmatched(
  tx: Tx,
  { clock }: BookingDependencies,
  { id, country, source, currency, outcome, ...report }: ReportRow,
  reversedOn: CalendarDate,
): Promise<void> {
  const at = clock.now();
  const amount = leftOf(report);
  await post(tx, {
    country,
    currency,
    kind: 'payment-reversed',
    valueDate: reversedOn,
    at,
    entries: reversed(unidentifiedReceived(amount)),
  });
  // What had gone back to its payer by then has left twice, and stays on the list of a person.
  const state = outcome === 'returned' ? { short: sql<number>`short + ${amount}` } : { outcome: 'reversed' };
  await tx
    .updateTable('payment_report')
    .set({ ...state, version: sql<number>`version + 1`, handled_by: '' })
    .where('id', '=', id)
    .execute();
  await recordEvent(tx, { at, country, kind: 'payment-reversed', detail: { source, amount } });
}

/** The payment's own page says it, unless another payment for it still counts. */
async function showReversed(tx: Tx, requestId: number, now: Date): Promise<void> {
  const counting = await tx
    .selectFrom('payment_report as r')
    .leftJoin('payment_reversal as v', 'v.payment_id', 'r.payment_id')
    .select('r.id')
    .where('r.request_id', '=', requestId)
    .where('r.payment_id', 'is not', null)
    .where('r.outcome', 'not in', ['reversed', 'refunded'])
    .where('v.payment_id', 'is', null)
    .executeTakeFirst();
  if (!counting) await closeRequests(tx, [requestId], 'reversed', now);
}
