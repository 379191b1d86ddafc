import type { FilterName } from '../../contract/staff/views.ts';
import type { CountryCode } from '../../countries/countries.ts';
import { useQuery } from '@tanstack/react-query';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { call } from '../api.ts';
import { useFilters, type Filters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { FilterSelect } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Link } from '../ui/link.tsx';
import { ReadTrouble } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import page from '../ui/page.module.css';
import { Views } from '../ui/views.tsx';
import { money, sumUnits } from '../amounts.ts';
import { DecisionFigures } from './decision-figures.tsx';
import { DayTable } from './day-table.tsx';
import { TableFile } from './table-file.tsx';
import css from './figures.module.css';
import { MonthTables } from './months.tsx';
import { Portfolio } from './portfolio.tsx';
import { RowsView } from './rows-view.tsx';
import { Series } from './series.tsx';
import { count, dayName, SOURCE_NAMES, type Figures, type Source } from '../../words/figures.ts';
import { durationText } from '../../words/tickets.ts';

type View = 'dias' | 'cartera' | 'meses';
const VIEW_NAMES: Readonly<Record<View, string>> = {
  dias: 'Día a día',
  cartera: 'Cartera',
  meses: 'Cosechas y pases',
};

/** Morning figures of a country. */
export function FiguresPage() {
  const me = useMe();
  const [filters, setFilter] = useFilters<FilterName<'/tablero'> | 'ver' | 'dia' | 'parte'>();
  const country = me.countries.find((code) => code === filters.get('pais')) ?? me.countries[0];
  const [source, day] = [filters.get('ver') as Source | null, filters.get('dia')];
  if (!country) return <PageHead title="Tablero" />;
  if (source && source in SOURCE_NAMES && day && /^\d{4}-\d{2}-\d{2}$/.test(day))
    return <RowsView country={country} source={source} day={day} part={filters.get('parte') ?? ''} />;
  const given = filters.get('vista') as View | null;
  const view = given && given in VIEW_NAMES ? given : 'dias';
  const [first, ...others] = me.countries;
  return (
    <>
      <PageHead title="Tablero" />
      <Views names={VIEW_NAMES} view={view} search={filters} />
      <ListBar
        find={
          first &&
          others.length > 0 && (
            <FilterSelect
              filters={filters}
              setFilter={setFilter}
              name="pais"
              label="País"
              all={countryName(first)}
              options={Object.fromEntries(others.map((code) => [code, countryName(code)]))}
            />
          )
        }
        found={['pais']}
      >
        {view !== 'meses' && (
          <FilterSelect
            filters={filters}
            setFilter={setFilter}
            name="dias"
            label="Período"
            all="30 días"
            options={{ '7': '7 días', '90': '90 días' }}
          />
        )}
      </ListBar>
      {view === 'meses' ? (
        <MonthTables country={country} search={filters} />
      ) : (
        <Daily country={country} view={view} filters={filters} />
      )}
    </>
  );
}

interface DailyProps {
  country: CountryCode;
  view: 'dias' | 'cartera';
  filters: Filters<FilterName<'/tablero'>>;
}

function Daily({ country, view, filters }: DailyProps) {
  const days = daysOf(filters.get('dias'));
  const figures = useQuery({
    queryKey: ['figures', 'days', country, days],
    queryFn: () => call('GET /api/staff/figures', { query: { country, days } }),
    placeholderData: (before) => before,
    refetchInterval: 60_000,
  });
  if (figures.isPending) return <SkeletonGroup shapes={['line', 'line', 'line', 'line']} />;
  if (!figures.data) return <ReadTrouble read={figures} />;
  const of = { country, figures: figures.data, days, search: filters };
  return view === 'cartera' ? <Portfolio {...of} /> : <Days {...of} />;
}

const daysOf = (given: string | null): '7' | '30' | '90' => (given === '7' || given === '90' ? given : '30');

interface DaysProps {
  country: CountryCode;
  figures: Figures;
  days: '7' | '30' | '90';
  search: URLSearchParams;
}

const sumOf = (figures: Figures['days'], day: string, figure: string) =>
  sumUnits(figures.flatMap((each) => (each.day === day && each.figure === figure ? each.amount : [])));

function Days({ country, figures, days, search }: DaysProps) {
  const { days: all, today, currency } = figures;
  const dates = [...new Set(all.map(({ day }) => day))].toSorted();
  const some = (...names: readonly string[]) => all.filter(({ figure }) => names.includes(figure));
  const table = { today, currency, search };
  return (
    <>
      <p className={css.of}>
        {countryName(country)} · {currency} · últimos {days} días
      </p>
      <TicketsByAge country={country} tickets={figures.tickets} times={figures.ticket_times} />
      <Series
        title="Dinero por día"
        days={dates}
        nameOf={dayName}
        shown={(value) => money(value, currency)}
        lines={[
          { name: 'Entró', values: dates.map((day) => sumOf(all, day, 'money-in')) },
          { name: 'Se envió', values: dates.map((day) => sumOf(all, day, 'pay-out')) },
        ]}
      />
      <section className={css.section} aria-labelledby="solicitudes">
        <div className={css.title}>
          <h2 id="solicitudes">{SOURCE_NAMES.application}</h2>
          <TableFile query={{ table: 'days', country, days }} what="todo el día a día" />
        </div>
        <DayTable
          {...table}
          caption="Solicitudes y decisiones por día"
          figures={some('application', 'decision')}
          of="count"
          parts={['sign-up', 'account', 'approved', 'reviewed', 'refused', 'confirmed']}
        />
      </section>
      <DecisionFigures decisions={figures.decisions} />
      {(['money-in', 'pay-out'] as const).map((figure) => (
        <section key={figure} className={css.section} aria-labelledby={figure}>
          <h2 id={figure}>{SOURCE_NAMES[figure]}</h2>
          {some(figure).length === 0 ? (
            <p className={css.none}>Nada en estos días.</p>
          ) : (
            <DayTable
              {...table}
              caption={`${SOURCE_NAMES[figure]} por día`}
              figures={some(figure)}
              of="amount"
            />
          )}
        </section>
      ))}
    </>
  );
}

function ageName(from: number, next: number | undefined): string {
  if (from === 0) return 'De hoy';
  return next === undefined ? `${from} días o más` : `De ${from} a ${next} días`;
}

interface TicketsProps {
  country: string;
  tickets: Figures['tickets'];
  times: Figures['ticket_times'];
}

/** Times of the last 30 days in words. */
function timesText({ answered, solved }: Figures['ticket_times']): string {
  const timed = (
    what: string,
    { count: timedCount, median_minutes: median, slow_minutes: slow }: typeof answered,
  ) =>
    timedCount === 0
      ? `${what}: todavía nada`
      : `${what}: la mitad en ${durationText(median)} o menos y nueve de cada diez en ${durationText(slow)} o menos (${count(timedCount)})`;
  return `Últimos 30 días. ${timed('Primera respuesta', answered)}. ${timed('Del inicio al cierre', solved)}.`;
}

/** Open tickets; each figure leads to the list of those that are at least as old. */
function TicketsByAge({ country, tickets, times }: TicketsProps) {
  const me = useMe();
  const mayRead = allows(me, 'GET /api/staff/tickets');
  return (
    <section className={css.section} aria-labelledby="tickets">
      <h2 id="tickets">Tickets abiertos, por antigüedad</h2>
      <dl className={css.pars}>
        {tickets.map(({ days_from: from, count: open }, index) => (
          <div key={from}>
            <dt>{ageName(from, tickets[index + 1]?.days_from)}</dt>
            <dd>
              {mayRead && open > 0 ? (
                <Link
                  to={`/tickets?pais=${country}${from === 0 ? '' : `&antiguedad=${from}`}`}
                  className={page.link}
                  aria-label={`Tickets, ${ageName(from, tickets[index + 1]?.days_from)}: ${count(open)}`}
                >
                  {count(open)}
                </Link>
              ) : (
                count(open)
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p>{timesText(times)}</p>
    </section>
  );
}
