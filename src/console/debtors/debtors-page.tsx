import type { FilterName } from '../../contract/staff/views.ts';
import { Notice } from '../../ui/tag.tsx';
import {
  differenceText,
  marksText,
  VIEW_NAMES,
  type Debtor,
  type DebtorDifferenceRow,
  type DebtorsAnswer,
} from '../../words/debtors.ts';
import { monthName } from '../../words/figures.ts';
import { countryName } from '../../words/texts.ts';
import { money, moneyOf } from '../amounts.ts';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { CountryFilter } from '../ui/filters.tsx';
import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/list-parts.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { Views } from '../ui/views.tsx';
import { When } from '../ui/when.tsx';

type View = keyof typeof VIEW_NAMES;

/** Figures per debtor of a closed month, and where the BCRA's file differs. */
export function DebtorsPage() {
  const [filters] = useFilters<FilterName<'/deudores'>>();
  const view: View = filters.get('vista') === 'differences' ? 'differences' : 'debtors';
  return (
    <>
      <PageHead title="Deudores" />
      <Views names={VIEW_NAMES} view={view} search={filters} />
      {view === 'debtors' ? <Debtors /> : <Differences />}
    </>
  );
}

function useQueryOf() {
  const [filters, setFilter] = useFilters<FilterName<'/deudores'>>();
  const country = filters.get('pais') as Debtor['country'] | null;
  const month = filters.get('mes');
  const query = { ...(country ? { country } : {}), ...(month ? { month } : {}) };
  return { query, country: <CountryFilter filters={filters} setFilter={setFilter} /> };
}

function Differences() {
  const { query, country } = useQueryOf();
  const { list, rows } = useList(['debtor-differences', query], 'from', (page) =>
    call('GET /api/staff/debtors/differences', { query: { ...query, ...page } }),
  );
  const head = list.data?.pages[0];
  return (
    <>
      <ListBar file="deudores-diferencias" query={query}>
        {country}
      </ListBar>
      {head?.compared && (
        <p className={css.minor}>
          {monthName(head.month)}: {head.compared.ours} deudores nuestros y {head.compared.theirs} en el
          archivo, comparados el <When at={head.compared.at} />.
        </p>
      )}
      <List list={list}>
        {rows.length === 0 ? (
          <Empty
            nothing={
              head?.compared
                ? 'No hay diferencias'
                : 'Ningún cierre se comparó todavía con el archivo del BCRA'
            }
          />
        ) : (
          <Table
            caption="Diferencias entre el cierre y las líneas propias del archivo del BCRA"
            columns={['Quién', 'Diferencia', 'Acá', 'En el BCRA']}
          >
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  {row.customer ? (
                    <Link to={`/clientes/${row.customer}`} className={css.link}>
                      {row.person || `Cliente ${row.customer}`}
                    </Link>
                  ) : (
                    'Nadie con ese número'
                  )}
                  <span className={css.minor}>{row.legal_number}</span>
                </th>
                <td>{differenceText(row.kinds)}</td>
                <td>{sideText(row, row.our_class, row.our_amount)}</td>
                <td>{sideText(row, row.their_class, row.their_amount)}</td>
              </tr>
            ))}
          </Table>
        )}
      </List>
    </>
  );
}

const sideText = ({ currency }: DebtorDifferenceRow, kind: number | null, amount: number | null): string =>
  kind === null || amount === null ? '—' : `Clase ${kind}, ${money(amount, currency)}`;

function Debtors() {
  const { query, country } = useQueryOf();
  const { list, rows } = useList(['debtors', query], 'from', (page) =>
    call('GET /api/staff/debtors', { query: { ...query, ...page } }),
  );
  const { month, unlisted = [] } = list.data?.pages[0] ?? {};
  const me = useMe();
  const isMixed = me.countries.length > 1 && !query.country;
  return (
    <>
      <ListBar file="deudores" query={query}>
        {country}
      </ListBar>
      {unlisted.length > 0 && <Unlisted months={unlisted} />}
      {month && <p className={css.said}>Cierre de {monthName(month)}.</p>}
      <List list={list}>
        {rows.length === 0 && unlisted.length > 0 ? null : rows.length === 0 ? (
          <Empty
            nothing="Ningún mes está cerrado"
            how={
              <>
                La lista sale de cada mes que se cierra en{' '}
                <Link to="/cierres" className={css.link}>
                  Cierre
                </Link>
                .
              </>
            }
          />
        ) : (
          <Table
            caption="Deudores del cierre"
            columns={[
              'Quién',
              ['Clase', css.number],
              ['Capital', css.number],
              ['Intereses', css.number],
              ['Días de atraso', css.number],
              ['Préstamos', css.number],
            ]}
          >
            {rows.map((row) => (
              <tr key={row.customer}>
                <th scope="row">
                  <Link to={`/clientes/${row.customer}`} className={css.link}>
                    {row.person || `Cliente ${row.customer}`}
                  </Link>
                  <span className={css.minor}>
                    {[isMixed && countryName(row.country), marksText(row)].filter(Boolean).join(', ')}
                  </span>
                </th>
                <td className={css.number}>{row.class}</td>
                <td className={css.number}>{moneyOf(row.principal, row.currency, isMixed)}</td>
                <td className={css.number}>{moneyOf(row.interest, row.currency, isMixed)}</td>
                <td className={css.number}>{row.days_late}</td>
                <td className={css.number}>
                  {row.loans}
                  <span className={css.minor}>{row.written_off > 0 && `${row.written_off} castigados`}</span>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </List>
    </>
  );
}

/** Months closed a moment ago, or with a list that could not be made. */
function Unlisted({ months }: { months: DebtorsAnswer['unlisted'] }) {
  const me = useMe();
  const names = months.map(({ country, month }) => `${countryName(country)} ${monthName(month)}`);
  return (
    <div className={css.said}>
      <Notice tone="late" title={`Cerrado, falta la lista: ${names.join(', ')}`}>
        Se está armando: actualizá en un minuto.
        {allows(me, 'GET /api/staff/operation') && (
          <>
            {' '}
            Si no aparece, mirá el{' '}
            <Link to="/operacion?vista=dias" className={css.link}>
              trabajo de cada día
            </Link>
            .
          </>
        )}
      </Notice>
    </div>
  );
}
