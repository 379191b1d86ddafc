import { useState } from 'react';
import type { CASE_WAITS, COLLECTION_BUCKETS } from '../../contract/staff/collections.ts';
import type { FilterName } from '../../contract/staff/views.ts';
import { addDays, calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { CASE_WAIT_NAMES, RESULT_NAMES } from '../../words/collection-names.ts';
import { BUCKET_NAMES, VIEW_NAMES, type CaseRow } from '../../words/collections.ts';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { useFilters, type Filters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { FilterSelect, type FilterProps } from '../ui/filters.tsx';
import { Link } from '../ui/link.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Empty, Said, Trouble } from '../ui/list-parts.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import { takeMessage } from '../ui/outcome.ts';
import css from '../ui/page.module.css';
import { PageHead } from '../ui/page-head.tsx';
import { Views } from '../ui/views.tsx';
import { Day, When } from '../ui/when.tsx';
import own from './collections.module.css';
import { FiguresView } from './figures-view.tsx';
import { QueueCountry } from './queue-country.tsx';
import { useNext } from './queue.ts';

type FilterNames = FilterName<'/cobranzas'>;
type View = keyof typeof VIEW_NAMES;
const VIEWS = Object.keys(VIEW_NAMES) as View[];
const ALL_VIEWS = { ...VIEW_NAMES, resultados: 'Resultados' };

const nobody =
  'No hay casos para contactar ahora: los que quedan los trabaja otra persona, o ya se los contactó.';

function queryOf(filters: Filters<FilterNames>, fallback: CaseRow['country'] | undefined) {
  const of = (name: FilterNames) => filters.get(name) ?? '';
  const view = VIEWS.find((each) => each === of('vista')) ?? ('queue' as const);
  const country = of('pais') === '' ? fallback : (of('pais') as CaseRow['country']);
  return {
    view,
    ...(country ? { country } : {}),
    ...(of('atraso') ? { bucket: of('atraso') as (typeof COLLECTION_BUCKETS)[number] } : {}),
    ...(view === 'waiting' && of('espera') ? { waits: of('espera') as (typeof CASE_WAITS)[number] } : {}),
    ...(view === 'broken' && of('desde') ? { since: 'yesterday' as const } : {}),
  };
}

/** Queue of Cobranzas of a country, by view. */
export function CasesPage() {
  const me = useMe();
  const [filters, setFilter] = useFilters<FilterNames>();
  const isFigures = filters.get('vista') === 'resultados';
  const next = useNext({ country: filters.get('pais'), bucket: filters.get('atraso') });
  const [said] = useState(takeMessage);
  return (
    <>
      <PageHead title="Cobranzas">
        {allows(me, 'POST /api/staff/collections/next') && (
          <Button small busy={next.isPending} onClick={() => next.mutate()}>
            Atender al siguiente
          </Button>
        )}
      </PageHead>
      <Said message={next.data === null ? nobody : said} />
      <Trouble error={next.error} />
      {isFigures ? (
        <>
          <ViewLinks filters={filters} />
          <FiguresView filters={filters} setFilter={setFilter} />
        </>
      ) : (
        <Cases filters={filters} setFilter={setFilter} />
      )}
    </>
  );
}

interface ViewLinksProps {
  filters: Filters<FilterNames>;
  counts?: Partial<Readonly<Record<keyof typeof ALL_VIEWS, number>>> | undefined;
}

function ViewLinks({ filters, counts }: ViewLinksProps) {
  const given = filters.get('vista');
  const names = Object.keys(ALL_VIEWS) as (keyof typeof ALL_VIEWS)[];
  return (
    <Views
      names={ALL_VIEWS}
      view={names.find((each) => each === given) ?? 'queue'}
      counts={counts}
      search={filters}
      without={['espera', 'desde', 'dias']}
    />
  );
}

function Cases(props: FilterProps<FilterNames>) {
  const me = useMe();
  const { filters } = props;
  const query = queryOf(filters, me.countries[0]);
  const { list, rows } = useList(
    ['collections', query],
    'from',
    (page) => call('GET /api/staff/collections', { query: { ...query, ...page } }),
    { refetchInterval: 60_000 },
  );
  const first = list.data?.pages[0];
  return (
    <>
      <ViewLinks filters={filters} counts={first?.counts} />
      <ListBar file="cobranzas" query={query}>
        <QueueCountry {...props} />
        <FilterSelect {...props} name="atraso" label="Atraso" options={BUCKET_NAMES} />
        {query.view === 'waiting' && (
          <FilterSelect {...props} name="espera" label="Espera por" options={CASE_WAIT_NAMES} />
        )}
        {query.view === 'broken' && (
          <FilterSelect {...props} name="desde" label="Vencieron" options={{ ayer: 'Ayer' }} />
        )}
      </ListBar>
      {first && first.closed_on !== '' && (
        <details className={own.order}>
          <summary>Primero los que más importan</summary>
          En orden de días de atraso × importe vencido × (1 + promesas no cumplidas), al cierre del{' '}
          <Day iso={first.closed_on} />. Los importes son de ahora; quien pagó ya no está.
        </details>
      )}
      <List list={list}>
        <CasesTable rows={rows} view={query.view} isClosed={first?.closed_on !== ''} />
      </List>
    </>
  );
}

const EMPTY: Readonly<Record<View, string>> = {
  queue: 'No hay casos para contactar hoy',
  mine: 'No tenés casos asignados para hoy',
  due: 'Ninguna promesa vence hoy',
  broken: 'No hay promesas sin cumplir',
  waiting: 'No hay casos que esperen',
};

function CasesTable({ rows, view, isClosed }: { rows: readonly CaseRow[]; view: View; isClosed: boolean }) {
  if (!isClosed)
    return <p className={css.empty}>Todavía no cerró ningún día: la cola se arma con el primer cierre.</p>;
  if (rows.length === 0) return <Empty nothing={EMPTY[view]} />;
  return (
    <Table
      caption="Casos, el primero es el que más importa"
      columns={[
        'Persona',
        ['Días', css.number],
        ['Vencido', css.number],
        ['Promesas sin cumplir', css.number],
        'Último contacto',
        'Atiende',
      ]}
    >
      {rows.map((row) => (
        <tr key={row.customer}>
          <th scope="row">
            <Link to={`/cobranzas/${row.customer}`} className={css.link}>
              {row.person || `Cliente ${row.customer}`}
            </Link>
            <Wait row={row} />
          </th>
          <td className={css.number}>{row.days_late}</td>
          <td className={css.number}>{money(row.overdue, row.currency)}</td>
          <td className={css.number}>{row.broken_promises}</td>
          <td>
            {row.last_contact_at ? <When at={row.last_contact_at} /> : '—'}
            {row.last_result !== '' && <span className={css.minor}>{RESULT_NAMES[row.last_result]}</span>}
          </td>
          <td>
            {row.assigned}
            {row.reserved_by && <span className={css.minor}>La trabaja {row.reserved_by}</span>}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function waitText({ waits_for: wait, waits_until: until }: CaseRow): string {
  if (wait === '') return '';
  if (until === '') return CASE_WAIT_NAMES[wait];
  const last = calendarDate(until);
  if (wait === 'next-look') return `Vuelve el ${formatDate(addDays(last, 1))}`;
  return `${CASE_WAIT_NAMES[wait]}, hasta el ${formatDate(last)}`;
}

function Wait({ row }: { row: CaseRow }) {
  if (row.waits_for === '') return null;
  return (
    <span className={css.minor}>
      <Tag>{waitText(row)}</Tag>
    </span>
  );
}
