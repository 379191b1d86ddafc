import { unidentifiedReceived } from '../../../../domain/ledger.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import { post } from '../../../loans/ledger/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { adoptReports } from './adopt-report.ts';
import { bookRequested, closeOverlapping, isMeant } from './book-report.ts';
import type { PaymentReport } from './decide.ts';
import { notifyContradicted, notifyReported } from './notify.ts';
import { loadReported, storeReport, type Requested } from './queries.ts';
import { applyEarlierReversal } from './reverse-report.ts';

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
  const { country, source, reportId, amount, currency, paidOn } = report;
  // Lock and load.
  const { original, reversal, requested } = await loadReported(tx, report);
  if (original)
    return reportedBefore(tx, deps, report, { ...original, isTakenBack: reversal !== undefined }, requested);

  // Decide and write.
  const matched = await bookRequested(tx, deps, requested, report, now);
  const { request, booked } = matched;
  await storeReport(tx, report, matched, now);
  if (request && booked) await closeOverlapping(tx, request, booked, now);
  if (booked === undefined) await postUnidentified(tx, { country, currency, amount, paidOn }, now);

  // Notify.
  await notifyReported(tx, deps, { country, source, amount }, matched);

  if (reversal) await applyEarlierReversal(tx, deps, { source, reportId });
  return { outcome: booked?.outcome ?? 'unmatched', isNew: true };
}

/** Posts money that leads to no loan: it waits for a person. */
async function postUnidentified(
  tx: Tx,
  { country, currency, amount, paidOn }: Pick<PaymentReport, 'country' | 'currency' | 'amount' | 'paidOn'>,
  at: Date,
): Promise<void> {
  const entries = unidentifiedReceived(amount);
  await post(tx, { country, currency, kind: 'payment-unidentified', valueDate: paidOn, at, entries });
}

interface Earlier {
  readonly id: number;
  readonly outcome: string;
  readonly amount: number;
  readonly request_reference: string;
  readonly isTakenBack: boolean;
}

/** Resolves a report that came before: nothing is done, unless its money waits for a payment that is open. */
async function reportedBefore(
  tx: Tx,
  deps: BookingDependencies,
  report: PaymentReport,
  earlier: Earlier,
  requested: Requested | undefined,
): Promise<Reported> {
  const { country, source, reportId, reference, amount } = report;
  // An unmatched report with an open payment is left over from an earlier release; a repeated report books it.
  const isStuck = earlier.outcome === 'unmatched' && earlier.request_reference === reference;
  const isOpen = requested?.request.state === 'open' && isMeant(requested.request, report);
  if (isStuck && isOpen) await adoptReports(tx, deps, reference);
  // The first report prevails; a person reviews the other one.
  const isContradicted = earlier.amount !== amount || (await isOtherwise(tx, reference, earlier));
  if (isContradicted) await notifyContradicted(tx, deps, { country, source, reportId, amount });
  return { outcome: earlier.outcome, isNew: false, isContradicted };
}

/**
 * Checks for a report that contradicts an earlier one of the same amount. A typed report equals the network's
 * own, which includes the reference too. If a person reversed the typed one, the network's report is new.
 */
async function isOtherwise(tx: Tx, reference: string, earlier: Earlier): Promise<boolean> {
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
