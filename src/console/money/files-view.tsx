import { useState } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import { Tag } from '../../ui/tag.tsx';
import { money } from '../amounts.ts';
import { wayName } from '../../words/names.ts';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { countryName } from '../../words/texts.ts';
import { CountryFilter } from '../ui/filters.tsx';
import { ListBar, ListFile } from '../ui/list-bar.tsx';
import { Empty } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import own from './money.module.css';
import { Lines } from './upload-dialog.tsx';
import { outcomeName, type SettlementFile, type WaitingFile } from '../../words/money.ts';
import { List, Table, useList } from '../ui/list.tsx';
import { When } from '../ui/when.tsx';

/** Settlement files of the networks, the newest first. */
export function FilesView() {
  const [filters, setFilter] = useFilters<FilterName<'/dinero'>>();
  const [open, setOpen] = useState('');
  const query = filters.get('pais') ? { country: filters.get('pais') as SettlementFile['country'] } : {};
  const { list, rows } = useList(
    ['money', 'files', query],
    'before',
    (page) =>
      call('GET /api/staff/money/files', {
        query: { ...query, ...page },
      }),
    {
      // One that is being booked gets on.
      refetchInterval: ({ state }) =>
        state.data?.pages.some((page) => page.result.some(({ done, lines }) => done < lines))
          ? 1_000
          : 30_000,
    },
  );
  const shown = rows.find(({ id }) => id === open);
  return (
    <>
      <ListBar file="rendiciones" query={query}>
        <CountryFilter filters={filters} setFilter={setFilter} />
      </ListBar>
      <List list={list}>
        <FilesTable rows={rows} waiting={list.data?.pages[0]?.waiting ?? []} open={open} onOpen={setOpen} />
      </List>
      {shown && <FileDetail key={open} file={shown} />}
    </>
  );
}

interface TableProps {
  rows: readonly SettlementFile[];
  waiting: readonly WaitingFile[];
  open: string;
  onOpen: (id: string) => void;
}

function FilesTable({ rows, waiting, open, onOpen }: TableProps) {
  if (rows.length + waiting.length === 0) return <Empty nothing="Todavía no se registró ninguna rendición" />;
  return (
    <Table
      caption="Rendiciones, la más nueva primero"
      columns={['Archivo', 'Red', 'Líneas', 'Resultado', ['Importe', css.number]]}
    >
      {waiting.map((row) => (
        <tr key={`pedido-${row.id}`}>
          <th scope="row">
            {row.name}
            <span className={css.minor}>
              <When at={row.asked_at} />
            </span>
          </th>
          <td>
            {wayName(row.network)}
            <span className={css.minor}>{countryName(row.country)}</span>
          </td>
          <td className={css.nil}>–</td>
          <td>
            <Tag tone="late">Espera aprobación</Tag>
            <span className={css.minor}>La pidió {row.asked_by}</span>
          </td>
          <td className={css.number}>{row.amount === null ? '' : money(row.amount, row.currency)}</td>
        </tr>
      ))}
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <button
              type="button"
              className={css.link}
              aria-expanded={open === row.id}
              onClick={() => onOpen(open === row.id ? '' : row.id)}
            >
              {row.name}
            </button>
            <span className={css.minor}>
              <When at={row.imported_at} />
            </span>
          </th>
          <td>
            {wayName(row.network)}
            <span className={css.minor}>
              {countryName(row.country)}, del {row.settled_on}
            </span>
          </td>
          <td>
            {row.done < row.lines ? (
              <Tag tone="late">{`Registrando ${row.done} de ${row.lines}`}</Tag>
            ) : (
              row.lines
            )}
          </td>
          <td>
            {row.counts.map(({ outcome, count }) => (
              <span key={outcome} className={css.minor}>
                {outcomeName(outcome)}: {count}
              </span>
            ))}
          </td>
          <td className={css.number}>{money(row.amount, row.currency)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The lines of one file: at first those that a person has to look at. */
function FileDetail({ file }: { file: SettlementFile }) {
  const [which, setWhich] = useState<'all' | 'review'>('review');
  const { id, name, currency } = file;
  const { list, rows } = useList(['money', 'files', 'lines', id, which], 'from', (page) =>
    call('GET /api/staff/money/files/{id}', { params: { id }, query: { which, ...page } }),
  );
  return (
    <section aria-labelledby="lineas" className={own.detail}>
      <h2 id="lineas">Líneas de {name}</h2>
      <div className={css.bar}>
        <label className={css.field}>
          <span>Líneas</span>
          <select value={which} onChange={(event) => setWhich(event.target.value as typeof which)}>
            <option value="review">Para revisar</option>
            <option value="all">Todas</option>
          </select>
        </label>
        <ListFile file="rendicion" query={{ id, which }} what={`líneas de ${name}`} />
      </div>
      <List list={list}>
        <Lines rows={rows} currency={currency} isAll={which === 'all'} />
      </List>
    </section>
  );
}
