import type { OutputOf } from '../../contract/contract.ts';
import type { Currency } from '../../domain/currency.ts';
import type { CountryCode } from '../../countries/countries.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { when } from '../../words/texts.ts';
import { Link } from '../ui/link.tsx';
import { More, ReadTrouble } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import page from '../ui/page.module.css';
import { backFrom } from './address.ts';
import { TableFile } from './table-file.tsx';
import {
  className,
  dayName,
  partName,
  rowName,
  rangeName,
  SOURCE_NAMES,
  STARTS,
  type Source,
} from '../../words/figures.ts';
import { numberColumn, Table, useList } from '../ui/list.tsx';

type Row = OutputOf<'GET /api/staff/figures/rows'>['result'][number];

interface RowsProps {
  country: CountryCode;
  source: Source;
  day: string;
  part: string;
}

/** The rows behind a figure. */
export function RowsView({ country, source, day, part }: RowsProps) {
  const [filters] = useFilters();
  const query = { country, source, day, ...(part === '' ? {} : { part }) };
  const { list, rows } = useList(
    ['figures', 'rows', query],
    'from',
    (from) => call('GET /api/staff/figures/rows', { query: { ...query, ...from } }),
    { keepsRows: false },
  );
  const isPortfolio = source === 'portfolio' || source === 'class';
  const partText = partTextOf(source, part);
  const currency = list.data?.pages[0]?.currency;
  const title = `${SOURCE_NAMES[source]}: ${partText}, ${dayName(day)}`;
  return (
    <>
      <p>
        <Link to={backFrom(filters)} className={page.link}>
          Volver al tablero
        </Link>
      </p>
      <PageHead title={title}>
        <TableFile query={{ table: 'rows', ...query }} what={title} />
      </PageHead>
      <ReadTrouble read={list} />
      {list.isPending && <SkeletonGroup shapes={['line', 'line', 'line', 'line']} />}
      {list.isSuccess && rows.length === 0 && (
        <p className={page.empty}>No hay filas detrás de esta cifra.</p>
      )}
      {rows.length > 0 && currency && (
        <RowsTable caption={title} rows={rows} currency={currency} isPortfolio={isPortfolio} />
      )}
      <More list={list} />
    </>
  );
}

function partTextOf(source: Source, part: string): string {
  if (source === 'class') return className(part);
  return source === 'portfolio' ? rangeName(Number(part), STARTS) : partName(part);
}

interface TableProps {
  caption: string;
  rows: readonly Row[];
  currency: Currency;
  isPortfolio: boolean;
}

function RowsTable({ caption, rows, currency, isPortfolio }: TableProps) {
  const me = useMe();
  const maySee = allows(me, 'GET /api/staff/customers/{id}');
  const shown = (amount: number | null) => (amount === null ? '–' : money(amount, currency));
  return (
    <Table
      caption={caption}
      columns={[
        ...(isPortfolio
          ? ['Préstamo', 'Desde', numberColumn('Días de atraso'), numberColumn('Capital')]
          : ['Cuándo', 'Qué', numberColumn('Importe')]),
        ...(isPortfolio ? ['Vencido', 'Clase'].map(numberColumn) : []),
        ...(maySee ? ['Cliente'] : []),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">{isPortfolio ? row.name : when(row.at)}</th>
          <td>
            {isPortfolio ? dayName(row.at) : partName(row.part)}
            {!isPortfolio && row.name && <span className={page.minor}>{rowName(row.name)}</span>}
          </td>
          {isPortfolio && <td className={page.number}>{row.days_late}</td>}
          <td className={page.number}>{shown(row.amount)}</td>
          {isPortfolio && <td className={page.number}>{shown(row.overdue)}</td>}
          {isPortfolio && <td className={page.number}>{row.class ?? '–'}</td>}
          {maySee && (
            <td>
              {row.customer && (
                <Link
                  to={`/clientes/${row.customer}`}
                  className={page.link}
                  aria-label={`Ver cliente: ${rowName(row.name) || row.id}`}
                >
                  Ver cliente
                </Link>
              )}
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}
