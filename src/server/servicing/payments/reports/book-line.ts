import { localDate } from '../../../../countries/local-time.ts';
import { packOf } from '../../../../countries/index.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import type { CollectedLine, CollectionNetwork, MoneyLine } from '../../../integrations/collection/port.ts';
import type { Tx } from '../../../platform/database.ts';
import { referenceInBarcode } from '../coupons/coupon-barcode.ts';
import { methodOf } from '../methods.ts';
import { requestByReference } from '../queries.ts';
import type { PaymentReport } from './decide.ts';
import { findReports, lockReport } from './queries.ts';
import { reportPayment } from './report.ts';
import { reportReversal } from './reverse-report.ts';

export interface LineOutcome {
  readonly reference: string;
  /** As in `collection_line`, or `unread` or `future` for a line that stopped. */
  readonly outcome: string;
  readonly reason: string;
  /** Value that stopped the line. */
  readonly said?: string;
}

/** Books one line. A line that is not fully readable, or is dated in the future, books nothing. */
export async function bookLine(
  tx: Tx,
  deps: BookingDependencies,
  network: CollectionNetwork,
  line: CollectedLine,
): Promise<LineOutcome> {
  if (line.kind === 'unread')
    return { reference: '', outcome: 'unread', reason: line.reason, said: line.said };
  const { country, source } = network;
  const { reportId, amount, paidOn } = line;
  const reference = await referenceOf(tx, network, line);
  if (paidOn > localDate(deps.clock.now(), country))
    return { reference, outcome: 'future', reason: 'its date has not come', said: formatDate(paidOn) };
  const facts = { country, source, reportId, reference, amount, currency: packOf(country).currency, paidOn };
  return line.kind === 'reversal'
    ? takeBack(tx, deps, facts)
    : receive(tx, deps, { ...facts, text: line.text });
}

async function receive(tx: Tx, deps: BookingDependencies, report: PaymentReport): Promise<LineOutcome> {
  const { reference } = report;
  await lockReport(tx, report);
  const { original, reversal } = await findReports(tx, report);
  if (!original && reversal && isOther(reversal, report))
    return {
      reference,
      outcome: 'refused',
      reason: 'it was taken back before with another amount or reference',
    };
  const { outcome, isNew, isContradicted } = await reportPayment(tx, deps, report);
  if (isContradicted === true)
    return { reference, outcome: 'refused', reason: 'the same number was reported otherwise before' };
  if (!isNew) return { reference, outcome: 'known', reason: '' };
  const reason = outcome === 'unmatched' ? 'it leads to no payment that was asked for' : '';
  return { reference, outcome, reason };
}

/**
 * Reverses the payment with the line's number. A reversal covers the whole payment, so both amounts must
 * agree.
 */
async function takeBack(tx: Tx, deps: BookingDependencies, report: PaymentReport): Promise<LineOutcome> {
  const { reference, paidOn } = report;
  await lockReport(tx, report);
  const { original, reversal } = await findReports(tx, report);
  if ((original && isOther(original, report)) || (reversal && isOther(reversal, report)))
    return {
      reference,
      outcome: 'refused',
      reason: 'it takes back another amount or reference than was reported',
    };
  const isNew = await reportReversal(tx, deps, { ...report, reason: 'network', reversedOn: paidOn });
  if (!isNew) return { reference, outcome: 'known', reason: '' };
  return original
    ? { reference, outcome: 'reversed', reason: '' }
    : { reference, outcome: 'waiting', reason: 'the payment it takes back was not reported yet' };
}

/** Compares reports; those typed by a person and bank lines may lack a reference. */
function isOther(
  known: { readonly amount: number; readonly request_reference: string },
  { amount, reference }: Pick<PaymentReport, 'amount' | 'reference'>,
): boolean {
  const isElsewhere = known.request_reference !== reference;
  return known.amount !== amount || (isElsewhere && known.request_reference !== '' && reference !== '');
}

/** @returns '' if nothing in the line is one of our references, so its money waits for a person */
async function referenceOf(
  tx: Tx,
  { country, source }: Pick<CollectionNetwork, 'country' | 'source'>,
  line: MoneyLine,
): Promise<string> {
  if (line.reference !== '') return line.reference;
  const method = methodOf(country, source);
  if (line.barcode !== '' && method?.kind === 'coupon')
    return referenceInBarcode(method.barcode, line.barcode) ?? '';
  for (const [digits] of line.text.matchAll(/(?<!\d)\d{14}(?!\d)/g))
    if (await requestByReference(tx, digits)) return digits;
  return '';
}
