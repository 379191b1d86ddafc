import type { FilterName } from '../../contract/staff/views.ts';
import { HOLD_REASONS, type HoldReason } from '../../domain/holds.ts';
import { Tag } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { useFilters, type Filters } from '../place.ts';
import { countryName, when } from '../../words/texts.ts';
import { CountryFilter, FilterSelect } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Link } from '../ui/link.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import { Views } from '../ui/views.tsx';
import { HOLD_NAMES } from '../../words/hold-names.ts';
import { endText, VIEW_NAMES, type Hold, type HoldsAnswer, type View } from '../../words/holds.ts';

const VIEWS = Object.keys(VIEW_NAMES) as View[];
/** The server counts each reason up to here. */
const countedTo = 1_000;

function queryOf(filters: Filters<FilterName<'/bloqueos'>>) {
  const [view, reason, country] = (['vista', 'motivo', 'pais'] as const).map(
    (name) => filters.get(name) ?? '',
  );
  return {
    view: VIEWS.find((each) => each === view) ?? ('active' as const),
    ...(HOLD_REASONS.includes(reason as HoldReason) ? { reason: reason as HoldReason } : {}),
    ...(country ? { country: country as Hold['country'] } : {}),
  };
}

/** Customers with holds, and since when. Holds are placed and lifted on the customer's page. */
export function HoldsPage() {
  const [filters, setFilter] = useFilters<FilterName<'/bloqueos'>>();
  const query = queryOf(filters);
  const { list, rows } = useList(
    ['holds', query],
    'from',
    (page) => call('GET /api/staff/holds', { query: { ...query, ...page } }),
    { refetchInterval: 60_000 },
  );
  const counts = list.data?.pages[0]?.counts;
  return (
    <>
      <PageHead title="Bloqueos" />
      <Views
        names={VIEW_NAMES}
        view={query.view}
        search={filters}
        countedTo={countedTo}
        counts={counts && { active: Math.min(countedTo, sumOf(counts)) }}
      />
      <ListBar file="bloqueos" query={query}>
        <FilterSelect
          filters={filters}
          setFilter={setFilter}
          name="motivo"
          label="Motivo"
          options={reasonOptions(counts)}
        />
        <CountryFilter filters={filters} setFilter={setFilter} />
      </ListBar>
      <List list={list}>
        <HoldsTable rows={rows} isEnded={query.view === 'ended'} />
      </List>
    </>
  );
}

const sumOf = (counts: HoldsAnswer['counts']) => Object.values(counts).reduce((sum, each) => sum + each, 0);

/** Each reason with how many hold for it. */
function reasonOptions(counts: HoldsAnswer['counts'] | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    HOLD_REASONS.map((each) => [each, counts ? `${HOLD_NAMES[each]} (${counts[each]})` : HOLD_NAMES[each]]),
  );
}

function HoldsTable({ rows, isEnded }: { rows: readonly Hold[]; isEnded: boolean }) {
  if (rows.length === 0)
    return (
      <Empty
        nothing={`No hay bloqueos ${isEnded ? 'terminados' : 'vigentes'}`}
        how="Se ponen desde la ficha del cliente."
      />
    );
  return (
    <Table
      caption={<>Bloqueos, {isEnded ? 'el que terminó último' : 'el más viejo'} primero</>}
      columns={['Quién', 'Motivo', 'Explicación', isEnded ? 'Terminó' : 'Lo puso']}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <Link to={`/clientes/${row.customer}`} className={css.link}>
              {row.person || `Cliente ${row.customer}`}
            </Link>
            <span className={css.minor}>{countryName(row.country)}</span>
          </th>
          <td>
            <Tag tone={isEnded ? 'off' : 'bad'}>{HOLD_NAMES[row.reason]}</Tag>
            {row.loan && <span className={css.minor}>Préstamo {row.loan}</span>}
          </td>
          <td>
            {isEnded ? row.lift_note || row.note : row.note}
            {row.lift_asked_by && (
              <span className={css.minor}>Espera aprobación: {row.lift_asked_by} pidió levantarlo</span>
            )}
          </td>
          <td>
            {isEnded ? when(row.lifted_at) : `${row.placed_by}, ${when(row.placed_at)}`}
            <span className={css.minor}>{endText(row)}</span>
          </td>
        </tr>
      ))}
    </Table>
  );
}
