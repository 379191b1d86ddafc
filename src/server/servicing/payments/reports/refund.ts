import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { centavos, subtract, type Centavos } from '../../../../domain/money.ts';
import { takeBack } from '../../../loans/books/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import { notifyPayment, recipientOfReport } from './notify.ts';
import { lockReport } from './queries.ts';
import { leaveSuspense } from './reverse-report.ts';

interface RefundReport {
  readonly source: string;
  /** Provider's own payment id, as in the payment's report. */
  readonly reportId: string;
  /** Total refunded so far. */
  readonly refunded: Centavos;
  readonly refundedOn: CalendarDate;
}

/**
 * Applies a partial refund: from now on the payment counts for the remainder, as if no more had ever arrived.
 * Idempotent. For an unmatched payment, the refunded part no longer waits for a person. @returns false if
 * nothing was done: unknown payment, reversed in full, or reported before
 */
export async function reportRefund(
  tx: Tx,
  deps: BookingDependencies,
  report: RefundReport,
): Promise<boolean> {
  await lockReport(tx, report);
  const original = await tx
    .selectFrom('payment_report')
    .selectAll()
    .where('source', '=', report.source)
    .where('report_id', '=', report.reportId)
    .executeTakeFirst();
  if (!original || original.outcome === 'reversed' || report.refunded <= original.refunded) return false;
  const part = subtract(report.refunded, centavos(original.refunded));
  const keeps = subtract(centavos(original.amount), report.refunded);
  const name = `${report.reportId}:refunded:${report.refunded}`;
  const paymentId =
    original.payment_id === null
      ? await releasePart(tx, deps, original, part, report.refundedOn)
      : await lessen(tx, deps, { ...report, reportId: name, paymentId: original.payment_id, keeps });
  if (paymentId === undefined) return false;
  await tx
    .updateTable('payment_report')
    .set({
      refunded: report.refunded,
      payment_id: paymentId,
      // An amount already returned to its payer has left twice.
      ...(original.outcome === 'returned' ? { short: original.short + part } : {}),
      version: original.version + 1,
      handled_by: '',
    })
    .where('id', '=', original.id)
    .execute();
  // Stores the part as a separate report, shown on the payment's page and found by support.
  await tx
    .insertInto('payment_report')
    .values({
      country: original.country,
      source: report.source,
      report_id: name,
      request_reference: original.request_reference,
      amount: part,
      currency: original.currency,
      paid_on: report.refundedOn,
      outcome: 'refunded',
      reason: 'refunded',
      request_id: original.request_id,
      payment_id: original.payment_id,
      reported_at: deps.clock.now(),
    })
    .execute();
  const recipient = await recipientOfReport(tx, original);
  if (recipient)
    await notifyPayment(tx, deps, recipient, 'refunded', part, { whole: centavos(original.amount) });
  return true;
}

interface Lessened extends Omit<RefundReport, 'refunded'> {
  readonly paymentId: number;
  /** Remaining amount of the payment, above zero. */
  readonly keeps: Centavos;
}

/** @returns row of the replacement payment; undefined if the payment was already reversed */
async function lessen(
  tx: Tx,
  deps: BookingDependencies,
  { paymentId, keeps, source, reportId, refundedOn: reversedOn }: Lessened,
): Promise<number | undefined> {
  const reversal = { paymentId, source, reportId, reason: 'refunded', reversedOn, keeps } as const;
  const taken = await takeBack(tx, deps, reversal);
  if (taken === undefined) return undefined;
  const detail = { amount: subtract(taken.amount, keeps), source };
  const { country, customerId, id: loanId } = taken.loan;
  const at = deps.clock.now();
  await recordEvent(tx, { at, country, kind: 'payment-refunded', customerId, loanId, detail });
  return taken.restId;
}

/** @returns null, because there is no payment for it */
async function releasePart(
  tx: Tx,
  { clock }: BookingDependencies,
  original: Parameters<typeof leaveSuspense>[1],
  amount: Centavos,
  on: CalendarDate,
): Promise<null> {
  await leaveSuspense(tx, original, { kind: 'payment-refunded', amount, on, at: clock.now() });
  return null;
}
