import { parseIsoDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { isCurrency } from '../../../domain/currency.ts';
import { parseUnits, type Centavos, type Currency } from '../../../domain/money.ts';
import { splitCsvLine } from './csv.ts';

export interface ResultLine {
  /** Number of the line in the file, from 1. */
  readonly line: number;
  readonly kind: 'result';
  readonly reference: string;
  readonly state: 'completed' | 'failed';
  readonly providerId: string;
  readonly receiptCode: string;
  readonly reason: string;
  /** Local day of the money's arrival, if the file has it. */
  readonly paidOn: CalendarDate | null;
}

/** Acknowledges a batch, with the number and sum of its orders. */
interface AcknowledgementLine {
  readonly line: number;
  readonly kind: 'acknowledgement';
  readonly number: number;
  readonly count: number;
  readonly amount: Centavos;
}

/** Unreadable line; it has no effect and needs a person. */
interface UnreadLine {
  readonly line: number;
  readonly kind: 'unread';
  /** Order reference, if the text has a reference's format; '' otherwise. */
  readonly reference: string;
  /** Parse error and the raw line, at most 200 characters. */
  readonly reason: string;
}

export type AnswerLine = ResultLine | AcknowledgementLine | UnreadLine;

/** Parsed file, or the reason why none of it counts. */
export type ReadResults =
  | { readonly ok: true; readonly currency: Currency; readonly lines: readonly AnswerLine[] }
  | {
      readonly ok: false;
      readonly reason: string;
      /** True if the trailer is missing: the file may still be arriving. */
      readonly isCut: boolean;
    };

const refuse = (reason: string, isCut = false): ReadResults => ({ ok: false, reason, isCut });

/**
 * Reads a file of results (docs/operations.md). The file counts only if complete: header, trailer, and a line
 * count that matches the trailer. An unreadable line does not stop the others.
 */
export function readResultFile(rail: string, content: string): ReadResults {
  const rows = content
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((text, index) => ({ fields: splitCsvLine(text), text, line: index + 1 }))
    .filter(({ text }) => text.trim() !== '');
  const [first, ...rest] = rows;
  const last = rest.pop();
  if (markOf(last?.fields) !== 'END') return refuse('it does not end with its END line: it is cut off', true);
  const [mark, ofRail, currency] = first?.fields ?? [];
  if (mark?.toUpperCase() !== 'RESULTS') return refuse('it has no RESULTS line');
  if (ofRail !== rail) return refuse(`its RESULTS line names ${ofRail ?? 'no rail'} instead of ${rail}`);
  if (!isCurrency(currency)) return refuse('its RESULTS line names no currency');
  const lines: AnswerLine[] = [];
  for (const { fields, text, line } of rest) {
    if (fields?.[0]?.toLowerCase() === 'reference' && line === rest[0]?.line) continue;
    const read = readLine(fields, line);
    lines.push(typeof read === 'string' ? unread(line, read, { fields, text }) : read);
  }
  const said = last?.fields?.[1] ?? '';
  if (!/^\d+$/.test(said) || Number(said) !== lines.length)
    return refuse(`its END line counts ${said || 'nothing'}, it has ${lines.length} lines`);
  return { ok: true, currency, lines };
}

function unread(
  line: number,
  why: string,
  { fields, text }: { readonly fields: readonly string[] | undefined; readonly text: string },
): UnreadLine {
  const [reference = ''] = fields ?? [];
  const reason = `${why}: ${text.replaceAll(CONTROLS, ' ')}`.slice(0, 200);
  return { line, kind: 'unread', reference: REFERENCE.test(reference) ? reference : '', reason };
}

const REFERENCE = /^[A-Za-z0-9]{1,15}$/;
// PostgreSQL stores no NUL, and the others have no place in a line.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001F\u007F]+/g;

const markOf = (fields: readonly string[] | undefined) => fields?.[0]?.toUpperCase();

/** @returns the line, or its error */
function readLine(fields: readonly string[] | undefined, line: number): AnswerLine | string {
  if (fields === undefined) return 'a quote is not closed';
  return markOf(fields) === 'BATCH' ? readAcknowledgement(fields, line) : readResult(fields, line);
}

function readAcknowledgement(fields: readonly string[], line: number): AnswerLine | string {
  const [, number = '', count = '', units = ''] = fields;
  const amount = parseUnits(units.replace(',', '.'));
  if (fields.length !== 4 || !/^\d{1,9}$/.test(number) || !/^\d{1,9}$/.test(count) || amount === undefined)
    return 'an acknowledgement is BATCH;number;count;sum';
  return { line, kind: 'acknowledgement', number: Number(number), count: Number(count), amount };
}

function readResult(fields: readonly string[], line: number): AnswerLine | string {
  const [reference = '', state = '', providerId = '', receiptCode = '', reason = '', day = ''] = fields;
  if (fields.length !== 5 && fields.length !== 6)
    return 'a result is reference;state;provider_id;receipt;reason, and may end with ;paid_on';
  if (!REFERENCE.test(reference)) return 'a reference is 1 to 15 letters and digits';
  const decided = state.toLowerCase();
  if (decided !== 'completed' && decided !== 'failed') return 'a state is completed or failed';
  if (decided === 'completed' && providerId === '') return 'a completed order has a provider_id';
  const paidOn = day === '' ? null : parseIsoDate(day);
  if (paidOn === undefined) return 'paid_on is a day like 2026-11-22';
  return {
    line,
    kind: 'result',
    reference,
    state: decided,
    providerId,
    receiptCode: receiptCode || providerId,
    reason,
    paidOn,
  };
}
