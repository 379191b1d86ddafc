import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import type { OutputOf } from '../../contract/contract.ts';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { go, useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { countryName, when } from '../../words/texts.ts';
import { CountryFilter } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Link } from '../ui/link.tsx';
import { Empty, Said, Trouble } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { Views } from '../ui/views.tsx';
import { rowKey, workPath } from '../ui/decision-queue.ts';
import { reviewQueue } from './queue.ts';
import { prefetch } from './photo-store.ts';
import { takeMessage } from '../ui/outcome.ts';
import { STATE_NAMES, VIEW_NAMES, waited } from '../../words/identity.ts';
import { List, Table, useList } from '../ui/list.tsx';

type Page = OutputOf<'GET /api/staff/identity'>;
type View = keyof typeof VIEW_NAMES;
const VIEWS = Object.keys(VIEW_NAMES) as View[];

const nobody = 'No hay nadie esperando: lo que queda lo está mirando otra persona.';

/** Queue of photos to review. */
export function IdentityPage() {
  const me = useMe();
  const [filters, setFilter] = useFilters<FilterName<'/identidad'>>();
  const given = filters.get('vista') as View | null;
  const view = given && VIEWS.includes(given) ? given : 'waiting';
  const country = filters.get('pais') as Page['result'][number]['country'] | null;
  const query = { view, ...(country ? { country } : {}) };
  const { list, rows } = useList(
    ['identity-list', query],
    'from',
    (page) => call('GET /api/staff/identity', { query: { ...query, ...page } }),
    { refetchInterval: 30_000 },
  );
  const start = useStart(country);
  const [said] = useState(takeMessage);
  return (
    <>
      <PageHead title="Identidad">
        {allows(me, 'POST /api/staff/identity/next') && (
          <Button
            small
            kind={list.data?.pages[0]?.counts.waiting === 0 ? 'ghost' : 'primary'}
            busy={start.isPending}
            onClick={() => start.mutate()}
          >
            Empezar a revisar
          </Button>
        )}
      </PageHead>
      <Said message={start.data === null ? nobody : said} />
      <Trouble error={start.error} />
      <Views names={VIEW_NAMES} view={view} counts={list.data?.pages[0]?.counts} search={filters} />
      <ListBar file="identidad" query={query}>
        <CountryFilter filters={filters} setFilter={setFilter} />
      </ListBar>
      <List list={list}>
        <QueueTable rows={rows} view={view} now={Date.parse(list.data?.pages[0]?.at ?? '')} />
      </List>
    </>
  );
}

/** Takes the first of the queue and goes there. */
function useStart(country: string | null) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => reviewQueue.takeNext([], country),
    onSuccess: (review) => {
      if (!review) return;
      queries.setQueryData(rowKey(reviewQueue, review.id), review);
      prefetch(review);
      go(workPath(reviewQueue, review.id, country));
    },
  });
}

const EMPTY: Readonly<Record<View, string>> = {
  waiting: 'No hay nadie esperando que miren sus fotos',
  asked: 'Nadie tiene fotos pedidas',
  decided: 'Todavía no se decidió ninguna',
};

function QueueTable({ rows, view, now }: { rows: Page['result']; view: View; now: number }) {
  if (rows.length === 0) return <Empty nothing={EMPTY[view]} />;
  return (
    <Table
      caption="Personas, la que más espera primero"
      columns={[
        'Persona',
        'País',
        ['Préstamo', css.number],
        view === 'decided' ? 'Decidida' : 'Espera hace',
        'Estado',
      ]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <Link to={`/identidad/${row.id}`}>{row.person || `Cliente ${row.customer}`}</Link>
          </th>
          <td>{countryName(row.country)}</td>
          <td className={css.number}>{money(row.amount, row.currency)}</td>
          <td>{view === 'decided' ? decidedOf(row) : waited(row.queued_at, now)}</td>
          <td>
            <Tag tone={toneOf(row)}>{row.is_fraud ? 'Fraude' : STATE_NAMES[row.state]}</Tag>
            {row.claimed_by && <span className={css.minor}>La mira {row.claimed_by}</span>}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function decidedOf({ decided_at: at, decided_by: by }: Page['result'][number]) {
  return (
    <>
      {at && when(at)}
      <span className={css.minor}>{by || 'El código del documento'}</span>
    </>
  );
}

function toneOf({ state, is_fraud: isFraud }: Page['result'][number]) {
  if (isFraud || state === 'rejected') return 'bad';
  return state === 'approved' ? 'good' : 'off';
}
