import { parseIsoDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos, parseUnits, sum, ZERO, type Centavos } from '../../../domain/money.ts';
import {
  otherNetwork,
  type CollectionLayout,
  type Column,
  type FieldName,
  type Form,
  type Place,
  type RecordLayout,
} from './layouts.ts';
import type { CollectedLine, ReadFile, UnreadLine, UnreadReason } from './port.ts';

/** Fault in a file or a line. @param reason for the log @param message in Spanish, for the file's sender */
const refuse = (reason: string, message: string) => ({ ok: false, reason, told: message }) as const;

/**
 * Reads a settlement file by its layout. A file counts only if it is complete: it starts with its header,
 * ends with its trailer, and the trailer's count and sum match the lines; a truncated file has no trailer. An
 * unreadable line is returned with its reason and does not affect the others.
 */
export function readCollectionFile(layout: CollectionLayout, content: string): ReadFile {
  const rows = content
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => text.trim() !== '');
  const [first, ...rest] = rows;
  const last = rest.pop();
  const { header, trailer } = layout.records;
  if (first === undefined || !isMarked(layout, first.text, header.mark))
    return refuse('it has no header line', 'no empieza con su encabezado; fijate que sea de esta red');
  const other = otherNetwork(layout, first.text, valueAt(layout, header, 'network', first.text) ?? '');
  if (other !== undefined)
    return refuse(
      `its header names ${other} instead of ${layout.source}`,
      `es de ${other.replaceAll(CONTROLS, ' ').slice(0, 60)} y la subiste como de ${layout.name}; elegí la red de la rendición`,
    );
  if (last === undefined || !isMarked(layout, last.text, trailer.mark))
    return refuse(
      'it does not end with its trailer line: it is cut off',
      'le falta la línea final: está cortada',
    );
  const settledOn = dateOf(valueAt(layout, header, 'settledOn', first.text));
  if (settledOn === undefined)
    return refuse(
      `line ${first.line}: no date of settlement`,
      `la línea ${first.line} no tiene la fecha de la rendición`,
    );
  const lines = rest.map(({ text, line }) => readLine(layout, text, line));
  const count = Number(valueAt(layout, trailer, 'count', last.text));
  const total = amountOf(valueAt(layout, trailer, 'total', last.text));
  if (Number.isNaN(count) || total === undefined)
    return refuse('its trailer has no count or no sum', 'la línea final no se puede leer: está cortada');
  if (count !== lines.length)
    return refuse(
      `its trailer counts ${count} lines, it has ${lines.length}`,
      `la línea final dice ${count} líneas y tiene ${lines.length}`,
    );
  const summed = sum(lines.map(({ amount = ZERO }) => amount));
  const others = rest
    .filter((_row, index) => lines[index]?.amount === undefined)
    .map(({ text }) => signedAmount(layout, text));
  if (!isSumOf(total, summed, others) || (total === 0 && lines.length > 0))
    return refuse(
      `its trailer sums ${total} centavos, its lines ${summed}`,
      `la línea final suma ${unitsOf(total)} y sus líneas ${unitsOf(summed)}`,
    );
  return { ok: true, file: { settledOn, lines, total } };
}

/**
 * Checks whether a trailer's sum is plausible if some lines have no valid amount. Networks add those amounts
 * with or without their sign; one that is not a number adds an unknown amount, so the sum may only be larger.
 * @param others amounts of those lines; undefined for one that is not a number
 */
function isSumOf(total: Centavos, summed: Centavos, others: readonly (number | undefined)[]): boolean {
  const known = others.filter((amount) => amount !== undefined);
  const [signed, unsigned] = [known, known.map(Math.abs)].map((amounts) =>
    amounts.reduce((all, amount) => all + amount, summed as number),
  );
  if (known.length === others.length) return total === signed || total === unsigned;
  return total >= (signed ?? 0);
}

function signedAmount(layout: CollectionLayout, text: string): number | undefined {
  const { detail } = layout.records;
  const [raw, place] = [rawAt(layout, detail, 'amount', text) ?? '', detail.fields.amount];
  if (place?.as === 'centavos') return /^[+-]?\d{1,15}$/.test(raw) ? Number(raw) : undefined;
  return parseUnits(raw.replace(',', '.').replace(/^\+/, ''));
}

const unitsOf = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');

function readLine(layout: CollectionLayout, text: string, line: number): CollectedLine {
  const { detail } = layout.records;
  const raw = (name: FieldName) => rawAt(layout, detail, name, text) ?? '';
  const value = (name: FieldName) => valueAt(layout, detail, name, text);
  const isLine = isMarked(layout, text, detail.mark);
  const paidOn = isLine ? dateOf(value('paidOn')) : undefined;
  const amount = isLine ? amountOf(value('amount')) : undefined;
  const reportId = (isLine && value('reportId')) || '';
  const known = { line, paidOn, amount: amount === 0 ? undefined : amount, reportId };
  const unread = (reason: UnreadReason, said: string): UnreadLine => ({
    ...known,
    reportId: NUMBER.test(reportId) ? reportId : '',
    kind: 'unread',
    reason,
    said: said.replaceAll(CONTROLS, ' ').slice(0, 60),
  });
  if (!isLine) return unread('it is no line of a payment', '');
  const extra = extraColumn(layout, text);
  if (extra !== undefined) return unread('it has more columns than the layout', extra);
  const kind = kindOf(layout, raw('movement'));
  if (kind === undefined) return unread('its movement is not a word of the network', raw('movement'));
  if (known.paidOn === undefined) return unread('its date is not understood', raw('paidOn'));
  if (known.amount === undefined) return unread('its amount is not understood', raw('amount'));
  if (!NUMBER.test(reportId)) return unread('its number is not understood', raw('reportId'));
  for (const name of ['barcode', 'reference'] as const)
    if (raw(name) !== '' && value(name) === undefined)
      return unread('its reference is not understood', raw(name));
  return {
    line,
    kind,
    reportId,
    amount: known.amount,
    paidOn: known.paidOn,
    barcode: value('barcode') ?? '',
    reference: value('reference') ?? '',
    text: raw('text').replaceAll(CONTROLS, ' '),
  };
}

/** Payment numbers that can also be typed by hand (`bankReference` of the contract). */
const NUMBER = /^[\w./-]{1,60}$/;
// PostgreSQL stores no NUL, and the others have no place in a line.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001F\u007F]+/g;

function kindOf({ movements }: CollectionLayout, word: string): 'payment' | 'reversal' | undefined {
  if (movements.payments.includes(word)) return 'payment';
  return movements.reversals.includes(word) ? 'reversal' : undefined;
}

/** Value beyond the layout's last column. It could mean anything, such as another currency. */
function extraColumn({ records }: CollectionLayout, text: string): string | undefined {
  if (records.kind === 'fixed') return undefined;
  const last = Math.max(...Object.values(records.detail.fields).map(({ column }) => column));
  return text
    .split(records.separator)
    .slice(last)
    .map((each) => each.trim())
    .find((each) => each !== '');
}

function isMarked({ records }: CollectionLayout, text: string, mark: string): boolean {
  if (records.kind === 'fixed') return text.length === records.lineLength && text.startsWith(mark);
  return text.split(records.separator)[0]?.trim() === mark;
}

type AnyRecord<Name extends string> = RecordLayout<Name, Place> | RecordLayout<Name, Column>;

/** Raw value; undefined if the layout has no such field. */
function rawAt<Name extends string>(
  { records }: CollectionLayout,
  record: AnyRecord<Name>,
  name: Name,
  text: string,
): string | undefined {
  const place: Place | Column | undefined = record.fields[name];
  if (place === undefined) return undefined;
  const raw =
    'column' in place
      ? (text.split(records.kind === 'separated' ? records.separator : ';')[place.column - 1] ?? '')
      : text.slice(place.from - 1, place.from - 1 + place.length);
  return raw.trim();
}

/** Parsed value: dates as YYYY-MM-DD, amounts in centavos; undefined if malformed. */
function valueAt<Name extends string>(
  layout: CollectionLayout,
  record: AnyRecord<Name>,
  name: Name,
  text: string,
): string | undefined {
  const place: Place | Column | undefined = record.fields[name];
  const raw = rawAt(layout, record, name, text);
  return place === undefined || raw === undefined ? undefined : inOneForm(raw, place.as);
}

function inOneForm(raw: string, form: Form): string | undefined {
  switch (form) {
    case 'text':
      return raw;
    case 'digits':
      return /^\d+$/.test(raw) ? raw : undefined;
    case 'centavos':
      return /^\d{1,18}$/.test(raw) ? String(Number(raw)) : undefined;
    case 'units': {
      const amount = parseUnits(raw.replace(',', '.'));
      return amount === undefined ? undefined : String(amount);
    }
    case 'YYYYMMDD':
      return raw.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
    case 'DD/MM/YYYY':
      return raw.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1');
    case 'YYYY-MM-DD':
      return raw;
  }
}

/** Centavos, never negative. */
function amountOf(text: string | undefined): Centavos | undefined {
  const amount = text === undefined || text === '' ? -1 : Number(text);
  return Number.isSafeInteger(amount) && amount >= 0 ? centavos(amount) : undefined;
}

function dateOf(text: string | undefined): CalendarDate | undefined {
  return text === undefined ? undefined : parseIsoDate(text);
}
