import { formatDate } from '../../../domain/calendar-date.ts';
import { negate, type Centavos } from '../../../domain/money.ts';
import { statementTexts as texts } from '../../../countries/papers/statement-texts.ts';
import { payoffLabel, type Statement } from './service.ts';

/** So that spreadsheets read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * The statement for a spreadsheet of a country that writes amounts with a comma: columns apart by semicolons, every
 * text in quotes, amounts as plain numbers.
 */
export function statementCsv({ movements, closing }: Statement): string {
  const lines = movements.map(({ date, concept, detail, charge, credit, balance }) => [
    text(formatDate(date)),
    text(concept),
    text(detail),
    charge === 0 ? '' : number(charge),
    credit === 0 ? '' : number(credit),
    number(balance),
  ]);
  const summary: readonly (readonly [string, Centavos])[] = [
    [texts.balance, closing.balance],
    [texts.inFavour, closing.inFavour],
    [texts.membership, negate(closing.membership)],
    [texts.toCome, closing.toCome],
    [texts.defaultInterest, closing.defaultInterest],
    [texts.outstanding, closing.outstanding],
    [texts.due, closing.due],
    [payoffLabel(closing), closing.payoff],
  ];
  const rows = [
    texts.heads.map(text),
    ...lines,
    ...summary.map(([label, amount]) => ['', text(label), '', '', '', number(amount)]),
  ];
  return byteOrderMark + rows.map((row) => `${row.join(';')}\r\n`).join('');
}

/**
 * A cell of text. One that a spreadsheet would take for a formula gets an apostrophe before it, which shows it as
 * text (OWASP 'CSV injection').
 */
export function text(words: string): string {
  const safe = /^\s*[=+\-@＝＋－＠]/.test(words) ? `'${words}` : words;
  return `"${safe.replaceAll('"', '""')}"`;
}

function number(amount: Centavos): string {
  const digits = Math.abs(amount).toString().padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}
