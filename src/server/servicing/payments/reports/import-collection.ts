import { createHash } from 'node:crypto';
import { packOf } from '../../../../countries/index.ts';
import { centavos, toUnits } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type {
  CollectedLine,
  CollectionFile,
  CollectionNetwork,
} from '../../../integrations/collection/port.ts';
import { transaction, type Queryable, type Tx } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import { referenceInBarcode } from '../coupons/coupon-barcode.ts';
import { methodOf } from '../methods.ts';
import { requestByReference } from '../queries.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import { reportPayment } from './report.ts';
import { reportReversal } from './reverse-report.ts';

/** A line that a person has to look at. */
export interface Reject {
  readonly line: number;
  readonly outcome: string;
  readonly reason: string;
  readonly reportId: string;
  /** Currency units. */
  readonly amount: number;
}

export type Imported =
  | { readonly ok: false; readonly reason: string }
  | {
      readonly ok: true;
      readonly lines: number;
      /** Lines that this run has booked; 0 when the file was known whole. */
      readonly booked: number;
      /** Currency units. */
      readonly amount: number;
      readonly outcomes: ReadonlyMap<string, number>;
      readonly rejects: readonly Reject[];
    };

type ImportDependencies = BookingDependencies & Pick<Dependencies, 'db' | 'ports'>;

/** Outcomes that wait for a person, or for another file. */
export const rejected = ['refused', 'unmatched', 'waiting'];

/**
 * Books a network's settlement file. It is read whole before anything is booked, so half a file changes nothing;
 * then each line is a transaction of its own, with its outcome. Killed in between, the next run goes on where this
 * one ended; the same file again, or the same payment in another, books nothing.
 */
export async function importCollection(
  deps: ImportDependencies,
  { network, name, bytes }: { readonly network: string; readonly name: string; readonly bytes: Buffer },
): Promise<Imported> {
  const { collection } = deps.ports;
  const sender = collection[network];
  if (sender === undefined) {
    const known = Object.keys(collection).join(', ');
    return { ok: false, reason: `there is no network ${network}; there are ${known}` };
  }
  const read = sender.read(bytes.toString('utf8'));
  if (!read.ok) {
    await recordEvent(deps.db, {
      at: deps.clock.now(),
      country: sender.country,
      kind: 'collection-file-refused',
      detail: { network, name, reason: read.reason },
    });
    return read;
  }
  const { id: fileId } = await keepFile(deps, sender, { network, name, bytes, file: read.file });
  const done = await linesOf(deps.db, fileId);
  const known = new Set(done.map(({ line }) => line));
  const left = read.file.lines.filter(({ line }) => !known.has(line));
  for (const line of left)
    await transaction(deps.db, async (tx) => {
      await keepLine(tx, fileId, line, await bookLine(tx, deps, sender, line));
    });
  return summary(read.file, left.length, await linesOf(deps.db, fileId));
}

/** The row of a file, one for its bytes; and whether there was one. */
export async function keepFile(
  { db, clock }: Pick<ImportDependencies, 'clock'> & { readonly db: Queryable },
  { country }: CollectionNetwork,
  {
    network,
    name,
    bytes,
    file,
  }: {
    readonly network: string;
    readonly name: string;
    readonly bytes: Buffer;
    readonly file: CollectionFile;
  },
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
    .where('file_id', '=', fileId)
    .orderBy('line')
    .execute();
}

interface LineOutcome {
  readonly reference: string;
  readonly outcome: string;
  readonly reason: string;
}

/** Books one line. @returns what became of it */
export async function bookLine(
  tx: Tx,
  deps: ImportDependencies,
  network: CollectionNetwork,
  line: CollectedLine,
): Promise<LineOutcome> {
  const { country, source } = network;
  const { reportId, amount, paidOn } = line;
  const reference = await referenceOf(tx, network, line);
  const facts = { country, source, reportId, reference, amount, currency: packOf(country).currency };
  if (line.kind === 'reversal') {
    const isNew = await reportReversal(tx, deps, { ...facts, reason: 'network', reversedOn: paidOn });
    if (!isNew) return { reference, outcome: 'known', reason: '' };
    return (await isReported(tx, source, reportId))
      ? { reference, outcome: 'reversed', reason: '' }
      : { reference, outcome: 'waiting', reason: 'the payment it takes back was not reported yet' };
  }
  const { outcome, isNew, isContradicted } = await reportPayment(tx, deps, {
    ...facts,
    paidOn,
    text: line.text,
  });
  if (isContradicted === true)
    return { reference, outcome: 'refused', reason: 'the same number was reported otherwise before' };
  if (!isNew) return { reference, outcome: 'known', reason: '' };
  const reason = outcome === 'unmatched' ? 'it leads to no payment that was asked for' : '';
  return { reference, outcome, reason };
}

/** @returns '' when nothing in the line is a reference of ours: its money waits for a person */
async function referenceOf(
  tx: Tx,
  { country, source }: Pick<CollectionNetwork, 'country' | 'source'>,
  line: CollectedLine,
): Promise<string> {
  if (line.reference !== '') return line.reference;
  const method = methodOf(country, source);
  if (line.barcode !== '' && method?.kind === 'coupon')
    return referenceInBarcode(method.barcode, line.barcode) ?? '';
  for (const [digits] of line.text.matchAll(/(?<!\d)\d{14}(?!\d)/g))
    if (await requestByReference(tx, digits)) return digits;
  return '';
}

async function isReported(tx: Tx, source: string, reportId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_report')
    .select('id')
    .where('source', '=', source)
    .where('report_id', '=', reportId)
    .executeTakeFirst();
  return row !== undefined;
}

async function keepLine(
  tx: Tx,
  fileId: number,
  { line, kind, reportId, amount, paidOn }: CollectedLine,
  { reference, outcome, reason }: LineOutcome,
): Promise<void> {
  await tx
    .insertInto('collection_line')
    .values({
      file_id: fileId,
      line,
      kind,
      report_id: reportId,
      reference,
      amount,
      paid_on: paidOn,
      outcome,
      reason,
    })
    // Another run of the same file was faster: it has booked the line, this one has found it known.
    .onConflict((conflict) => conflict.columns(['file_id', 'line']).doNothing())
    .execute();
}

function summary(file: CollectionFile, booked: number, lines: Awaited<ReturnType<typeof linesOf>>): Imported {
  const outcomes = new Map<string, number>();
  for (const { outcome } of lines) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  return {
    ok: true,
    lines: file.lines.length,
    booked,
    amount: toUnits(file.total),
    outcomes,
    rejects: lines
      .filter(({ outcome }) => rejected.includes(outcome))
      .map(({ line, outcome, reason, report_id, amount }) => ({
        line,
        outcome,
        reason,
        reportId: report_id,
        amount: toUnits(centavos(amount)),
      })),
  };
}
