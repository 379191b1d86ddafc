import { packOf } from '../../../../countries/index.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import { centavos, formatMoney } from '../../../../domain/money.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import type { CollectedLine, CollectionNetwork } from '../../../integrations/collection/port.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { writeAudit } from '../../../staff/actions/service.ts';
import { recordMove } from '../../../staff/limits/service.ts';
import type { LineOutcome } from './book-line.ts';

/** Uploader and approver of a file. */
export interface FilePeople {
  readonly uploadedBy: number;
  readonly approvedBy: number;
  /** Number of the approved request. */
  readonly approval: number;
}

/** Audit action for a line that affected a loan, shown in its customer's history. */
const lineAction = 'settlement line';

/** Loan on which a reported payment was booked, even if it was reversed; undefined for none. */
export async function loanOfReport(db: Queryable, source: string, reportId: string) {
  return db
    .selectFrom('payment_report as r')
    .innerJoin('payment as p', 'p.id', 'r.payment_id')
    .innerJoin('loan as l', 'l.id', 'p.loan_id')
    .select(['r.id as report', 'l.id as loan', 'l.customer_id as customer'])
    .where('r.source', '=', source)
    .where('r.report_id', '=', reportId)
    .executeTakeFirst();
}

/** Outcomes without effect: known before, refused, or a reversal that waits for its payment. */
const idle = ['known', 'refused', 'waiting'];

/**
 * Records a line of an uploaded file that affected a loan: for the audit, the customer's history and the
 * limits.
 */
export async function recordLine(
  tx: Tx,
  { clock }: Pick<BookingDependencies, 'clock'>,
  file: {
    readonly name: string;
    readonly network: Pick<CollectionNetwork, 'country' | 'source'>;
    readonly people: FilePeople;
  },
  line: CollectedLine,
  { outcome }: LineOutcome,
): Promise<void> {
  if (line.kind === 'unread' || idle.includes(outcome)) return;
  const { country, source } = file.network;
  const { uploadedBy, approvedBy, approval } = file.people;
  const touched = await loanOfReport(tx, source, line.reportId);
  if (!touched) return;
  const at = clock.now();
  const { loan: loanId, customer: customerId } = touched;
  const subject = `report:${touched.report}`;
  const amount = formatMoney(centavos(line.amount), packOf(country).currency);
  const move = { country, kind: 'file', amount: line.amount, loanId, customerId, subject } as const;
  await recordMove(tx, { at, askedBy: uploadedBy, approvedBy, ...move });
  await writeAudit(tx, {
    at,
    staffId: approvedBy,
    action: lineAction,
    origin: { requestId: '', address: '', device: '' },
    subject,
    subjectName: `Línea ${line.line} de ${file.name}, ${amount}`,
    country,
    customerId,
    after: {
      loan: loanId,
      outcome,
      amount,
      paid_on: formatDate(line.paidOn),
      source,
      reference: line.reportId,
    },
    approval: { id: approval, requestedBy: uploadedBy },
  });
}
