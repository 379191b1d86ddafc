import { sql } from 'kysely';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import type { CollectedLine } from '../../../integrations/collection/port.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import type { LineOutcome } from './book-line.ts';

/** Outcomes of lines that are not booked. */
export const stops = ['unread', 'future'];

export const isStop = (outcome: string): boolean => stops.includes(outcome);

interface FileOfLine {
  readonly fileId: number;
  readonly network: string;
  readonly country: CountryCode;
}

/** Stores a line's outcome: permanently if booked, until the retry if stopped. */
export async function storeOutcome(
  tx: Tx,
  now: Date,
  file: FileOfLine,
  line: CollectedLine,
  became: LineOutcome,
): Promise<void> {
  if (line.kind === 'unread' || isStop(became.outcome)) return storeStop(tx, now, file, line, became);
  const { reference, outcome, reason } = became;
  await tx
    .insertInto('collection_line')
    .values({
      file_id: file.fileId,
      line: line.line,
      kind: line.kind,
      report_id: line.reportId,
      reference,
      amount: line.amount,
      paid_on: line.paidOn,
      outcome,
      reason,
    })
    // A concurrent run of the same file booked the line first, and this run found it known.
    .onConflict((conflict) => conflict.columns(['file_id', 'line']).doNothing())
    .execute();
}

async function storeStop(
  tx: Tx,
  now: Date,
  { fileId, network, country }: FileOfLine,
  { line, kind, reportId, amount, paidOn }: CollectedLine,
  { outcome, reason, said = '', reference }: LineOutcome,
): Promise<void> {
  const values = {
    kind,
    outcome,
    reason,
    said,
    reference,
    report_id: reportId,
    amount: amount ?? null,
    paid_on: paidOn ?? null,
  };
  const { is_new: isNew } = await tx
    .insertInto('collection_stop')
    .values({ file_id: fileId, line, ...values, stopped_at: now })
    .onConflict((conflict) => conflict.columns(['file_id', 'line']).doUpdateSet(values))
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  if (!isNew) return;
  const detail = { network, file: fileId, line, outcome, reason };
  await recordEvent(tx, { at: now, country, kind: 'collection-line-stopped', detail });
}

/** Stopped lines of a file that have not been booked since. */
export function stopsOf(db: Queryable, fileId: number) {
  return db
    .selectFrom('collection_stop as s')
    .select(['line', 'outcome', 'reason', 'said', 'report_id', 'amount'])
    .where('file_id', '=', fileId)
    .where(
      sql<boolean>`not exists (select from collection_line l where l.file_id = s.file_id and l.line = s.line)`,
    )
    .execute();
}
