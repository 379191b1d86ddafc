import { accepted, refused, type Parsed } from '../../../../countries/identifiers/checked.ts';
import { addDays, formatDate, parseIsoDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import type { DatedKind, DatedValue } from './rows.ts';

/** Bounds beyond which a value is considered a typing error: its maximum, and the largest step. */
const BOUNDS: Readonly<
  Record<DatedKind, { readonly most: number; readonly moves: number; readonly unit: string }>
> = {
  unit: { most: 100_000, moves: 0.1, unit: 'el valor' },
  ceiling: { most: 10, moves: 0.5, unit: 'el tope' },
  'default-ceiling': { most: 10, moves: 0.5, unit: 'el tope' },
};

/**
 * Maximum days ahead: entered values cannot be removed, and one for the wrong year would hide that values run
 * out.
 */
const longestAhead = 2 * 366;

const DECIMAL = /^\d{1,10}(\.\d{1,10})?$/;

/** Parses the typed values, each with a valid date. */
export function parseValues(
  rows: readonly { readonly first_day: string; readonly value: string }[],
): Parsed<readonly DatedValue[]> {
  const values: DatedValue[] = [];
  for (const [index, { first_day: typed, value }] of rows.entries()) {
    const from = parseIsoDate(typed);
    if (!from) return refused(`Fila ${index + 1}: “${typed}” no es una fecha.`);
    values.push({ from, value: value.trim() });
  }
  return accepted(values);
}

/** Reason to refuse these values, in a Spanish sentence that names the row; undefined if they are allowed. */
export function wrongValues(
  kind: DatedKind,
  values: readonly DatedValue[],
  before: DatedValue | undefined,
  today: CalendarDate,
): string | undefined {
  const { most, moves, unit } = BOUNDS[kind];
  const days = new Set<string>();
  for (const [index, { from: day, value }] of values.entries()) {
    const row = `Fila ${index + 1}`;
    // Borrowers confirming now saw plans priced by today's value.
    if (day <= today) return `${row}: ${formatDate(day)} ya empezó. Los valores se cargan desde mañana.`;
    if (day > addDays(today, longestAhead))
      return `${row}: ${formatDate(day)} queda a más de dos años. Revisá el año.`;
    if (days.has(day)) return `${row}: el ${formatDate(day)} está dos veces.`;
    days.add(day);
    if (!DECIMAL.test(value) || !(Number(value) > 0) || Number(value) > most)
      return `${row}: “${value}” no sirve: tiene que ser mayor que 0.`;
  }
  const inOrder = values.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const jump = inOrder.find(({ value }, index) => {
    const last = inOrder[index - 1] ?? before;
    return (
      last !== undefined && Number(last.value) > 0 && Math.abs(Number(value) / Number(last.value) - 1) > moves
    );
  });
  return (
    jump &&
    `Fila ${values.indexOf(jump) + 1}: ${unit} cambia más de ${moves * 100} % de una vez. Revisá si falta una coma.`
  );
}
