import type { Currency } from '../../domain/currency.ts';
import type { CountryCode } from '../../countries/countries.ts';
import { countryName } from '../../words/texts.ts';
import { Link } from '../ui/link.tsx';
import { numberColumn, Table } from '../ui/list.tsx';
import page from '../ui/page.module.css';
import { money, sumUnits } from '../amounts.ts';
import { behindOf } from './address.ts';
import { TableFile } from './table-file.tsx';
import css from './figures.module.css';
import { Series } from './series.tsx';
import {
  className,
  count,
  dayName,
  percent,
  rangeName,
  SOURCE_NAMES,
  STARTS,
  WRITTEN_OFF,
  type ClassLine,
  type Figures,
  type Range,
} from '../../words/figures.ts';

const PARS = [1, 31, 61, 91] as const;
/** As people call it: the capital of loans late by more than so many days. */
const parName = (from: number) => `PAR ${from === 1 ? 1 : from - 1}`;

const principalFrom = (ranges: readonly Range[], from: number) =>
  sumUnits(ranges.flatMap(({ late_from: late, principal }) => (late >= from ? principal : [])));

interface PortfolioProps {
  country: CountryCode;
  figures: Figures;
  days: '7' | '30' | '90';
  search: URLSearchParams;
}

/** Loans as of the last closed day, and the course by day. */
export function Portfolio({ country, figures, days, search }: PortfolioProps) {
  const byDay = Map.groupBy(figures.portfolio, ({ day }) => day);
  const dates = [...byDay.keys()].toSorted();
  const last = dates.at(-1);
  const ranges = last === undefined ? [] : (byDay.get(last) ?? []);
  if (last === undefined)
    return (
      <p className={page.empty}>
        Todavía no cerró ningún día: la foto de la cartera se saca con el trabajo de cada día.
      </p>
    );
  const total = principalFrom(ranges, 0);
  const parOf = (day: string, from: number) => {
    const some = byDay.get(day) ?? [];
    const all = principalFrom(some, 0);
    return all === 0 ? 0 : principalFrom(some, from) / all;
  };
  return (
    <>
      <section className={css.section} aria-labelledby="cartera">
        <div className={css.title}>
          <h2 id="cartera">
            Cartera de {countryName(country)} ({figures.currency}) al cierre del {dayName(last)}
          </h2>
          <TableFile query={{ table: 'portfolio', country, days }} what="cartera por atraso" />
        </div>
        <dl className={css.pars}>
          {PARS.map((from) => (
            <div key={from}>
              <dt>{parName(from)}</dt>
              <dd>{percent(principalFrom(ranges, from), total)}</dd>
            </div>
          ))}
          <div>
            <dt>Capital</dt>
            <dd>{money(total, figures.currency)}</dd>
          </div>
        </dl>
        <p className={page.minor}>
          Préstamos con el dinero enviado. El Cierre suma además los confirmados que faltaba enviar y los
          castigados.
        </p>
        <RangesTable ranges={inOrder(ranges)} day={last} currency={figures.currency} search={search} />
      </section>
      <Classes
        country={country}
        days={days}
        lines={figures.classes.filter(({ day }) => day === last)}
        currency={figures.currency}
        search={search}
      />
      <Series
        title="Capital en riesgo"
        days={dates}
        nameOf={dayName}
        shown={(value) => percent(value, 1)}
        lines={PARS.map((from) => ({
          name: parName(from),
          values: dates.map((day) => parOf(day, from)),
        }))}
      />
    </>
  );
}

/** Rows by days late, then the written-off loans, which are no part of the total. */
const inOrder = (ranges: readonly Range[]): readonly Range[] => [
  ...ranges.filter(({ late_from: from }) => from !== WRITTEN_OFF),
  ...ranges.filter(({ late_from: from, loans }) => from === WRITTEN_OFF && loans > 0),
];

interface RangesProps {
  ranges: readonly Range[];
  day: string;
  currency: Currency;
  search: URLSearchParams;
}

function RangesTable({ ranges, day, currency, search }: RangesProps) {
  const total = principalFrom(ranges, 0);
  return (
    <Table
      caption="Cartera por días de atraso"
      frame="Cartera por días de atraso"
      figures
      columns={['Atraso', ...['Préstamos', 'Capital', 'Del total', 'Vencido'].map(numberColumn)]}
    >
      {ranges.map((each) => (
        <tr key={each.late_from}>
          <th scope="row">
            {rangeName(each.late_from, STARTS)}
            {each.late_from === WRITTEN_OFF && <span className={page.minor}>Fuera de la cartera</span>}
          </th>
          <td className={page.number}>
            {each.loans === 0 ? (
              '–'
            ) : (
              <Link
                to={behindOf(search, {
                  source: 'portfolio',
                  day,
                  part: String(each.late_from),
                })}
                className={page.link}
                aria-label={`${rangeName(each.late_from, STARTS)}: ${count(each.loans)} préstamos`}
              >
                {count(each.loans)}
              </Link>
            )}
          </td>
          <td className={page.number}>{money(each.principal, currency)}</td>
          <td className={page.number}>
            {each.late_from === WRITTEN_OFF ? '–' : percent(each.principal, total)}
          </td>
          <td className={page.number}>{money(each.overdue, currency)}</td>
        </tr>
      ))}
    </Table>
  );
}

interface ClassesProps extends Omit<PortfolioProps, 'figures'> {
  lines: readonly ClassLine[];
  currency: Currency;
}

/** Loans by class at the last close; nothing if it has none, as those of earlier releases. */
function Classes({ country, days, lines, currency, search }: ClassesProps) {
  if (lines.length === 0) return null;
  const total = sumUnits(lines.map(({ principal }) => principal));
  return (
    <section className={css.section} aria-labelledby="clases">
      <div className={css.title}>
        <h2 id="clases">{SOURCE_NAMES.class}</h2>
        <TableFile query={{ table: 'classes', country, days }} what="cartera por clase" />
      </div>
      <Table
        caption={SOURCE_NAMES.class}
        frame={SOURCE_NAMES.class}
        figures
        columns={['Clase', ...['Préstamos', 'Capital', 'Del total', 'Vencido'].map(numberColumn)]}
      >
        {lines.map(({ class: of, day, loans, principal, overdue }) => (
          <tr key={of}>
            <th scope="row">{className(of)}</th>
            <td className={page.number}>
              {loans === 0 ? (
                '–'
              ) : (
                <Link
                  to={behindOf(search, { source: 'class', day, part: String(of) })}
                  className={page.link}
                  aria-label={`${className(of)}: ${count(loans)} préstamos`}
                >
                  {count(loans)}
                </Link>
              )}
            </td>
            <td className={page.number}>{money(principal, currency)}</td>
            <td className={page.number}>{percent(principal, total)}</td>
            <td className={page.number}>{money(overdue, currency)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
