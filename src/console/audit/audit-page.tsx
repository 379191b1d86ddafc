import type { FilterName } from '../../contract/staff/views.ts';
import type { OutputOf } from '../../contract/contract.ts';
import { ACTION_GROUPS } from '../../words/action-groups.ts';
import { changesOf } from '../../words/approvals.ts';
import { classes } from '../../ui/classes.ts';
import { call, download } from '../api.ts';
import { queryOf, useFilters } from '../place.ts';
import { subjectName } from '../../words/subject-names.ts';
import { changeRows, type ChangeRow, hasRequest } from '../../words/facts.ts';
import { actionName, reasonName } from '../../words/texts.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { CountryFilter, FilterInput, FilterSelect, type FilterProps } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import own from './audit.module.css';
import { List, Table, useList } from '../ui/list.tsx';
import { When } from '../ui/when.tsx';

type Entry = OutputOf<'GET /api/staff/audit'>['result'][number];

/** The address's names of the filters, which stay when the contract's change. */
const NAMES = {
  persona: 'person',
  cliente: 'customer',
  accion: 'action',
  pais: 'country',
  desde: 'from',
  hasta: 'to',
} as const;

/** Staff actions. The filters are in the address. */
export function AuditPage() {
  const [filters, setFilter] = useFilters<FilterName<'/registro'>>();
  const query = queryOf(filters, NAMES);
  const { list, rows } = useList(['audit', query], 'before', (page) =>
    call('GET /api/staff/audit', { query: { ...query, ...page } }),
  );
  return (
    <>
      <PageHead title="Registro">
        <ExportButton
          of="POST /api/staff/audit/export"
          take={() => download('POST /api/staff/audit/export', { query })}
        />
      </PageHead>
      <Filters filters={filters} setFilter={setFilter} people={list.data?.pages[0]?.people ?? []} />
      <List list={list}>
        <AuditTable rows={rows} onPerson={(id) => setFilter('persona', id)} />
      </List>
    </>
  );
}

type People = OutputOf<'GET /api/staff/audit'>['people'];

/** Names by id; a map keeps their order, which an object with numbers as keys does not. */
const namesOf = (people: People) => new Map(people.map(({ id, name }) => [id, name]));

interface BarProps extends FilterProps<FilterName<'/registro'>> {
  people: People;
}

function Filters({ people, ...props }: BarProps) {
  return (
    <ListBar>
      <div className={own.filters}>
        {people.length > 0 && (
          <FilterSelect {...props} name="persona" label="Quién" options={namesOf(people)} all="Todos" />
        )}
        <FilterSelect {...props} name="accion" label="Acción" options={ACTION_GROUPS} all="Todas" />
        <FilterInput
          {...props}
          name="cliente"
          label="N.º de cliente"
          inputMode="numeric"
          pattern="\d*"
          size={8}
        />
        <CountryFilter {...props} all="Todos" />
        <FilterInput {...props} name="desde" label="Desde" type="date" />
        <FilterInput {...props} name="hasta" label="Hasta" type="date" />
      </div>
    </ListBar>
  );
}

function AuditTable({ rows, onPerson }: { rows: readonly Entry[]; onPerson: (id: string) => void }) {
  if (rows.length === 0) return <Empty nothing="No hay acciones registradas" />;
  return (
    <Table
      caption="Lo que hizo el equipo, lo más nuevo primero"
      columns={['Cuándo', 'Quién', 'Qué', 'Qué cambió', 'Por qué']}
    >
      {rows.map((row) => (
        <tr key={row.id} className={own.entry}>
          <td className={classes(css.brief, css.whole)}>
            <When at={row.at} isExact />
          </td>
          <td className={css.brief}>
            <button
              type="button"
              className={classes(css.link, own.person)}
              aria-label={`Ver sólo lo de ${row.person}`}
              onClick={() => onPerson(row.person_id)}
            >
              {row.person}
            </button>
            {row.address && (
              <details>
                <summary className={css.summary}>Desde dónde</summary>
                <span className={css.minor}>{row.address}</span>
              </details>
            )}
          </td>
          <th scope="row">
            {actionName(row.action)}
            {isOpenRequest(row) && ', pedido'}
            {row.subject_name && <span className={css.minor}>{subjectName(row)}</span>}
            {row.requested_by && row.requested_by !== row.person && (
              <span className={css.minor}>Lo pidió {row.requested_by}</span>
            )}
          </th>
          <td className={own.changes}>
            <Changes row={row} />
          </td>
          <td>
            {reasonName(row.reason_code)}
            {row.reason && <span className={css.minor}>{row.reason}</span>}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** A request whose name does not say so. */
const isOpenRequest = ({ action, after }: Entry): boolean =>
  hasRequest(JSON.parse(after) as object) && !actionName(action).startsWith('Pedido');

/** Changes shown of an action; the rest is folded. */
const mostChanges = 5;

/** Changes of an action; all its facts are folded, unless these are all. */
function Changes({ row }: { row: Entry }) {
  const facts = changeRows(row.before, row.after);
  const { changes } = changesOf(row);
  const shown = changes.slice(0, mostChanges);
  return (
    <>
      <Facts rows={shown} />
      {facts.length > shown.length && (
        <details>
          <summary className={css.summary}>Ver todo</summary>
          <Facts rows={facts} />
        </details>
      )}
    </>
  );
}

function Facts({ rows }: { rows: readonly ChangeRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ul className={own.facts}>
      {rows.map((row) => (
        <li key={row.key}>{factText(row)}</li>
      ))}
    </ul>
  );
}

function factText({ name, before, after }: ChangeRow): string {
  if (before === after || after === '') return `${name}: ${before}`;
  return before === '' ? `${name}: ${after}` : `${name}: ${after} (antes ${before})`;
}
