import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { centavos, toUnits } from '../../../../domain/money.ts';
import type { BookingDependencies, Dependencies } from '../../../dependencies.ts';
import type {
  CollectedLine,
  CollectionFile,
  CollectionNetwork,
} from '../../../integrations/collection/port.ts';
import { transaction, type Queryable, type Tx } from '../../../platform/database.ts';
import type { TextEncoding } from '../../../platform/text/decode-text.ts';
import { recordEvent } from '../../../platform/events.ts';
import { bookLine, type LineOutcome } from './book-line.ts';
import { recordLine, type FilePeople } from './line-history.ts';

interface Reject {
  readonly line: number;
  readonly outcome: string;
  readonly reason: string;
  readonly reportId: string;
  /** Currency units; undefined if the line's amount is unreadable. */
  readonly amount: number | undefined;
}

export type Imported =
  | { readonly ok: false; readonly reason: string }
  | {
      readonly ok: true;
      readonly lines: number;
      /** Lines booked by this run; 0 if the whole file was known. */
      readonly booked: number;
      readonly encoding: TextEncoding;
      /** Currency units. */
      readonly amount: number;
      readonly outcomes: ReadonlyMap<string, number>;
      readonly rejects: readonly Reject[];
    };

type ImportDependencies = BookingDependencies & Pick<Dependencies, 'db' | 'ports'>;

interface FileToImport {
  readonly network: string;
  readonly name: string;
  readonly bytes: Buffer;
  /** Uploader and approver; absent for files from the network's channel or a command. */
  readonly people?: FilePeople | undefined;
}

/** Outcomes of booked lines that wait for a person, or for another file. */
export const rejected = ['refused', 'unmatched', 'waiting'];

/** Outcomes of lines that are not booked. */
export const stops = ['unread', 'future'];

const isStop = (outcome: string): boolean => stops.includes(outcome);

/** True if a line needs a person; a stopped line is not booked. */
export const needsPerson = (outcome: string): boolean => rejected.includes(outcome) || isStop(outcome);

/**
 * Books a network's settlement file. The whole file is read before anything is booked, so that half a file
 * changes nothing; then each line is booked in its own transaction, with its outcome. After a kill the next
 * run resumes there; the same file again, or the same payment in another file, books nothing. A stopped line
 * is retried.
 */
export async function importCollection(
  deps: ImportDependencies,
  { network, name, bytes, people }: FileToImport,
): Promise<Imported> {
  const { collection } = deps.ports;
  const sender = collection[network];
  if (sender === undefined) {
    const known = Object.keys(collection).join(', ');
    return { ok: false, reason: `there is no network ${network}; there are ${known}` };
  }
  const read = sender.read(bytes);
  if (!read.ok) {
    await recordEvent(deps.db, {
      at: deps.clock.now(),
      country: sender.country,
      kind: 'collection-file-refused',
      detail: { network, name, reason: read.reason },
    });
    return read;
  }
  const { id: fileId } = await keepFile(deps, sender, { network, name, bytes, file: read.file, people });
  const done = await linesOf(deps.db, fileId);
  const known = new Set(done.map(({ line }) => line));
  let booked = 0;
  for (const line of read.file.lines) {
    if (known.has(line.line)) continue;
    const { outcome } = await transaction(deps.db, async (tx) => {
      const became = await bookLine(tx, deps, sender, line);
      await storeOutcome(tx, deps.clock.now(), { fileId, network, country: sender.country }, line, became);
      if (people) await recordLine(tx, deps, { name, network: sender, people }, line, became);
      return became;
    });
    if (!isStop(outcome)) booked += 1;
  }
  const rows = [...(await linesOf(deps.db, fileId)), ...(await stopsOf(deps.db, fileId))];
  const lines = rows.toSorted((a, b) => a.line - b.line);
  return { ...summary(read.file, booked, lines), encoding: read.encoding };
}

/** Stores a file's row, one per content; also returns if it was known. */
export async function keepFile(
  { db, clock }: Pick<ImportDependencies, 'clock'> & { readonly db: Queryable },
  { country }: CollectionNetwork,
  { network, name, bytes, file, people }: FileToImport & { readonly file: CollectionFile },
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const sha256 = createHash('sha256').update(bytes).digest();
  const kept = await db
    .insertInto('collection_file')
    .values({
      network,
      country,
      sha256,
      name,
      settled_on: file.settledOn,
      line_count: file.lines.length,
      amount: file.total,
      imported_at: clock.now(),
      uploaded_by: people?.uploadedBy ?? null,
      approved_by: people?.approvedBy ?? null,
    })
    .onConflict((conflict) => conflict.columns(['network', 'sha256']).doNothing())
    .returning('id')
    .executeTakeFirst();
  const { id } = await db
    .selectFrom('collection_file')
    .select('id')
    .where('network', '=', network)
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow();
  return { id, isNew: kept !== undefined };
}

function linesOf(db: Queryable, fileId: number) {
  return db
    .selectFrom('collection_line')
    .select(['line', 'outcome', 'reason', 'report_id', 'amount'])
    .select(sql<string>`''`.as('said'))
    .where('file_id', '=', fileId)
    .execute();
}

interface FileOfLine {
  readonly fileId: number;
  readonly network: string;
  readonly country: CountryCode;
}

/** Stores a line's outcome: permanently if booked, until the retry if stopped. */
async function storeOutcome(
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
function stopsOf(db: Queryable, fileId: number) {
  return db
    .selectFrom('collection_stop as s')
    .select(['line', 'outcome', 'reason', 'said', 'report_id', 'amount'])
    .where('file_id', '=', fileId)
    .where(
      sql<boolean>`not exists (select from collection_line l where l.file_id = s.file_id and l.line = s.line)`,
    )
    .execute();
}

interface SummedLine {
  readonly line: number;
  readonly outcome: string;
  readonly reason: string;
  readonly said: string;
  readonly report_id: string;
  /** Centavos. */
  readonly amount: number | null;
}

function summary(file: CollectionFile, booked: number, lines: readonly SummedLine[]) {
  const outcomes = new Map<string, number>();
  for (const { outcome } of lines) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  return {
    ok: true,
    lines: file.lines.length,
    booked,
    amount: toUnits(file.total),
    outcomes,
    rejects: lines
      .filter(({ outcome }) => needsPerson(outcome))
      .map(({ line, outcome, reason, said, report_id, amount }) => ({
        line,
        outcome,
        reason: said === '' ? reason : `${reason}: ${said}`,
        reportId: report_id,
        amount: amount === null ? undefined : toUnits(centavos(amount)),
      })),
  } as const;
}
