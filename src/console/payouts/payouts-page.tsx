import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import type { Currency } from '../../domain/currency.ts';
import { classes } from '../../ui/classes.ts';
import { dated } from '../../ui/dated.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { wayName } from '../../words/names.ts';
import { call } from '../api.ts';
import { queryOf, useFilters } from '../place.ts';
import { countryName } from '../../words/texts.ts';
import own from '../tickets/tickets.module.css';
import { CountryFilter, FilterSelect } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Link } from '../ui/link.tsx';
import { Empty, Said } from '../ui/list-parts.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { Views } from '../ui/views.tsx';
import { money, sumUnits } from '../amounts.ts';
import { Controls } from './controls.tsx';
import {
  AGE_NAMES,
  cancelReason,
  lateText,
  stateName,
  VIEW_NAMES,
  waitName,
  type Payouts,
  type Summary,
  type View,
  withinSentence,
} from '../../words/payouts.ts';
import { When } from '../ui/when.tsx';

const VIEWS = Object.keys(VIEW_NAMES) as View[];

/** The address's names of the filters. */
const NAMES = { pais: 'country' } as const;

/** Days over which ended payouts are counted and summed, and listed unless the person chooses others. */
const COUNTED = '30';

type Age = keyof typeof AGE_NAMES;
const isAge = (age: string): age is Age => age in AGE_NAMES;

function ageOf(view: View, chosen: string | null): { age?: Age } {
  const age = chosen ?? (isEnded(view) ? COUNTED : '');
  return isAge(age) ? { age } : {};
}

const { [COUNTED]: countedName, ...otherAges } = AGE_NAMES;
/** Period of ended payouts; by default the one that the totals cover. */
const ENDED_AGES = new Map([...Object.entries(otherAges), ['todo', 'Todo'] as const]);

/** Payouts by state and age, late ones first. */
export function PayoutsPage() {
  const queries = useQueryClient();
  const [filters, setFilter] = useFilters<FilterName<'/envios'>>();
  const [said, setSaid] = useState('');
  const given = filters.get('vista') as View | null;
  const view = given && VIEWS.includes(given) ? given : 'open';
  const query = { ...queryOf(filters, NAMES), ...ageOf(view, filters.get('antiguedad')) };
  const { list, rows } = useList(
    ['pay-outs', view, query],
    'from',
    (page) => call('GET /api/staff/pay-outs', { query: { view, ...query, ...page } }),
    { refetchInterval: 60_000 },
  );
  const [first] = list.data?.pages ?? [];
  const done = (message: string) => {
    setSaid(message);
    void queries.invalidateQueries({ queryKey: ['pay-outs'] });
  };
  return (
    <>
      <PageHead title="Envíos" />
      <Said message={said} />
      {first && <Controls controls={first.controls} onDone={done} onStale={() => void list.refetch()} />}
      <Views<string>
        view={view}
        search={filters}
        countedTo={2_000}
        without={['antiguedad']}
        {...viewsOf(view, first?.totals)}
      />
      <ListBar file="envios" query={{ view, ...query }}>
        <CountryFilter filters={filters} setFilter={setFilter} />
        <FilterSelect
          filters={filters}
          setFilter={setFilter}
          name="antiguedad"
          {...(isEnded(view)
            ? { label: 'De los últimos', options: ENDED_AGES, all: countedName }
            : { label: 'Hace más de', options: AGE_NAMES })}
        />
      </ListBar>
      {first && !(isEnded(view) && query.age !== COUNTED) && <Sums totals={first.totals} view={view} />}
      <List list={list}>
        <PayoutsTable rows={rows} view={view} />
      </List>
    </>
  );
}

const isEnded = (view: View) => ['failed', 'canceled', 'done', 'contradicted'].includes(view);

/** True if a total belongs to a view: open is the sum of its parts, of which some are late. */
const belongs = (view: View, each: View) =>
  view === 'open' ? !isEnded(each) && each !== 'late' : view === each;

/** Rare ends of a payout, with a view only while there are any. */
const isRare = (view: View) => view === 'canceled' || view === 'contradicted';

/** Views with their counts, once they are known. */
function viewsOf(view: View, totals: Payouts['totals'] | undefined) {
  const countOf = (each: View) =>
    (totals ?? []).filter((total) => belongs(each, total.view)).reduce((sum, { count }) => sum + count, 0);
  const shown = VIEWS.filter((each) => !isRare(each) || each === view || countOf(each) > 0);
  return {
    names: Object.fromEntries(shown.map((each) => [each, VIEW_NAMES[each]])),
    ...(totals && { counts: Object.fromEntries(shown.map((each) => [each, countOf(each)])) }),
  };
}

/** Sum of the view, by currency. */
function Sums({ totals, view }: { totals: Payouts['totals']; view: View }) {
  const shown = totals.filter((total) => belongs(view, total.view));
  if (shown.length === 0) return null;
  const byCurrency = [...Map.groupBy(shown, ({ currency }) => currency)];
  // Pesos of two countries have one sign.
  const code = (currency: Currency) => (byCurrency.length > 1 ? ` ${currency}` : '');
  const written = byCurrency
    .map(([currency, parts]) => money(sumUnits(parts.map(({ amount }) => amount)), currency) + code(currency))
    .join(' y ');
  return (
    <p className={css.said}>
      Suman {written}
      {isEnded(view) ? ' en los últimos 30 días' : ''}.
    </p>
  );
}

function PayoutsTable({ rows, view }: { rows: readonly Summary[]; view: View }) {
  const hasEnded = isEnded(view);
  if (rows.length === 0) return <Empty nothing={`No hay envíos ${VIEW_NAMES[view].toLowerCase()}`} />;
  return (
    <Table
      caption={<>Envíos, {hasEnded ? 'el más nuevo' : 'el más viejo'} primero</>}
      columns={[
        'Préstamo',
        'Para quién',
        ['Importe', css.number],
        'Estado',
        hasEnded ? 'Terminó' : 'Confirmado',
      ]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <Link to={`/envios/${row.id}`} className={classes(own.subject, css.whole)}>
              Préstamo {row.id}
            </Link>
            <span className={css.minor}>{row.loan}</span>
          </th>
          <td>
            {row.person || 'Sin nombre'}
            <span className={css.minor}>{countryName(row.country)}</span>
          </td>
          <td className={css.number}>
            {money(row.amount, row.currency)}
            <span className={css.minor}>
              {wayName(row.rail)} {row.account}
            </span>
          </td>
          <td>
            <PayoutTags order={row} />
            {row.late && <span className={css.minor}>{dated(lateText(row))}</span>}
            {row.late && row.held_by !== '' && (
              <span className={css.minor}>Lo retuvo {withinSentence(row.held_by)}</span>
            )}
            {row.fault && <span className={css.minor}>{row.fault}</span>}
            {row.canceled_for && <span className={css.minor}>{cancelReason(row.canceled_for)}</span>}
          </td>
          <td>
            <When at={hasEnded ? row.changed_at : row.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

const tones: Readonly<Record<string, Tone>> = { unknown: 'late', confirmed: 'good', failed: 'bad' };

export function PayoutTags({
  order,
}: {
  order: Pick<Summary, 'state' | 'late' | 'waits_for' | 'awaits_identity' | 'contradicted'>;
}) {
  return (
    <>
      <Tag tone={order.waits_for ? 'late' : (tones[order.state] ?? 'off')}>
        {order.waits_for ? waitName(order.waits_for) : stateName(order.state)}
      </Tag>{' '}
      {order.awaits_identity && order.waits_for !== 'identity' && (
        <Tag tone="late">{waitName('identity')}</Tag>
      )}{' '}
      {order.late && <Tag tone="bad">Demorado</Tag>}{' '}
      {order.contradicted && <Tag tone="bad">En contradicción</Tag>}
    </>
  );
}
