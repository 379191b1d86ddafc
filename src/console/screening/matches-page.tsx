import type { FilterName } from '../../contract/staff/views.ts';
import { dated } from '../../ui/dated.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice, Tag } from '../../ui/tag.tsx';
import { countryName, when } from '../../words/texts.ts';
import {
  MATCH_STATE_NAMES,
  VIEW_NAMES,
  whyText,
  type Match,
  type MatchesAnswer,
} from '../../words/screening.ts';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { CountryFilter } from '../ui/filters.tsx';
import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/list-parts.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { Views } from '../ui/views.tsx';
import own from './screening.module.css';

type View = keyof typeof VIEW_NAMES;

/** Possible matches of customers with public lists. */
export function MatchesPage() {
  const [filters, setFilter] = useFilters<FilterName<'/coincidencias'>>();
  const view: View = filters.get('vista') === 'decided' ? 'decided' : 'waiting';
  const country = filters.get('pais') as Match['country'] | null;
  const query = { view, ...(country ? { country } : {}) };
  const { list, rows } = useList(
    ['screening', query],
    'from',
    (page) => call('GET /api/staff/screening', { query: { ...query, ...page } }),
    { refetchInterval: 60_000 },
  );
  const head = list.data?.pages[0];
  return (
    <>
      <PageHead title="Coincidencias" />
      <div className={own.lists}>
        {list.isPending && <SkeletonGroup label="Cargando las listas…" shapes={['line', 'line']} />}
        {head && <Lists lists={head.lists} />}
      </div>
      <Views names={VIEW_NAMES} view={view} counts={head?.counts} search={filters} />
      <ListBar file="coincidencias" query={query}>
        <CountryFilter filters={filters} setFilter={setFilter} />
      </ListBar>
      <List list={list}>
        <Rows rows={rows} view={view} />
      </List>
    </>
  );
}

/** State of each country's list. */
function Lists({ lists }: { lists: MatchesAnswer['lists'] }) {
  return lists.map(({ country, is_covered: isCovered, entries, loaded_at: loaded, checked_at: checked }) => {
    const name = countryName(country);
    if (!isCovered)
      return (
        <Notice key={country} tone="late">
          {name}: no cubierto. Ninguna lista se compara con sus clientes.
        </Notice>
      );
    return (
      <p key={country} className={css.minor}>
        {loaded === ''
          ? `${name}: la lista todavía no se cargó.`
          : dated(`${name}: ${entries} entradas, cambió el ${when(loaded)}, mirada el ${when(checked)}.`)}
      </p>
    );
  });
}

function Rows({ rows, view }: { rows: readonly Match[]; view: View }) {
  const isDecided = view === 'decided';
  if (rows.length === 0)
    return <Empty nothing={isDecided ? 'Todavía no se decidió ninguna' : 'Nadie coincide con una lista'} />;
  return (
    <Table
      caption={
        isDecided ? 'Coincidencias, la última decidida primero' : 'Coincidencias, la más vieja primero'
      }
      columns={['Quién', 'En la lista', 'Coincide por', isDecided ? 'Decidida' : 'Desde']}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <Link to={`/coincidencias/${row.id}`} className={css.link}>
              {row.person || `Cliente ${row.customer}`}
            </Link>
            <span className={css.minor}>{countryName(row.country)}</span>
          </th>
          <td>
            {row.listed}
            <span className={css.minor}>{row.list}</span>
          </td>
          <td>{whyText(row.reasons)}</td>
          <td>
            {isDecided ? (
              <Tag tone={row.state === 'same' ? 'bad' : 'good'}>{MATCH_STATE_NAMES[row.state]}</Tag>
            ) : (
              when(row.found_at)
            )}
            <span className={css.minor}>
              {isDecided
                ? `${[row.decided_by, row.approved_by].filter(Boolean).join(' y ')}, ${when(row.decided_at)}`
                : row.asked_by && `Espera aprobación: la pidió ${row.asked_by}`}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  );
}
