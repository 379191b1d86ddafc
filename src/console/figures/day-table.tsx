import type { Currency } from '../../domain/currency.ts';
import { dated } from '../../ui/dated.tsx';
import { classes } from '../../ui/classes.ts';
import { Link } from '../ui/link.tsx';
import { numberColumn, Table } from '../ui/list.tsx';
import page from '../ui/page.module.css';
import { money, sumUnits } from '../amounts.ts';
import { behindOf } from './address.ts';
import { count, countText, dayName, partName, type Figure } from '../../words/figures.ts';

interface DayTableProps {
  caption: string;
  figures: readonly Figure[];
  today: string;
  currency: Currency;
  /** Cell value: a count or an amount. */
  of: 'count' | 'amount';
  /** Columns in their order; those that the figures have, by name, where none is given. */
  parts?: readonly string[];
  search: URLSearchParams;
}

/** Days, the newest first, by part; every figure leads to its rows. */
export function DayTable({ caption, figures, today, currency, of, parts, search }: DayTableProps) {
  const columns = parts ?? [...new Set(figures.map(({ part }) => part))].toSorted();
  const days = [...new Set(figures.map(({ day }) => day))].toSorted().toReversed();
  const cells = new Map(figures.map((each) => [`${each.day} ${each.part}`, each]));
  const shown = (value: number) => (of === 'count' ? count(value) : money(value, currency));
  const totalOf = (day: string) => sumUnits(figures.flatMap((each) => (each.day === day ? each[of] : [])));
  const runs = runsOf(days, {
    today,
    isNone: (day) => !figures.some((each) => each.day === day && each.count > 0),
  });
  const hasTotal = of === 'amount' && columns.length > 1;
  return (
    <Table
      caption={caption}
      frame={caption}
      figures
      columns={['Día', ...[...columns.map(partName), ...(hasTotal ? ['Total'] : [])].map(numberColumn)]}
    >
      {runs.map(({ day, until, isEmpty, length }) =>
        isEmpty ? (
          <tr key={day}>
            <th scope="row">
              {until === day ? dated(dayName(day)) : dated(`${dayName(until)} a ${dayName(day)}`)}
              {day === today && <span className={page.minor}>Hasta ahora</span>}
            </th>
            <td className={page.spanning} colSpan={columns.length + (hasTotal ? 1 : 0)}>
              <span className={page.minor}>
                {length === 1 ? 'Sin movimientos' : `${length} días sin movimientos`}
              </span>
            </td>
          </tr>
        ) : (
          <tr key={day}>
            <th scope="row">
              {dated(dayName(day))}
              {day === today && <span className={page.minor}>Hasta ahora</span>}
            </th>
            {columns.map((part) => {
              const cell = cells.get(`${day} ${part}`);
              const isNone = !cell || cell.count === 0;
              return (
                <td key={part} className={classes(page.number, isNone && page.nil)}>
                  {isNone ? (
                    '–'
                  ) : (
                    <Link
                      to={behindOf(search, { source: cell.figure, day, part })}
                      className={page.link}
                      aria-label={`${partName(part)}, ${dayName(day)}: ${shown(cell[of])}`}
                    >
                      {shown(cell[of])}
                    </Link>
                  )}
                  {of === 'amount' && !isNone && <span className={page.minor}>{countText(cell)}</span>}
                </td>
              );
            })}
            {hasTotal && <td className={page.number}>{shown(totalOf(day))}</td>}
          </tr>
        ),
      )}
    </Table>
  );
}

interface DayRun {
  /** Newest day of the row; a run of days without movements also has its oldest. */
  readonly day: string;
  readonly until: string;
  readonly isEmpty: boolean;
  readonly length: number;
}

/** Joins days in a row without movements, except today. @param days newest first */
function runsOf(
  days: readonly string[],
  { today, isNone }: { readonly today: string; readonly isNone: (day: string) => boolean },
): readonly DayRun[] {
  const runs: DayRun[] = [];
  for (const day of days) {
    const isEmpty = isNone(day);
    const last = runs.at(-1);
    if (isEmpty && last?.isEmpty && last.day !== today)
      runs[runs.length - 1] = { ...last, until: day, length: last.length + 1 };
    else runs.push({ day, until: day, isEmpty, length: 1 });
  }
  return runs;
}
