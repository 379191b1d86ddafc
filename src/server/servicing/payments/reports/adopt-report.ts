import type { Selectable } from 'kysely';
import { reversed, unidentifiedReceived } from '../../../../domain/ledger.ts';
import { centavos, subtract } from '../../../../domain/money.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import { readForPayments } from '../../../loans/books/service.ts';
import { post } from '../../../loans/ledger/service.ts';
import type { PaymentReport as ReportTable } from '../../../platform/database-types.ts';
import type { Tx } from '../../../platform/database.ts';
import { bookOnLoan, bookRequested, closeOverlapping, type Booked } from './book-report.ts';
import type { PaymentReport } from './decide.ts';
import { notifyReported } from './notify.ts';
import {
  awaitRequested,
  closePaid,
  lockReference,
  lockReport,
  lockRequested,
  outcomeColumns,
} from './queries.ts';

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
  const requested = (await lockRequested(tx, { ...report, reference })) ?? (await awaitRequested(tx, report));
  const matched = await bookRequested(tx, deps, requested, report, now);
  const { request, booked } = matched;
  if (request && booked) {
    await closePaid(tx, request, now);
    await closeOverlapping(tx, request, booked, now);
  }
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
  const booked = await bookOnLoan(tx, deps, read, report);
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
