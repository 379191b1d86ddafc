import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { centavos, toUnits } from '../../../../domain/money.ts';
import type { BookingDependencies, Dependencies } from '../../../dependencies.ts';
import type { CollectionFile, CollectionNetwork } from '../../../integrations/collection/port.ts';
import { transaction, type Queryable } from '../../../platform/database.ts';
import type { TextEncoding } from '../../../platform/text/decode-text.ts';
import { recordEvent } from '../../../platform/events.ts';
import { bookLine } from './book-line.ts';
import { isStop, keepOutcome, stopsOf } from './keep-line.ts';
import { recordLine, type FilePeople } from './line-history.ts';

/** A line that a person has to look at. */
export interface Reject {
  readonly line: number;
  readonly outcome: string;
  readonly reason: string;
  readonly reportId: string;
  /** Currency units; undefined where the line's is not understood. */
  readonly amount: number | undefined;
}

export type Imported =
  | { readonly ok: false; readonly reason: string }
  | {
      readonly ok: true;
      readonly lines: number;
      /** Lines that this run has booked; 0 when the file was known whole. */
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
  /** Who uploaded and approved it; absent for one from the network's channel or a command. */
  readonly people?: FilePeople | undefined;
}

/** Outcomes of booked lines that wait for a person, or for another file. */
export const rejected = ['refused', 'unmatched', 'waiting'];

/** Whether a person has to look at a line; one that stopped is not booked. */
export const needsPerson = (outcome: string): boolean => rejected.includes(outcome) || isStop(outcome);

/**
 * Books a network's settlement file. It is read whole before anything is booked, so half a file changes nothing;
 * then each line is a transaction of its own, with its outcome. Killed in between, the next run goes on where this
 * one ended; the same file again, or the same payment in another, books nothing. A line that stopped is tried again.
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
      await keepOutcome(tx, deps.clock.now(), { fileId, network, country: sender.country }, line, became);
      if (people) await recordLine(tx, deps, { name, network: sender, people }, line, became);
      return became;
    });
    if (!isStop(outcome)) booked += 1;
  }
  const rows = [...(await linesOf(deps.db, fileId)), ...(await stopsOf(deps.db, fileId))];
  const lines = rows.toSorted((a, b) => a.line - b.line);
  return { ...summary(read.file, booked, lines), encoding: read.encoding };
}

/** The row of a file, one for its bytes; and whether there was one. */
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
