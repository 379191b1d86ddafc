import type { CountryCode } from '../../countries/countries.ts';
import { useQuery } from '@tanstack/react-query';
import { classes } from '../../ui/classes.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { call } from '../api.ts';
import { Link } from '../ui/link.tsx';
import { ReadTrouble } from '../ui/list-parts.tsx';
import { Frame, numberColumn, Table } from '../ui/list.tsx';
import page from '../ui/page.module.css';
import { ENTRIES } from '../../countries/entries.ts';
import { money, sumUnits } from '../amounts.ts';
import { behindOf } from './address.ts';
import { TableFile } from './table-file.tsx';
import css from './figures.module.css';
import { count, monthName, percent, rangeName, STARTS, type Months } from '../../words/figures.ts';

interface MonthsProps {
  country: CountryCode;
  search: URLSearchParams;
}

/** Vintages and roll rates, from how the loans stood at each month's end. */
export function MonthTables({ country, search }: MonthsProps) {
  const months = useQuery({
    queryKey: ['figures', 'months', country],
    queryFn: () => call('GET /api/staff/figures/months', { query: { country } }),
  });
  if (months.isPending) return <SkeletonGroup shapes={['line', 'line', 'line', 'line']} />;
  if (!months.data) return <ReadTrouble read={months} />;
  const { vintages, rolls, write_offs: writeOffs } = months.data;
  return (
    <>
      {vintages.length === 0 ? (
        <div className={css.section}>
          <p className={page.empty}>Todavía no cerró ningún mes desde que se saca la foto de la cartera.</p>
        </div>
      ) : (
        <Closed country={country} vintages={vintages} rolls={rolls} search={search} />
      )}
      <section className={css.section} aria-labelledby="castigos">
        <div className={css.title}>
          <h2 id="castigos">Castigos y recuperos por mes</h2>
          {writeOffs.length > 0 && <TableFile query={{ table: 'write_offs', country }} what="castigos" />}
        </div>
        {writeOffs.length === 0 ? (
          <p className={css.none}>Todavía no se castigó ningún préstamo.</p>
        ) : (
          <WriteOffs months={writeOffs} country={country} />
        )}
      </section>
    </>
  );
}

/** Tables of the months that closed. */
function Closed({ country, vintages, rolls, search }: MonthsProps & Pick<Months, 'vintages' | 'rolls'>) {
  return (
    <>
      <section className={css.section} aria-labelledby="cosechas">
        <div className={css.title}>
          <h2 id="cosechas">Cosechas: capital con más de 30 días de atraso, de lo prestado</h2>
          <TableFile query={{ table: 'vintages', country }} what="cosechas" />
        </div>
        <Vintages vintages={vintages} />
      </section>
      <section className={css.section} aria-labelledby="pases">
        <div className={css.title}>
          <h2 id="pases">Pases de un cierre de mes al siguiente, por capital</h2>
          <TableFile query={{ table: 'rolls', country }} what="pases" />
        </div>
        <Rolls rolls={rolls} search={search} />
      </section>
    </>
  );
}

function Vintages({ vintages }: { vintages: Months['vintages'] }) {
  const ends = [...new Set(vintages.map(({ day }) => day))].toSorted();
  const origins = [...new Set(vintages.map(({ origin }) => origin))].toSorted().toReversed();
  const cells = new Map(vintages.map((each) => [`${each.origin} ${each.day}`, each]));
  return (
    <Frame name="Cosechas">
      <table className={classes(page.table, css.matrix)}>
        <caption className="visually-hidden">Cosechas por mes de origen y cierre de mes</caption>
        <thead>
          <tr>
            <th scope="col">Origen</th>
            <th scope="col" className={page.number}>
              Préstamos
            </th>
            {ends.map((day) => (
              <th key={day} scope="col" className={page.number}>
                {monthName(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {origins.map((origin) => (
            <tr key={origin}>
              <th scope="row">{monthName(origin)}</th>
              <td className={page.number} data-head="Préstamos">
                {count(vintages.findLast((each) => each.origin === origin)?.loans ?? 0)}
              </td>
              {ends.map((day) => {
                const cell = cells.get(`${origin} ${day}`);
                return (
                  <td key={day} className={page.number} data-head={monthName(day)}>
                    {cell ? percent(cell.late_30, cell.granted) : ''}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  );
}

const toName = (late: number | null) => (late === null ? 'Terminados' : rangeName(late, STARTS));
const fromName = (late: number | null) => (late === null ? 'Nuevos' : rangeName(late, STARTS));

function Rolls({ rolls, search }: { rolls: Months['rolls']; search: URLSearchParams }) {
  const last = rolls[0]?.day;
  const some = rolls.filter(({ day }) => day === last);
  const froms = [null, ...STARTS].filter((from) => some.some((each) => each.late_from === from));
  const tos = [...STARTS, null];
  if (last === undefined) return <p className={page.empty}>Hace falta el cierre de dos meses.</p>;
  return (
    <Frame name="Pases">
      <table className={classes(page.table, css.matrix)}>
        <caption>Al cierre de {monthName(last)}</caption>
        <thead>
          <tr>
            <th scope="col">Venían de</th>
            {tos.map((to) => (
              <th key={String(to)} scope="col" className={page.number}>
                {to === null ? (
                  toName(to)
                ) : (
                  <Link
                    to={behindOf(search, { source: 'portfolio', day: last, part: String(to) })}
                    className={page.link}
                    aria-label={`Ver los préstamos: ${toName(to)}, ${monthName(last)}`}
                  >
                    {toName(to)}
                  </Link>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {froms.map((from) => {
            const row = some.filter((each) => each.late_from === from);
            const all = sumUnits(row.map(({ principal }) => principal));
            return (
              <tr key={String(from)}>
                <th scope="row">{fromName(from)}</th>
                {tos.map((to) => {
                  const cell = row.find((each) => each.late_to === to);
                  return (
                    <td key={String(to)} className={page.number} data-head={toName(to)}>
                      {cell ? percent(cell.principal, all) : '–'}
                      {cell && <span className={page.minor}>{count(cell.loans)}</span>}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Frame>
  );
}

/** Capital by month of booking; recoveries of a month may be of loans written off in earlier ones. */
function WriteOffs({ months, country }: { months: Months['write_offs']; country: CountryCode }) {
  const { currency } = ENTRIES[country].pack;
  return (
    <Table
      caption="Capital castigado y recuperado por mes"
      frame="Castigos y recuperos"
      figures
      columns={['Mes', ...['Préstamos', 'Castigado', 'Deshecho', 'Recuperado'].map(numberColumn)]}
    >
      {months.map((each) => (
        <tr key={each.month}>
          <th scope="row">{monthName(each.month)}</th>
          <td className={page.number}>{count(each.loans)}</td>
          <td className={page.number}>{money(each.written_off, currency)}</td>
          <td className={page.number}>{money(each.undone, currency)}</td>
          <td className={page.number}>{money(each.recovered, currency)}</td>
        </tr>
      ))}
    </Table>
  );
}
