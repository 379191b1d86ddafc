import { sql } from 'kysely';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { reversed, unidentifiedReceived } from '../../../../domain/ledger.ts';
import { centavos, subtract, type Centavos, type Currency } from '../../../../domain/money.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import { reversePayment, type ReversalReason } from '../../../loans/books/service.ts';
import { MEMBERSHIP_CHARGE, post } from '../../../loans/ledger/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import { adoptCharge } from '../adopt-charge.ts';
import { closeRequests } from '../queries.ts';
import { notifyPayment, recipientOfReport } from './notify.ts';
import { findReports, lockReport, reversalId, type ReportName, type ReportRow } from './queries.ts';

/** Reversal by a network or provider, under the name of the original report. */
interface ReversalReport extends ReportName {
  readonly country: CountryCode;
  /** Our reference, as given to the payer. */
  readonly reference: string;
  readonly amount: Centavos;
  readonly currency: Currency;
  readonly reason: ReversalReason;
  readonly reversedOn: CalendarDate;
}

/**
 * Reverses reported money, idempotently. A reversal reported before its payment is stored and takes effect
 * when the payment arrives. @returns false, with nothing done, if it was reported before
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
  if (report.source === MEMBERSHIP_CHARGE) await adoptCharge(tx, deps, report.reportId);
  await applyEarlierReversal(tx, deps, report);
  return true;
}

/** Applies a reported reversal of a payment, received before or after the payment's own report. */
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
      // A part refunded before is not reversed again.
      refunded: original.refunded,
    })
    .where('id', '=', reversal.id)
    .execute();
  if (original.request_id !== null) await showReversed(tx, original.request_id, deps.clock.now());
  const recipient = await recipientOfReport(tx, original);
  const whole = original.refunded > 0 ? centavos(original.amount) : undefined;
  if (recipient) await notifyPayment(tx, deps, recipient, 'reversed', leftOf(original), { whole });
}

/** Amount not refunded yet. */
const leftOf = ({ amount, refunded }: Pick<ReportRow, 'amount' | 'refunded'>): Centavos =>
  subtract(centavos(amount), centavos(refunded));

/** Closes unmatched money, so that it no longer waits for a person. */
async function releaseUnmatched(
  tx: Tx,
  { clock }: BookingDependencies,
  original: ReportRow,
  reversedOn: CalendarDate,
): Promise<void> {
  const amount = leftOf(original);
  await leaveSuspense(tx, original, { kind: 'payment-reversed', amount, on: reversedOn, at: clock.now() });
  // An amount already returned to its payer has left twice, and stays on the list for a person.
  const isReturned = original.outcome === 'returned';
  const state = isReturned ? { short: sql<number>`short + ${amount}` } : { outcome: 'reversed' };
  await tx
    .updateTable('payment_report')
    .set({ ...state, version: sql<number>`version + 1`, handled_by: '' })
    .where('id', '=', original.id)
    .execute();
}

/** Posts the reversal of unmatched money, or of part of it. */
export async function leaveSuspense(
  tx: Tx,
  { country, currency, source }: Pick<ReportRow, 'country' | 'currency' | 'source'>,
  left: { readonly kind: string; readonly amount: Centavos; readonly on: CalendarDate; readonly at: Date },
): Promise<void> {
  const { kind, amount, on: valueDate, at } = left;
  const entries = reversed(unidentifiedReceived(amount));
  await post(tx, { country, currency, kind: 'payment-reversed', valueDate, at, entries });
  await recordEvent(tx, { at, country, kind, detail: { source, amount } });
}

/** Shows the reversal on the payment's page, unless another payment for it still counts. */
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
