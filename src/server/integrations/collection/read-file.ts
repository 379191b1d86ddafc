import { parseIsoDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos, parseUnits } from '../../../domain/money.ts';
import type { CollectionLayout, Column, Form, Place, RecordLayout } from './layouts.ts';
import type { CollectedLine, ReadFile } from './port.ts';

const refuse = (reason: string): ReadFile => ({ ok: false, reason });

/**
 * Reads a settlement file by its layout. A file counts only when it is whole: it begins with its header, ends
 * with its trailer, and the trailer's count and sum are those of the lines; one cut in half has no trailer.
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
    return refuse('it has no header line');
  if (last === undefined || !isMarked(layout, last.text, trailer.mark))
    return refuse('it does not end with its trailer line: it is cut off');
  const settledOn = dateOf(valueAt(layout, header, 'settledOn', first.text));
  if (settledOn === undefined) return refuse(`line ${first.line}: no date of settlement`);
  const lines: CollectedLine[] = [];
  for (const { text, line } of rest) {
    const read = readLine(layout, text, line);
    if (typeof read === 'string') return refuse(`line ${line}: ${read}`);
    lines.push(read);
  }
  const total = centavos(lines.reduce((sum, { amount }) => sum + amount, 0));
  const said = {
    count: Number(valueAt(layout, trailer, 'count', last.text)),
    total: Number(valueAt(layout, trailer, 'total', last.text)),
  };
  if (said.count !== lines.length)
    return refuse(`its trailer counts ${said.count} lines, it has ${lines.length}`);
  if (said.total !== total) return refuse(`its trailer sums ${said.total} centavos, its lines ${total}`);
  return { ok: true, file: { settledOn, lines, total } };
}

/** @returns the line, or what is wrong with it */
function readLine(layout: CollectionLayout, text: string, line: number): CollectedLine | string {
  const { detail } = layout.records;
  if (!isMarked(layout, text, detail.mark)) return 'it is no line of a payment';
  const value = (name: keyof typeof detail.fields) => valueAt(layout, detail, name, text) ?? '';
  const paidOn = dateOf(value('paidOn'));
  if (paidOn === undefined) return 'no date';
  const amount = value('amount') === '' ? 0 : Number(value('amount'));
  if (!Number.isSafeInteger(amount) || amount <= 0) return 'no amount';
  const reportId = value('reportId');
  if (reportId === '') return 'no number of the payment';
  return {
    line,
    kind: layout.reversals.includes(value('movement')) ? 'reversal' : 'payment',
    reportId,
    amount: centavos(amount),
    paidOn,
    barcode: value('barcode'),
    reference: value('reference'),
    text: value('text'),
  };
}

function isMarked({ records }: CollectionLayout, text: string, mark: string): boolean {
  if (records.kind === 'fixed') return text.length === records.lineLength && text.startsWith(mark);
  return text.split(records.separator)[0]?.trim() === mark;
}

/** The value in one form: dates YYYY-MM-DD, amounts in centavos; undefined when it is not what it should be. */
function valueAt<Name extends string>(
  { records }: CollectionLayout,
  record: RecordLayout<Name, Place> | RecordLayout<Name, Column>,
  name: Name,
  text: string,
): string | undefined {
  const place: Place | Column | undefined = record.fields[name];
  if (place === undefined) return undefined;
  const raw =
    'column' in place
      ? (text.split(records.kind === 'separated' ? records.separator : ';')[place.column - 1] ?? '')
      : text.slice(place.from - 1, place.from - 1 + place.length);
  return inOneForm(raw.trim(), place.as);
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

function dateOf(text: string | undefined): CalendarDate | undefined {
  return text === undefined ? undefined : parseIsoDate(text);
}
