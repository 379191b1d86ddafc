import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import type { FilterName } from '../../contract/staff/views.ts';
import { classes } from '../../ui/classes.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice, Tag } from '../../ui/tag.tsx';
import { CLOSE_STATES, CLOSE_TONES, type Close, type Obstacle } from '../../words/closes.ts';
import { count, monthName } from '../../words/figures.ts';
import { countryName } from '../../words/texts.ts';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import own from '../configuration/configuration.module.css';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { CountryFilter } from '../ui/filters.tsx';
import { Link } from '../ui/link.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Empty, ReadTrouble, Trouble } from '../ui/list-parts.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { When } from '../ui/when.tsx';
import look from './closes.module.css';
import { Obstacles } from './obstacles.tsx';
import { Waits } from '../ui/waits.tsx';

type Month = OutputOf<'GET /api/staff/closes'>['months'][number];

/** Milliseconds between looks at a close that the worker prepares. */
const lookEveryMs = 3_000;

/** Month-end closes: obstacles to the next one, and earlier closes. */
export function ClosesPage() {
  const [filters, setFilter] = useFilters<FilterName<'/cierres'>>();
  const country = filters.get('pais') as Close['country'] | null;
  const query = country ? { country } : {};
  const months = useQuery({
    queryKey: ['closes-next', country],
    queryFn: async () => (await call('GET /api/staff/closes', { query })).months,
    refetchInterval: ({ state }) =>
      state.data?.some(({ obstacles }) => isUnderWay(obstacles)) ? lookEveryMs : false,
  });
  const { list, rows } = useList(
    ['closes', country, months.dataUpdatedAt],
    'before',
    (page) => call('GET /api/staff/closes', { query: { ...query, ...page } }),
    { keepsRows: true },
  );
  return (
    <>
      <PageHead title="Cierre" />
      <ListBar file="cierres" query={query}>
        <CountryFilter filters={filters} setFilter={setFilter} />
      </ListBar>
      <ReadTrouble read={months} />
      {months.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      {months.data?.map((month) => (
        <NextMonth
          key={`${month.country} ${month.month}`}
          month={month}
          prepared={rows.find((row) => row.country === month.country && row.month === month.month)}
        />
      ))}
      {months.data && (
        <section className={own.group} aria-labelledby="meses">
          <h2 id="meses">Meses</h2>
          <List list={list}>
            {rows.length === 0 && <Empty nothing="Todavía no se cerró ningún mes" />}
            {rows.length > 0 && (
              <Table
                caption="Cierres, el más nuevo primero"
                columns={[
                  'Mes',
                  'Estado',
                  ['Préstamos', css.number],
                  ['Capital', css.number],
                  ['Previsión', css.number],
                  'Quién',
                ]}
              >
                {rows.map((row) => (
                  <CloseRow key={row.id} row={row} />
                ))}
              </Table>
            )}
          </List>
        </section>
      )}
    </>
  );
}

const isUnderWay = (obstacles: readonly Obstacle[]) => obstacles.some(({ kind }) => kind === 'under-way');

function CloseRow({ row }: { row: Close }) {
  const isReady = row.state !== 'freezing';
  return (
    <tr>
      <th scope="row">
        <Link to={`/cierres/${row.id}`} className={css.link}>
          {monthName(row.month)}
        </Link>
        <span className={css.minor}>
          {countryName(row.country)}
          {row.number > 0 && `, n.º ${row.number}`}
        </span>
      </th>
      <td>
        <Tag tone={CLOSE_TONES[row.state]}>{CLOSE_STATES[row.state]}</Tag>
        <Waits by={row.waits} />
      </td>
      <td className={css.number}>{isReady ? count(row.loans) : '—'}</td>
      <td className={css.number}>{isReady ? money(row.principal, row.currency) : '—'}</td>
      <td className={css.number}>{isReady ? money(row.provision, row.currency) : '—'}</td>
      <td>
        {row.closed_at ? (
          <>
            {row.requested_by} y {row.approved_by}
            <span className={css.minor}>
              <When at={row.closed_at} />
            </span>
          </>
        ) : (
          <>
            {row.prepared_by}
            <span className={css.minor}>
              <When at={row.prepared_at} />
            </span>
          </>
        )}
      </td>
    </tr>
  );
}

interface NextProps {
  month: Month;
  /** The same month, if it was prepared. */
  prepared: Close | undefined;
}

/** Next month of a country: obstacles to its close, or the button that prepares it. */
function NextMonth({ month: { country, month, obstacles }, prepared }: NextProps) {
  const me = useMe();
  const queries = useQueryClient();
  const prepare = useMutation({
    mutationFn: () =>
      call('POST /api/staff/closes/{country}/{month}/prepare', { params: { country, month }, body: {} }),
    onSuccess: () => void queries.invalidateQueries(),
  });
  const isPreparing = isUnderWay(obstacles);
  const id = `proximo-${country}`;
  const mayPrepare =
    (prepared?.waits ?? '') === '' && allows(me, 'POST /api/staff/closes/{country}/{month}/prepare');
  return (
    <section className={classes(own.group, look.country)} aria-labelledby={id}>
      <h2 id={id}>
        {countryName(country)}: {monthName(month)}
      </h2>
      <div role="status" className={look.standing}>
        {isPreparing && <Notice>Se está preparando. El diario aparece acá cuando termina.</Notice>}
        <Obstacles obstacles={obstacles.filter(({ kind }) => kind !== 'under-way')} />
        {obstacles.length === 0 && (
          <Notice tone="good" title={prepared ? 'Preparado' : 'Nada impide el cierre'}>
            {prepared
              ? 'Falta leer el diario y cerrar el mes.'
              : 'Al prepararlo se guardan las cifras de cada préstamo al último día y se arma el diario.'}
          </Notice>
        )}
      </div>
      <Trouble error={prepare.error} />
      {obstacles.length === 0 && (
        <div className={css.row}>
          {prepared && (
            <Link to={`/cierres/${prepared.id}`} className={buttonClass({ small: true })}>
              Ver el diario y cerrar
            </Link>
          )}
          {mayPrepare && (
            <Button
              kind={prepared ? 'ghost' : 'primary'}
              small
              busy={prepare.isPending}
              onClick={() => prepare.mutate()}
            >
              {prepared ? 'Preparar de nuevo' : 'Preparar'}
              <span className="visually-hidden">
                : {countryName(country)}, {monthName(month)}
              </span>
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
