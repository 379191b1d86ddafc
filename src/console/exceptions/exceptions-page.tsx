import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import {
  EXCEPTION_STATE_NAMES,
  EXCEPTION_VIEW_NAMES,
  WHY_NAMES,
  type ExceptionRow,
} from '../../words/exceptions.ts';
import { waited } from '../../words/identity.ts';
import { countryName } from '../../words/texts.ts';
import { call } from '../api.ts';
import { go, useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { CountryFilter } from '../ui/filters.tsx';
import { Link } from '../ui/link.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Empty, Said, Trouble } from '../ui/list-parts.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import { takeMessage } from '../ui/outcome.ts';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { Views } from '../ui/views.tsx';
import { Waits } from '../ui/waits.tsx';
import { When } from '../ui/when.tsx';
import { rowKey, workPath } from '../ui/decision-queue.ts';
import { exceptionQueue } from './queue.ts';

type View = keyof typeof EXCEPTION_VIEW_NAMES;

const nobody = 'No hay nadie esperando: lo que queda lo está mirando otra persona.';

/** Queue of applications that a person decides. */
export function ExceptionsPage() {
  const me = useMe();
  const [filters, setFilter] = useFilters<FilterName<'/excepciones'>>();
  const view: View = filters.get('vista') === 'decided' ? 'decided' : 'waiting';
  const country = filters.get('pais') as ExceptionRow['country'] | null;
  const query = { view, ...(country ? { country } : {}) };
  const { list, rows } = useList(
    ['exceptions', query],
    'from',
    (page) => call('GET /api/staff/exceptions', { query: { ...query, ...page } }),
    { refetchInterval: 30_000 },
  );
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: () => exceptionQueue.takeNext([], country),
    onSuccess: (card) => {
      if (!card) return;
      queries.setQueryData(rowKey(exceptionQueue, card.id), card);
      go(workPath(exceptionQueue, card.id, country));
    },
  });
  const [said] = useState(takeMessage);
  return (
    <>
      <PageHead title="Excepciones">
        {allows(me, 'POST /api/staff/exceptions/next') && (
          <Button
            small
            kind={list.data?.pages[0]?.counts.waiting === 0 ? 'ghost' : 'primary'}
            busy={start.isPending}
            onClick={() => start.mutate()}
          >
            Empezar a decidir
          </Button>
        )}
      </PageHead>
      <Said message={start.data === null ? nobody : said} />
      <Trouble error={start.error} />
      <Views names={EXCEPTION_VIEW_NAMES} view={view} counts={list.data?.pages[0]?.counts} search={filters} />
      <ListBar file="excepciones" query={query}>
        <CountryFilter filters={filters} setFilter={setFilter} />
      </ListBar>
      <List list={list}>
        <Rows rows={rows} view={view} now={Date.parse(list.data?.pages[0]?.at ?? '')} />
      </List>
    </>
  );
}

function Rows({ rows, view, now }: { rows: readonly ExceptionRow[]; view: View; now: number }) {
  if (rows.length === 0)
    return (
      <Empty
        nothing={view === 'waiting' ? 'Nadie espera que una persona decida' : 'Todavía no se decidió ninguna'}
      />
    );
  return (
    <Table
      caption="Solicitudes que decide una persona"
      columns={['Persona', 'Por qué', view === 'waiting' ? 'Espera hace' : 'Decidida', 'Vence', 'Estado']}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <Link to={`/excepciones/${row.id}`}>{row.person || `Solicitud ${row.id}`}</Link>
            <span className={css.minor}>{countryName(row.country)}</span>
          </th>
          <td>{WHY_NAMES[row.why]}</td>
          <td>
            {view === 'waiting' ? (
              waited(row.queued_at, now)
            ) : (
              <>
                <When at={row.decided_at} />
                <span className={css.minor}>{row.decided_by}</span>
              </>
            )}
          </td>
          <td>
            <When at={row.expires_at} />
          </td>
          <td>
            <Tag tone={toneOf(row)}>{EXCEPTION_STATE_NAMES[row.state]}</Tag>
            {row.claimed_by && !row.waits && <span className={css.minor}>La mira {row.claimed_by}</span>}
            <Waits by={row.waits} asked="la pidió" to="aprobarla" />
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function toneOf({ state }: Pick<ExceptionRow, 'state'>): 'good' | 'bad' | 'off' {
  if (state === 'approved' || state === 'overridden') return 'good';
  return state === 'refused' ? 'bad' : 'off';
}
