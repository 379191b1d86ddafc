import type { FilterName } from '../../contract/staff/views.ts';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { countryName, when } from '../../words/texts.ts';
import { FilterSelect } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import type { Doing } from './dialogs.tsx';
import { dataLines, QUEUE_NAMES, type Failed } from '../../words/operation.ts';
import { List, Table, useList } from '../ui/list.tsx';
import { When } from '../ui/when.tsx';
import { Waits } from '../ui/waits.tsx';

/** Work that was given up, oldest first. */
export function FailedList({ onDo }: { onDo: (doing: Doing) => void }) {
  const [filters, setFilter] = useFilters<FilterName<'/operacion'>>();
  const props = { filters, setFilter };
  const queue = (filters.get('tipo') ?? '') as Failed['queue'] | '';
  const query = queue === '' ? {} : { queue };
  const { list, rows } = useList(
    ['operation', 'failed', query],
    'from',
    (page) =>
      call('GET /api/staff/operation/failed', {
        query: { ...query, ...page },
      }),
    { refetchInterval: 15_000 },
  );
  return (
    <>
      <ListBar file="fallas" query={query}>
        <FilterSelect {...props} name="tipo" label="Tipo" options={QUEUE_NAMES} />
      </ListBar>
      <List list={list}>
        {rows.length === 0 ? (
          <Empty nothing="Nada falló en la última semana" />
        ) : (
          <FailedTable rows={rows} onDo={onDo} />
        )}
      </List>
    </>
  );
}

function FailedTable({ rows, onDo }: { rows: readonly Failed[]; onDo: (doing: Doing) => void }) {
  return (
    <Table
      caption="Tareas que fallaron, la más vieja primero"
      columns={['Tarea', 'Falló', 'Causa', 'Datos', 'Acciones']}
    >
      {rows.map((row) => (
        <tr key={`${row.queue}-${row.id}`}>
          <th scope="row">
            {QUEUE_NAMES[row.queue]}
            {row.country && <span className={css.minor}>{countryName(row.country)}</span>}
          </th>
          <td>
            <When at={row.failed_at} />
            <span className={css.minor}>
              {row.tries === 1 ? '1 intento' : `${row.tries} intentos`} desde <When at={row.began_at} />
            </span>
          </td>
          <td>{row.cause || 'No se anotó la causa'}</td>
          <td>
            {dataLines(row.data).map((line) => (
              <span key={line} className={css.minor}>
                {line}
              </span>
            ))}
          </td>
          <td>
            <Actions row={row} onDo={onDo} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Actions({ row, onDo }: { row: Failed; onDo: (doing: Doing) => void }) {
  const me = useMe();
  const mayWork = row.dropped_by === '' && allows(me, 'POST /api/staff/operation/failed/{queue}/{id}/retry');
  const name = `${QUEUE_NAMES[row.queue]}, ${when(row.failed_at)}`;
  return (
    <div className={css.row}>
      {mayWork && (
        <button
          type="button"
          className={css.link}
          aria-label={`Volver a intentar: ${name}`}
          onClick={() => onDo({ what: 'retry', failed: row })}
        >
          Volver a intentar
        </button>
      )}
      {mayWork && (
        <button
          type="button"
          className={css.link}
          aria-label={`Descartar: ${name}`}
          onClick={() => onDo({ what: 'drop', failed: row })}
        >
          Descartar
        </button>
      )}
      <Waits by={row.dropped_by} asked="la descartó" />
      {row.customer && allows(me, 'GET /api/staff/customers/{id}') && (
        <Link to={`/clientes/${row.customer}`} className={css.link} aria-label={`Ver cliente: ${name}`}>
          Ver cliente
        </Link>
      )}
    </div>
  );
}
