import { useState } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import type { OutputOf } from '../../contract/contract.ts';
import { Tag } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { queryOf, useFilters } from '../place.ts';
import { countryName } from '../../words/texts.ts';
import { CountryFilter, FilterSelect, type FilterProps } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Link } from '../ui/link.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import { Views } from '../ui/views.tsx';
import own from './tickets.module.css';
import {
  AGE_NAMES,
  ageOf,
  KIND_NAMES,
  kindName,
  statusName,
  STRANGERS,
  timesOf,
  VIEW_NAMES,
} from '../../words/tickets.ts';
import { List, Table, useList } from '../ui/list.tsx';
import { When } from '../ui/when.tsx';

type Page = OutputOf<'GET /api/staff/tickets'>;
type Ticket = Page['result'][number];
type View = keyof typeof VIEW_NAMES;

const VIEWS = Object.keys(VIEW_NAMES) as View[];

/** The address's names of the filters. */
const NAMES = { tipo: 'kind', pais: 'country', antiguedad: 'age', texto: 'text' } as const;

/** Tickets. Views and filters are in the address. */
export function TicketsPage() {
  const [filters, setFilter] = useFilters<FilterName<'/tickets'>>();
  const given = filters.get('vista') as View | null;
  const view = given && VIEWS.includes(given) ? given : 'open';
  const query = queryOf(filters, NAMES);
  const { list, rows } = useList(
    ['tickets', view, query],
    'from',
    (page) =>
      call('GET /api/staff/tickets', {
        query: { view, ...query, ...page },
      }),
    { refetchInterval: 60_000 },
  );
  return (
    <>
      <PageHead title="Tickets" />
      <Views names={VIEW_NAMES} view={view} counts={list.data?.pages[0]?.counts} search={filters} />
      <Filters filters={filters} setFilter={setFilter} query={{ view, ...query }} />
      <List list={list}>
        <TicketsTable
          rows={rows}
          isClosed={view === 'closed'}
          now={Date.parse(list.data?.pages[0]?.at ?? '')}
        />
      </List>
    </>
  );
}

function Filters({
  query,
  ...props
}: FilterProps<FilterName<'/tickets'>> & { query: Record<string, string> }) {
  return (
    <ListBar file="tickets" query={query} find={<TextFilter {...props} />}>
      <FilterSelect {...props} name="tipo" label="Tipo" options={KIND_NAMES} />
      <CountryFilter {...props} />
      <FilterSelect {...props} name="antiguedad" label="Antigüedad" options={AGE_NAMES} />
    </ListBar>
  );
}

/** Searches on Enter: each list read of persons is recorded. */
function TextFilter({ filters, setFilter }: FilterProps<FilterName<'/tickets'>>) {
  const given = filters.get('texto') ?? '';
  const [typed, setTyped] = useState<string>();
  const text = typed ?? given;
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        setFilter('texto', text.trim().slice(0, 60));
        setTyped(undefined);
      }}
    >
      <label className={css.field}>
        <span>Buscar</span>
        <input
          type="search"
          maxLength={60}
          size={26}
          placeholder="Palabras, número o nombre"
          value={text}
          onChange={(event) => {
            setTyped(event.target.value);
            if (event.target.value === '') setFilter('texto', '');
          }}
        />
      </label>
    </form>
  );
}

interface TableProps {
  rows: readonly Ticket[];
  isClosed: boolean;
  /** When the list was read, milliseconds. */
  now: number;
}

function TicketsTable({ rows, isClosed, now }: TableProps) {
  if (rows.length === 0)
    return (
      <Empty
        nothing={isClosed ? 'No hay tickets cerrados' : 'No hay tickets'}
        how="Acá llega lo que la gente escribe desde Ayuda, Sugerencias o su cuenta."
      />
    );
  return (
    <Table
      caption={<>Tickets, {isClosed ? 'el más nuevo' : 'el más viejo'} primero</>}
      columns={['Ticket', 'Quién', 'Estado', 'Atiende', 'Antigüedad']}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row" className={own.what}>
            <Link to={`/tickets/${row.id}`} className={own.subject}>
              {row.subject || kindName(row.kind)}
            </Link>
            {row.words && <span className={own.words}>{row.words}</span>}
            <span className={css.minor}>
              N.º {row.number} · {kindName(row.kind)}
            </span>
          </th>
          <td>
            {row.is_strangers ? STRANGERS : row.person || 'Sin nombre'}
            <span className={css.minor}>{countryName(row.country)}</span>
          </td>
          <td>
            <StatusTag ticket={row} />
          </td>
          <td>{row.assigned || 'Nadie'}</td>
          <td>
            {ageOf(row.created_at, now)}
            <span className={css.minor}>
              {timesOf(row) || (
                <>
                  Última novedad: <When at={row.updated_at} />
                </>
              )}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function StatusTag({ ticket }: { ticket: Pick<Ticket, 'status' | 'awaits_answer'> }) {
  const { status, awaits_answer: awaits } = ticket;
  if (awaits) return <Tag tone="late">Espera respuesta</Tag>;
  return <Tag tone={status === 'closed' ? 'good' : 'off'}>{statusName(status)}</Tag>;
}
