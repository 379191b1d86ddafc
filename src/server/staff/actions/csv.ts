import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { COUNTRIES, DEFAULT_COUNTRY, type CountryCode } from '../../../countries/countries.ts';
import { packOf } from '../../../countries/index.ts';
import { zonedText } from '../../../countries/time-zone.ts';
import { COMMON_WORDS } from '../../../words/columns.ts';
import type { RawAnswer } from '../../platform/http/route.ts';
import { headOf } from './csv-heads.ts';

/** Prefixes that a spreadsheet reads as a formula, in full width too (OWASP 'CSV injection'). */
const formula = /^\s*[=+\-@＝＋－＠]/;
const number = /^-?\d+(?:[.,]\d+)?$/;
/** A day as pages show it. */
const shownDay = /^(\d\d)-(\d\d)-(\d{4})$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:(\d\d)(?:\.\d+)?Z$/;

/** Members that only pages use, for later calls or for their fields. */
const ofPagesAlone = new Set(['version', 'books', 'own', 'decidable', 'type', 'options', 'placeholders']);

/** Any list of an answer: its rows' members are the file's columns, in their order. */
export type ListSchema = z.ZodArray<z.ZodObject>;

/** A table that is taken away. */
interface CsvTable {
  readonly list: ListSchema;
  readonly rows: readonly object[];
  /** Labels of the member's codes (words/columns.ts); a code without a label is written as it is. */
  readonly words: object;
}

type Row = Readonly<Record<string, unknown>>;
type Word = (value: unknown, row: Row) => string;

const quarterMs = 900_000;

/** Writes instants as a country's clocks showed them, `YYYY-MM-DD HH:MM:SS`: rows come in order of their time. */
function clockOf() {
  const offsets = new Map<string, number>();
  return (text: string, country: CountryCode): string => {
    const at = Date.parse(text);
    const key = `${country}${Math.floor(at / quarterMs)}`;
    let offset = offsets.get(key);
    if (offset === undefined) {
      // To the minute, as is every zone's distance.
      const minute = Math.floor(at / 60_000) * 60_000;
      offset =
        Date.parse(`${zonedText(new Date(minute), packOf(country).timeZone).replace(' ', 'T')}Z`) - minute;
      offsets.set(key, offset);
    }
    return new Date(at + offset).toISOString().slice(0, 19).replace('T', ' ');
  };
}

type Clock = ReturnType<typeof clockOf>;

const countryOf = ({ country }: Row): CountryCode =>
  COUNTRIES.find((code) => code === country) ?? DEFAULT_COUNTRY;

function textOf(value: unknown, row: Row, clock: Clock): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (typeof value === 'number') return String(value).replace('.', ',');
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  // One form for every day: spreadsheets put it in order.
  return instant.test(value) ? clock(value, countryOf(row)) : value.replace(shownDay, '$3-$2-$1');
}

function cell(text: string): string {
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** So many rows are written at once: other calls are answered in between. */
const rowsAtOnce = 500;

/**
 * Rows of a list as CSV for a spreadsheet of a country that writes amounts with a comma: heads and states in
 * Spanish, columns separated by semicolons, with a byte order mark so that spreadsheets read UTF-8.
 */
export async function csvOf({ list, rows, words }: CsvTable): Promise<string> {
  const wordOf = { ...COMMON_WORDS, ...words } as Readonly<Record<string, Word | null | undefined>>;
  const columns = Object.keys(list.element.shape).filter(
    (name) => !ofPagesAlone.has(name) && wordOf[name] !== null,
  );
  const clock = clockOf();
  const cellOf = (name: string, row: Row) => {
    const value = row[name];
    const word = value === null || value === undefined || value === '' ? undefined : wordOf[name];
    return cell(word ? word(value, row) : textOf(value, row, clock));
  };
  const parts = [`\uFEFF${columns.map((name) => cell(headOf(name))).join(';')}\r\n`];
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    if (from > 0) await setImmediate();
    const some = rows.slice(from, from + rowsAtOnce) as readonly Row[];
    parts.push(...some.map((row) => `${columns.map((name) => cellOf(name, row)).join(';')}\r\n`));
  }
  return parts.join('');
}

/** The answer that gives rows of a list to be taken away, under this name. */
export async function csvAnswer(name: string, table: CsvTable): Promise<RawAnswer> {
  return {
    type: 'text/csv; charset=utf-8',
    body: await csvOf(table),
    headers: { 'Content-Disposition': `attachment; filename="${name}.csv"` },
  };
}
