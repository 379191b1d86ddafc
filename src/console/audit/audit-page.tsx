import type { FilterName } from '../../contract/staff/views.ts';
import type { OutputOf } from '../../contract/contract.ts';
import { Button } from '../../ui/button.tsx';
import { call, download } from '../api.ts';
import { queryOf, useFilters } from '../place.ts';
import { subjectName } from '../../words/subject-names.ts';
import { factsOf } from '../../words/facts.ts';
import { ACTION_NAMES, actionName, reasonName } from '../../words/texts.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { CountryFilter, FilterInput, FilterSelect, type FilterProps } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
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
      <Filters filters={filters} setFilter={setFilter} />
      <List list={list}>
        <AuditTable rows={rows} onPerson={(id) => setFilter('persona', id)} />
      </List>
    </>
  );
}

function Filters(props: FilterProps<FilterName<'/registro'>>) {
  const person = props.filters.get('persona') ?? '';
  return (
    <ListBar>
      <FilterSelect {...props} name="accion" label="Acción" options={ACTION_NAMES} all="Todas" />
      <FilterInput
        {...props}
        name="cliente"
        label="Número de cliente"
        inputMode="numeric"
        pattern="\d*"
        size={10}
      />
      <CountryFilter {...props} all="Todos" />
      <FilterInput {...props} name="desde" label="Desde" type="date" />
      <FilterInput {...props} name="hasta" label="Hasta" type="date" />
      {person !== '' && (
        <Button kind="ghost" small onClick={() => props.setFilter('persona', '')}>
          Ver a todas las personas
        </Button>
      )}
    </ListBar>
  );
}

function AuditTable({ rows, onPerson }: { rows: readonly Entry[]; onPerson: (id: string) => void }) {
  if (rows.length === 0) return <Empty nothing="No hay acciones registradas" />;
  return (
    <Table
      caption="Lo que hizo el equipo, lo más nuevo primero"
      columns={['Cuándo', 'Quién', 'Qué', 'Había', 'Quedó', 'Por qué']}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <td className={css.brief}>
            <When at={row.at} />
          </td>
          <td className={css.brief}>
            <button
              type="button"
              className={css.link}
              aria-label={`Ver sólo lo de ${row.person}`}
              onClick={() => onPerson(row.person_id)}
            >
              {row.person}
            </button>
            <span className={css.minor}>{row.address}</span>
          </td>
          <th scope="row">
            {actionName(row.action)}
            {row.subject_name && <span className={css.minor}>{subjectName(row)}</span>}
            {row.requested_by && row.requested_by !== row.person && (
              <span className={css.minor}>Lo pidió {row.requested_by}</span>
            )}
          </th>
          <td>{factsOf(row.before).join(' · ')}</td>
          <td>{factsOf(row.after).join(' · ')}</td>
          <td>
            {reasonName(row.reason_code)}
            {row.reason && <span className={css.minor}>{row.reason}</span>}
          </td>
        </tr>
      ))}
    </Table>
  );
}
