import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

/** Line of the file: one lender's report on one person or company. */
interface DebtorLine {
  /** YYYYMM. */
  readonly period: string;
  readonly legalNumber: string;
  /** Situation 1 to 5, 6 in older files; 11 means fully secured debts, which count as 1. */
  readonly situation: number;
}

/**
 * Lender 5, period 6, kind of number 2, number 11, activity 3, situation 2; then amounts, which are not used.
 */
const layout = /^\d{5}(\d{6})\d{2}(\d{11}).{3}([ \d]\d)/;
const securedSituation = 11;

/**
 * Situation of a debtor with an unreadable line. It ranks above all others, so that no other line of the same
 * debtor hides it.
 */
const UNREAD_SITUATION = 99;

/** Debtor's number on an unreadable line; undefined if the number is unreadable too. */
const numberOf = (line: string): string | undefined => /^.{13}(\d{11})/.exec(line)?.[1];

/** @returns undefined if it is not a line of the file */
export function debtorLine(line: string): DebtorLine | undefined {
  const [, period, legalNumber, situation] = layout.exec(line) ?? [];
  if (period === undefined || legalNumber === undefined || situation === undefined) return undefined;
  const number = Number(situation) === securedSituation ? 1 : Number(situation);
  return number >= 1 && number <= 6 ? { period, legalNumber, situation: number } : undefined;
}

/** Line that the lender itself reported. */
interface OwnLine {
  readonly legalNumber: string;
  readonly situation: number;
  /** Centavos. */
  readonly amount: number;
  readonly daysLate: number;
  readonly isRefinanced: boolean;
}

/**
 * After the situation: eleven amounts of 12, thousands of pesos with one decimal, the first of them loans; secured,
 * in court or under review, refinanced, reclassified, legal situation and technical marks of 1; days late 4
 * (LEAME of the BCRA, by public readers).
 */
const ownLayout = /^.{29}( *\d*,\d)(?:[ \d,]{12}){10}.{2}([ 01]).{3}([ \d]{4})/;
const amountWidth = 12;

/** @throws if the line has another layout, so that nothing is compared by guess */
export function ownLine(line: string): OwnLine {
  const debtor = debtorLine(line);
  const [, amount = '', refinanced, days = ''] = ownLayout.exec(line) ?? [];
  if (!debtor || amount.length !== amountWidth)
    throw new Error('a line of our own has another layout: it cannot be compared');
  const [thousands = '', tenth = ''] = amount.trim().split(',');
  return {
    legalNumber: debtor.legalNumber,
    situation: debtor.situation,
    amount: (Number(thousands) * 10 + Number(tenth)) * 10_000,
    daysLate: Number(days),
    isRefinanced: refinanced === '1',
  };
}

const batchLines = 20_000;
/** Tolerated broken lines per thousand; more mean another file, or one that was cut. */
const brokenPerThousand = 1;

interface LoadedFile {
  readonly period: string;
  readonly lines: number;
  /** Numbers of unreadable lines, from 1. */
  readonly broken: readonly number[];
}

/**
 * Imports the BCRA's file of debtors; it takes effect once it was read completely, and the previous one is
 * deleted. A killed run leaves rows without effect, which the next run deletes. @throws if it is not such a
 * file, or is older than the current one; then nothing has changed
 * @param lender our code; its lines are kept for comparison
 */
export async function loadDebtors(
  db: Database,
  lines: AsyncIterable<string>,
  now: Date,
  lender?: string,
): Promise<LoadedFile> {
  let file: { readonly id: number; readonly period: string } | undefined;
  let count = 0;
  const broken: number[] = [];
  const worst = new Map<string, { worst: number; lenders: number }>();
  for await (const line of lines) {
    if (line.trim() === '') continue;
    count += 1;
    const debtor = debtorLine(line);
    if (debtor) file ??= await begin(db, debtor.period);
    const isRead = debtor !== undefined && debtor.period === file?.period;
    if (!isRead) {
      broken.push(count);
      if (broken.length > 10 && broken.length * 1000 > count * brokenPerThousand)
        throw new Error(`line ${count} is no line of the file`);
    }
    const legalNumber = isRead ? debtor.legalNumber : numberOf(line);
    if (isRead && file && lender !== undefined && line.startsWith(lender))
      await storeOwn(db, file.id, ownLine(line));
    if (legalNumber === undefined) continue;
    const known = worst.get(legalNumber);
    worst.set(legalNumber, {
      worst: Math.max(known?.worst ?? 0, isRead ? debtor.situation : UNREAD_SITUATION),
      lenders: (known?.lenders ?? 0) + 1,
    });
    if (file === undefined) continue;
    if (worst.size < batchLines) continue;
    await store(db, file.id, worst);
    worst.clear();
  }
  if (file === undefined) throw new Error('the file has no line of a debtor');
  await store(db, file.id, worst);
  await db.updateTable('bureau_file').set({ lines: count, read_at: now }).where('id', '=', file.id).execute();
  await forgetOthers(db, file.id);
  return { period: file.period, lines: count, broken };
}

async function begin(db: Database, period: string) {
  const newest = await db
    .selectFrom('bureau_file')
    .select('period')
    .where('read_at', 'is not', null)
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest && newest.period > period)
    throw new Error(`the file of ${newest.period} is newer than that of ${period}`);
  return db
    .insertInto('bureau_file')
    .values({ period })
    .returning(['id', 'period'])
    .executeTakeFirstOrThrow();
}

async function store(
  db: Database,
  fileId: number,
  debtors: ReadonlyMap<string, { readonly worst: number; readonly lenders: number }>,
): Promise<void> {
  if (debtors.size === 0) return;
  const found = Array.from(debtors.values());
  await sql`
    insert into bureau_record as r (file_id, legal_number, worst, lenders)
    select ${fileId}, given.* from unnest(${Array.from(debtors.keys())}::text[],
      ${found.map(({ worst }) => worst)}::smallint[], ${found.map(({ lenders }) => lenders)}::smallint[]) as given
    on conflict (file_id, legal_number) do update set worst = greatest(r.worst, excluded.worst),
      lenders = r.lenders + excluded.lenders
  `.execute(db);
}

async function storeOwn(db: Database, fileId: number, own: OwnLine): Promise<void> {
  await db
    .insertInto('bureau_own_line')
    .values({
      file_id: fileId,
      legal_number: own.legalNumber,
      situation: own.situation,
      amount: own.amount,
      days_late: own.daysLate,
      is_refinanced: own.isRefinanced,
    })
    .execute();
}

/** Deletes all files except the current one, in batches. */
async function forgetOthers(db: Database, fileId: number): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from bureau_record where ctid = any(array(
        select ctid from bureau_record where file_id <> ${fileId} limit ${batchLines}))
    `.execute(db);
    if (numAffectedRows === 0n) break;
  }
  await db.deleteFrom('bureau_file').where('id', '<>', fileId).execute();
}
