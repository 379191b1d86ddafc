import type { FilterName } from '../../contract/staff/views.ts';
import { Tag } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { CountryFilter, FilterSelect } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import css from '../ui/page.module.css';
import type { Doing } from './dialogs.tsx';
import { didText, JOB_NAMES, RUN_STATES, type Run } from '../../words/operation.ts';
import { List, Table, useList } from '../ui/list.tsx';
import { Day, When } from '../ui/when.tsx';

/** Results of the daily work, newest day first. */
export function DaysList({ onDo }: { onDo: (doing: Doing) => void }) {
  const [filters, setFilter] = useFilters<FilterName<'/operacion'>>();
  const props = { filters, setFilter };
  const country = filters.get('pais');
  const onlyTrouble = filters.get('estado') === 'mal';
  const query = {
    ...(country ? { country: country as Run['country'] } : {}),
    ...(onlyTrouble ? { wrong: '1' as const } : {}),
  };
  const { list, rows } = useList(
    ['operation', 'days', query],
    'before',
    (page) =>
      call('GET /api/staff/operation/days', {
        query: { ...query, ...page },
      }),
    { refetchInterval: 3_000 },
  );
  return (
    <>
      <ListBar file="trabajo-diario" query={query}>
        <CountryFilter {...props} />
        <FilterSelect {...props} name="estado" label="Estado" options={{ mal: 'Sólo lo que anda mal' }} />
      </ListBar>
      <List list={list}>
        {rows.length === 0 ? (
          <p className={css.empty}>
            {onlyTrouble ? 'Nada anda mal en estos días.' : 'Todavía no corrió nada.'}
          </p>
        ) : (
          <DaysTable rows={rows} onDo={onDo} />
        )}
      </List>
    </>
  );
}

function DaysTable({ rows, onDo }: { rows: readonly Run[]; onDo: (doing: Doing) => void }) {
  const me = useMe();
  const mayRun = allows(me, 'POST /api/staff/operation/days/{job}/run');
  return (
    <Table
      caption="Trabajo de cada día, el más nuevo primero"
      columns={['Día', 'Tarea', 'Estado', 'Qué hizo', 'Acciones']}
    >
      {rows.map((row) => (
        <tr key={`${row.day}-${row.country}-${row.job}`}>
          <td>
            <Day iso={row.day} />
            <span className={css.minor}>{countryName(row.country)}</span>
          </td>
          <th scope="row">{JOB_NAMES[row.job]}</th>
          <td className={css.brief}>
            <Tag tone={row.alarming ? 'bad' : RUN_STATES[row.state].tone}>{RUN_STATES[row.state].name}</Tag>
            {row.finished_at && (
              <span className={css.minor}>
                <When at={row.finished_at} />
              </span>
            )}
          </td>
          <td className={css.brief}>
            {didText(row.did)}
            {row.failure && <span className={css.minor}>{row.failure}</span>}
          </td>
          <td>
            {mayRun && row.runnable && (
              <button
                type="button"
                className={css.link}
                aria-label={`Correr ahora: ${JOB_NAMES[row.job]}, ${countryName(row.country)}`}
                onClick={() => onDo({ what: 'run', run: row })}
              >
                Correr ahora
              </button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
