import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ParsedOf } from '../../../contract/contract.ts';
import { centavos, negate, toUnits } from '../../../domain/money.ts';
import { CLOSE_ACCOUNT_NAMES } from '../../../words/confirmed-data.ts';
import { monthName } from '../../../words/figures.ts';
import { ENTRY_NAMES } from '../../../words/closes.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { fileAnswer } from '../../platform/http/file-answer.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { countriesOf, staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import type { StoredClose, StoredJournal } from './freeze.ts';

/** Loans in one file. */
export const loansPerFile = 100_000;

type Cell = string | number;
/** Heading row, then the rows. Amounts are in currency units with two decimals. */
type Sheet = { readonly name: string; readonly rows: readonly (readonly Cell[])[] };

const units = (amount: number): number => toUnits(centavos(amount));
const yesNo = (value: boolean): string => (value ? 'sí' : 'no');

interface FrozenFile extends StoredClose {
  readonly number: number | null;
  readonly journal: StoredJournal | null;
}

/** Staff command for the files of a close (docs/product/books.md#files). */
export function exportCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/closes/{id}/export', async (tx, asked) => {
    const close = await frozenClose(tx, asked.params.id);
    if (!close || !countriesOf(asked).includes(close.country)) return fail('not_found');
    if (close.number === null) return fail('close_state');
    const { file, format, part = '1' } = asked.query;
    const sheet = await sheetOf(tx, close, { file, part: Number(part) });
    if (sheet.rows.length === 1 && Number(part) > 1) return fail('not_found');
    const body = format === 'csv' ? csvBytes(sheet) : await xlsxBytes(sheet);
    const digest = createHash('sha256').update(body).digest('hex');
    const name = nameOf(close, asked.query);
    return ok({
      answer: fileAnswer({ type: TYPES[format], body, name, digest }),
      facts: {
        subject: `close:${close.id}`,
        subjectName: `Cierre de ${monthName(close.month)}`,
        country: close.country,
        after: { file: name, sha256: digest, rows: sheet.rows.length - 1 },
      },
    });
  });
}

type Asked = ParsedOf<'POST /api/staff/closes/{id}/export', 'query'>;

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

function nameOf({ country, number, month }: FrozenFile, { file, format, part = '1' }: Asked): string {
  const what = file === 'journal' ? 'diario' : `prestamos-${part}`;
  return `cierre-${country.toLowerCase()}-${number}-${month.slice(0, 7)}-${what}.${format}`;
}

async function frozenClose(db: Queryable, id: number): Promise<FrozenFile | undefined> {
  const { rows } = await sql<FrozenFile>`
    select id, country, month, state, version, cut_at, frozen_to, data, number, journal from closes where id = ${id}
  `.execute(db);
  return rows[0];
}

/** Table of a file, from the frozen rows alone. */
export function sheetOf(
  db: Queryable,
  close: FrozenFile,
  { file, part }: { readonly file: Asked['file']; readonly part: number },
): Promise<Sheet> {
  return file === 'journal' ? Promise.resolve(journalSheet(close)) : loansSheet(db, close.id, part);
}

function journalSheet({ data, journal, number }: FrozenFile): Sheet {
  const chart = data['chart-of-accounts'].fields;
  const rows = (journal ?? []).map(({ entry, account, amount }) => [
    number ?? 0,
    ENTRY_NAMES[entry],
    chart[account],
    CLOSE_ACCOUNT_NAMES[account],
    amount > 0 ? units(amount) : 0,
    amount < 0 ? units(negate(amount)) : 0,
  ]);
  return { name: 'Diario', rows: [['Cierre', 'Asiento', 'Cuenta', 'Nombre', 'Debe', 'Haber'], ...rows] };
}

const LOAN_HEADS = [
  'Préstamo',
  'Capital',
  'Capital de devoluciones que faltaron',
  'Capital castigado',
  'Interés devengado',
  'Interés vencido',
  'Mora',
  'Gastos vencidos',
  'Días de atraso',
  'Clase',
  'Previsión',
  'Suspendido',
  'Refinanciado',
  'En juicio',
  'En disputa',
  'Castigado',
] as const;

async function loansSheet(db: Queryable, id: number, part: number): Promise<Sheet> {
  const found = await db
    .selectFrom('close_loans')
    .selectAll()
    .where('close_id', '=', id)
    .orderBy('loan_id')
    .offset((part - 1) * loansPerFile)
    .limit(loansPerFile)
    .execute();
  const rows = found.map((row) => [
    row.loan_id,
    units(row.principal),
    units(row.shortfall),
    units(row.written_off),
    units(row.interest_accrued),
    units(row.interest_due),
    units(row.default_interest),
    units(row.fees_due),
    row.days_late,
    row.class,
    units(row.provision),
    yesNo(row.is_suspended),
    yesNo(row.is_refinanced),
    yesNo(row.is_sued),
    yesNo(row.is_disputed),
    yesNo(row.is_written_off),
  ]);
  return { name: 'Préstamos', rows: [[...LOAN_HEADS], ...rows] };
}

const cell = (value: Cell) =>
  typeof value === 'number'
    ? String(value).replace('.', ',')
    : /[";\r\n]/.test(value)
      ? `"${value.replaceAll('"', '""')}"`
      : value;

/** Semicolons and decimal commas, with a byte order mark, as other files of the console. */
export function csvBytes({ rows }: Sheet): Buffer {
  return Buffer.from(`\uFEFF${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`);
}

export async function xlsxBytes({ name, rows }: Sheet): Promise<Buffer> {
  const data = rows.map((row, index) =>
    row.map((value) => ({
      value,
      type: typeof value === 'number' ? Number : String,
      ...(index === 0 ? { fontWeight: 'bold' as const } : {}),
    })),
  );
  // Loaded for a file alone: few processes ever write one.
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  return withoutTimes(await writeXlsxFile(data, { sheet: name }).toBuffer());
}

const centralHeader = 0x02_01_4b_50;
const endOfArchive = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
/** 1 January 1980, the first day of the format. */
const firstDay = 0x21;

/** Archive without the times of writing, so that the same rows give the same bytes. */
export function withoutTimes(zip: Buffer): Buffer {
  const end = zip.lastIndexOf(endOfArchive);
  const entries = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < entries; entry += 1) {
    if (zip.readUInt32LE(at) !== centralHeader) throw new Error('a spreadsheet is no archive');
    const local = zip.readUInt32LE(at + 42);
    for (const time of [at + 12, local + 10]) {
      zip.writeUInt16LE(0, time);
      zip.writeUInt16LE(firstDay, time + 2);
    }
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return zip;
}
