// npm run portfolio [-- YYYY-MM-DD] [--at-once N]: standing of all loans on a date (default today), by
// country and days late. Read-only, so it may run during operation; on a replica N may be its number of
// processors.
import { parseArgs } from 'node:util';
import { DEFAULT_COUNTRY } from '../../../countries/countries.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { calendarDate, formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { formatMoney } from '../../../domain/money.ts';
import { runCommand, withReports } from '../../command.ts';
import { portfolioOn, totalsOf, RANGE_STARTS, WRITTEN_OFF, type PortfolioLine } from './service.ts';

/** Maximum connections of one report. */
const most = 64;

await runCommand(async (given) => {
  const { values, positionals } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: { 'at-once': { type: 'string', default: '2' } },
  });
  const date = asked(positionals[0]);
  const atOnce = slicesAtOnce(values['at-once']);
  const lines = await withReports(({ db }) => portfolioOn(db, date, atOnce), atOnce);
  print(`Portfolio on ${formatDate(date)}`);
  for (const line of lines) print(written(packOf(line.country).country, rangeName(line), line));
  for (const total of totalsOf(lines).values()) print(written('Total', '', total));
  return 0;
});

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function asked(text: string | undefined): CalendarDate {
  return text === undefined ? localDate(new Date(), DEFAULT_COUNTRY) : calendarDate(text);
}

function slicesAtOnce(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new RangeError(`--at-once is a whole number from 1 to ${most}`);
  return number;
}

function rangeName({ from }: PortfolioLine): string {
  const next = RANGE_STARTS.find((start) => start > from);
  if (from === WRITTEN_OFF) return 'written off';
  if (from === 0) return 'current';
  return next === undefined ? `${from} days or more` : `${from} to ${next - 1} days`;
}

function written(
  where: string,
  range: string,
  { currency, loans, principal, overdue }: Omit<PortfolioLine, 'from' | 'country'>,
): string {
  const figures = [
    `${loans} loans`,
    `capital ${formatMoney(principal, currency)}`,
    `overdue ${formatMoney(overdue, currency)}`,
  ];
  return [where.padEnd(10), range.padEnd(16), currency, ...figures.map((figure) => figure.padStart(28))].join(
    ' ',
  );
}
