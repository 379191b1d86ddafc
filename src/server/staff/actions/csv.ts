import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { COUNTRIES, DEFAULT_COUNTRY, type CountryCode } from '../../../countries/countries.ts';
import { packOf } from '../../../countries/index.ts';
import { zonedText } from '../../../countries/local-time.ts';
import { COMMON_WORDS } from '../../../words/columns.ts';
import type { RawAnswer } from '../../platform/http/route.ts';
import { headOf } from './csv-heads.ts';

/** Prefixes that a spreadsheet evaluates as a formula, in full width too (OWASP 'CSV injection'). */
const formula = /^\s*[=+\-@＝＋－＠]/;
const number = /^-?\d+(?:[.,]\d+)?$/;
/** Day in the format of pages. */
const shownDay = /^(\d\d)-(\d\d)-(\d{4})$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:(\d\d)(?:\.\d+)?Z$/;

/** Members that only pages need, for later calls or for their fields. */
const ofPagesAlone = new Set(['version', 'books', 'own', 'decidable', 'type', 'options', 'placeholders']);

/** List in a response: its rows' members become the file's columns, in their order. */
export type ListSchema = z.ZodArray<z.ZodObject>;

interface CsvTable {
  readonly list: ListSchema;
  readonly rows: readonly object[];
  /** Labels of the members' codes (words/columns.ts); a code without a label is written unchanged. */
  readonly words: object;
}

type Row = Readonly<Record<string, unknown>>;
type Word = (value: unknown, row: Row) => string;

const quarterMs = 900_000;

/**
 * Formats instants in a country's local time, `YYYY-MM-DD HH:MM:SS`, caching the zone's offset, since rows
 * come in order of time.
 */
function clockOf() {
  const offsets = new Map<string, number>();
  return (text: string, country: CountryCode): string => {
    const at = Date.parse(text);
    const key = `${country}${Math.floor(at / quarterMs)}`;
    let offset = offsets.get(key);
    if (offset === undefined) {
      // Truncated to the minute, the precision of every zone's offset.
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
  // One format for all days, sortable in spreadsheets.
  // A typed time may not exist.
  return instant.test(value) && !Number.isNaN(Date.parse(value))
    ? clock(value, countryOf(row))
    : value.replace(shownDay, '$3-$2-$1');
}

function cell(text: string): string {
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows written at a time, so that other calls are served in between. */
const rowsAtOnce = 500;

/**
 * Rows of a list as CSV for a spreadsheet with decimal commas: headings and states in Spanish, columns
 * separated by semicolons, with a byte order mark so that spreadsheets detect UTF-8.
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

/** Response that offers rows of a list as a download with this name. */
export async function csvAnswer(name: string, table: CsvTable): Promise<RawAnswer> {
  return {
    type: 'text/csv; charset=utf-8',
    body: await csvOf(table),
    headers: { 'Content-Disposition': `attachment; filename="${name}.csv"` },
  };
}
