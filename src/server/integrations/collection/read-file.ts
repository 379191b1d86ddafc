import { parseIsoDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos, parseUnits } from '../../../domain/money.ts';
import type { CollectionLayout, Column, Form, Place, RecordLayout } from './layouts.ts';
import type { CollectedLine, ReadFile } from './port.ts';

/** What is wrong with a file or a line. @param reason for the log @param told to who sent the file, in Spanish */
const refuse = (reason: string, told: string) => ({ ok: false, reason, told }) as const;

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
    return refuse('it has no header line', 'no empieza con su encabezado; fijate que sea de esta red');
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
  const lines: CollectedLine[] = [];
  for (const { text, line } of rest) {
    const read = readLine(layout, text, line);
    if ('ok' in read) return refuse(`line ${line}: ${read.reason}`, `la línea ${line} ${read.told}`);
    lines.push(read);
  }
  const total = centavos(lines.reduce((sum, { amount }) => sum + amount, 0));
  const said = {
    count: Number(valueAt(layout, trailer, 'count', last.text)),
    total: Number(valueAt(layout, trailer, 'total', last.text)),
  };
  if (Number.isNaN(said.count) || Number.isNaN(said.total))
    return refuse('its trailer has no count or no sum', 'la línea final no se puede leer: está cortada');
  if (said.count !== lines.length)
    return refuse(
      `its trailer counts ${said.count} lines, it has ${lines.length}`,
      `la línea final dice ${said.count} líneas y tiene ${lines.length}`,
    );
  if (said.total !== total)
    return refuse(
      `its trailer sums ${said.total} centavos, its lines ${total}`,
      `la línea final suma ${unitsOf(said.total)} y sus líneas ${unitsOf(total)}`,
    );
  return { ok: true, file: { settledOn, lines, total } };
}

const unitsOf = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');

/** @returns the line, or what is wrong with it */
function readLine(
  layout: CollectionLayout,
  text: string,
  line: number,
): CollectedLine | ReturnType<typeof refuse> {
  const { detail } = layout.records;
  if (!isMarked(layout, text, detail.mark))
    return refuse('it is no line of a payment', 'no es la de un pago');
  const value = (name: keyof typeof detail.fields) => valueAt(layout, detail, name, text) ?? '';
  const paidOn = dateOf(value('paidOn'));
  if (paidOn === undefined) return refuse('no date', 'no tiene la fecha del pago');
  const amount = value('amount') === '' ? 0 : Number(value('amount'));
  if (!Number.isSafeInteger(amount) || amount <= 0) return refuse('no amount', 'no tiene el importe');
  const reportId = value('reportId');
  if (reportId === '') return refuse('no number of the payment', 'no tiene el número de la operación');
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
