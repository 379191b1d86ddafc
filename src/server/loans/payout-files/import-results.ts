import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Currency } from '../../../domain/money.ts';
import type { BookingDependencies, Dependencies } from '../../dependencies.ts';
import { decodeText } from '../../platform/text/decode-text.ts';
import { readResultFile, type AnswerLine, type ReadResults } from './result-file.ts';
import { resumeResolutions } from '../manual-resolutions/service.ts';
import { resumeByReference } from '../service.ts';
import { transaction, type Queryable, type Tx } from '../../platform/database.ts';
import { judgeResults, type Judged } from './judge-results.ts';
import { isReject, storeRefused, notifyRejects } from './result-events.ts';
import { lockName } from '../../platform/work/named-locks.ts';

type ImportDependencies = BookingDependencies & Pick<Dependencies, 'db' | 'ports' | 'log'>;

/** Line that needs a person. */
interface ResultReject {
  readonly line: number;
  readonly outcome: string;
  readonly reference: string;
}

type ImportedResults =
  | { readonly ok: false; readonly reason: string; readonly isCut: boolean }
  | {
      readonly ok: true;
      /** False if the file had been imported before; then nothing was done. */
      readonly isNew: boolean;
      readonly outcomes: ReadonlyMap<string, number>;
      readonly rejects: readonly ResultReject[];
    };

interface ResultFile {
  readonly rail: string;
  readonly name: string;
  readonly bytes: Buffer;
  /** The trailer is missing, so the file may still be arriving and is read again later. */
  readonly mayBeArriving?: boolean;
}

/**
 * Imports a file of payout results: whole or not at all, and idempotently. The first result of an order
 * prevails; contradictory results and results of unknown orders are stored and recorded as events.
 */
export async function importResults(
  deps: ImportDependencies,
  { rail, name, bytes, mayBeArriving = false }: ResultFile,
): Promise<ImportedResults> {
  const rails = Object.values(deps.ports.payouts).map((known) => known.name);
  if (!rails.includes(rail))
    return { ok: false, isCut: false, reason: `there is no rail ${rail}; there are ${rails.join(', ')}` };
  const sha256 = createHash('sha256').update(bytes).digest();
  const read = readResultFile(rail, decodeText(bytes).text);
  if (!read.ok) {
    if (!(mayBeArriving && read.isCut))
      await storeRefused(deps.db, deps.clock.now(), { rail, name, sha256, reason: read.reason });
    return read;
  }
  const isNew = await transaction(deps.db, (tx) => bookFile(tx, deps, { rail, name, sha256, read }));
  return { ok: true, isNew, ...(await summaryOf(deps.db, rail, sha256)) };
}

type ReadFile = Extract<ReadResults, { ok: true }>;

/** @returns false if the file was booked before */
async function bookFile(
  tx: Tx,
  deps: ImportDependencies,
  { rail, name, sha256, read }: Pick<ResultFile, 'rail' | 'name'> & { sha256: Buffer; read: ReadFile },
): Promise<boolean> {
  const { lines, currency } = read;
  // Serialized per rail, so that the first result is well defined.
  await lockName(tx, `payout-results ${rail}`);
  const file = await tx
    .insertInto('payout_result_file')
    .values({ rail, sha256, name, line_count: lines.length, imported_at: deps.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (file === undefined) return false;
  const judged = judgeResults(lines, await knownOf(tx, rail, currency, lines));
  await keepLines(tx, { fileId: file.id, rail, currency }, judged);
  await acknowledge(tx, deps.clock.now(), { rail, currency }, judged);
  await notifyRejects(tx, deps.clock.now(), { rail, currency, name }, judged);
  const decided = judged.filter(({ outcome }) => outcome === 'decided' || outcome === 'unmatched');
  const references = referencesOf(decided.map(({ line }) => line));
  await resumeByReference(tx, deps.jobs, references);
  await resumeResolutions(tx, deps, references);
  await deps.followers.answered(tx, deps, references);
  await notifyContradictions(tx, deps, judged);
  return true;
}

/** Freezes orders with contradictory results, once the first result has closed the order. */
async function notifyContradictions(
  tx: Tx,
  deps: ImportDependencies,
  judged: readonly Judged[],
): Promise<void> {
  for (const { line, first } of judged) {
    if (line.kind !== 'result' || first === undefined || first.state === line.state) continue;
    const { reference, reason } = line;
    const now = line.state === 'completed' ? 'paid' : 'not-paid';
    const before = { ...first, reason: '' };
    await deps.followers.contradicted(tx, deps, { reference, said: now, reason, first: before });
  }
}

function referencesOf(lines: readonly AnswerLine[]): string[] {
  return lines.flatMap((line) => (line.kind === 'result' ? [line.reference] : []));
}

async function knownOf(tx: Tx, rail: string, currency: Currency, lines: readonly AnswerLine[]) {
  const references = sql<string>`any(${referencesOf(lines)}::text[])`;
  const numbers = lines.flatMap((line) => (line.kind === 'acknowledgement' ? [line.number] : []));
  const [orders, first, batches] = await Promise.all([
    tx
      .selectFrom('payout_order')
      .select('reference')
      .where('rail', '=', rail)
      .where('reference', '=', references)
      .execute(),
    tx
      .selectFrom('payout_result')
      .select([
        'reference',
        sql<'completed' | 'failed'>`state`.as('state'),
        'provider_id as providerId',
        'receipt_code as receiptCode',
      ])
      .where('rail', '=', rail)
      .where('reference', '=', references)
      .where('kind', '=', 'result')
      .where('outcome', 'in', ['decided', 'unmatched'])
      .execute(),
    tx
      .selectFrom('payout_batch')
      .select(['number', 'order_count as count', 'amount'])
      .where('rail', '=', rail)
      .where('currency', '=', currency)
      .where('number', '=', sql<number>`any(${numbers}::int[])`)
      .execute(),
  ]);
  return {
    orders: new Set(orders.map(({ reference }) => reference)),
    first: new Map(first.map((row) => [row.reference, row])),
    batches: new Map(batches.map((row) => [row.number, row])),
  };
}

interface Of {
  readonly rail: string;
  readonly currency: Currency;
}

function said(line: AnswerLine, currency: Currency) {
  const none = { state: '', provider_id: '', receipt_code: '', paid_on: null };
  switch (line.kind) {
    case 'result':
      return {
        reference: line.reference,
        state: line.state,
        provider_id: line.providerId,
        receipt_code: line.receiptCode,
        reason: line.reason,
        paid_on: line.paidOn,
      };
    case 'acknowledgement':
      return {
        ...none,
        reference: `${currency} ${line.number}`,
        reason: `${line.count} orders, ${line.amount} centavos`,
      };
    case 'unread':
      return { ...none, reference: line.reference, reason: line.reason };
  }
}

/** Rows per statement; each has eleven parameters. */
const rowsAtOnce = 1_000;

async function keepLines(
  tx: Tx,
  { fileId, rail, currency }: Of & { readonly fileId: number },
  judged: readonly Judged[],
): Promise<void> {
  const rows = judged.map(({ line, outcome }) => ({
    file_id: fileId,
    line: line.line,
    rail,
    kind: line.kind,
    outcome,
    ...said(line, currency),
  }));
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await tx
      .insertInto('payout_result')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
}

/** Acknowledges a batch by its own line, or by a result of any of its orders. */
async function acknowledge(
  tx: Tx,
  now: Date,
  { rail, currency }: Of,
  judged: readonly Judged[],
): Promise<void> {
  const numbers = judged.flatMap(({ line, outcome }) =>
    line.kind === 'acknowledgement' && outcome === 'acknowledged' ? [line.number] : [],
  );
  const references = referencesOf(judged.map(({ line }) => line));
  await sql`
    update payout_batch b set acknowledged_at = ${now}
    where b.rail = ${rail} and b.acknowledged_at is null
      and (b.currency = ${currency} and b.number = any(${numbers}::int[])
        or b.id in (select o.batch_id from payout_order o
          where o.rail = ${rail} and o.reference = any(${references}::text[])))
  `.execute(tx);
}

async function summaryOf(db: Queryable, rail: string, sha256: Buffer) {
  const lines = await db
    .selectFrom('payout_result as r')
    .innerJoin('payout_result_file as f', 'f.id', 'r.file_id')
    .select(['r.line', 'r.outcome', 'r.reference'])
    .where('f.rail', '=', rail)
    .where('f.sha256', '=', sha256)
    .orderBy('r.line')
    .execute();
  const outcomes = new Map<string, number>();
  for (const { outcome } of lines) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const rejects = lines.filter(isReject);
  return { outcomes, rejects };
}
