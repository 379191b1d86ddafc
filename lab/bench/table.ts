/** A line of the result; rates per second and latencies in ms. */
export interface Row {
  readonly measure: string;
  readonly product: number;
  readonly bare?: number;
  readonly ratio?: number;
  /** Transactions a second of pgbench, or the reason for a missing figure. */
  readonly direct?: number | string;
  readonly p50?: number;
  readonly p99?: number;
  readonly bareP99?: number;
  /** Processor time of the server per answer, ms. */
  readonly cpu?: number | undefined;
  readonly bareCpu?: number | undefined;
  readonly aim: string;
  readonly isMet: boolean;
}

const whole = (value: number | string | undefined) =>
  typeof value === 'number' ? String(Math.round(value)) : (value ?? '');
const ms = (value: number | undefined) => (value === undefined ? '' : value.toFixed(1));

const columns: readonly (readonly [title: string, of: (row: Row) => string])[] = [
  ['Measure', (row) => row.measure],
  ['Product /s', (row) => whole(row.product)],
  ['Bare /s', (row) => whole(row.bare)],
  ['Of bare', (row) => (row.ratio === undefined ? '' : `${Math.round(row.ratio * 100)} %`)],
  ['pgbench /s', (row) => whole(row.direct)],
  ['p50 ms', (row) => ms(row.p50)],
  ['p99 ms', (row) => ms(row.p99)],
  ['Bare p99 ms', (row) => ms(row.bareP99)],
  ['CPU ms', (row) => row.cpu?.toFixed(2) ?? ''],
  ['Bare CPU ms', (row) => row.bareCpu?.toFixed(2) ?? ''],
  ['Aim', (row) => row.aim],
  ['', (row) => (row.isMet ? '✓' : '✗')],
];

/** Rows of the speed measures, titles first. */
export function speedTable(rows: readonly Row[]): string[][] {
  return [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, of]) => of(row)))];
}

/** Prints rows of cells, titles first, as a Markdown table. */
export function printTable(lines: readonly (readonly string[])[]): void {
  const [head = [], ...body] = lines;
  const widths = head.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const print = (line: readonly string[]) =>
    console.log(`| ${line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`);
  print(head);
  print(widths.map((width) => '-'.repeat(width)));
  for (const line of body) print(line);
}
