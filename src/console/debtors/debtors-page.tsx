import type { FilterName } from '../../contract/staff/views.ts';
import {
  differenceText,
  marksText,
  VIEW_NAMES,
  type Debtor,
  type DebtorDifferenceRow,
} from '../../words/debtors.ts';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
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
          {head.month}: {head.compared.ours} deudores nuestros y {head.compared.theirs} en el archivo,
          comparados el <When at={head.compared.at} />.
        </p>
      )}
      <List list={list}>
        {rows.length === 0 ? (
          <Empty
            nothing={
              head?.compared ? 'No hay diferencias' : 'Ningún mes cerrado se comparó con el archivo del BCRA'
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
  const month = list.data?.pages[0]?.month;
  return (
    <>
      <ListBar file="deudores" query={query}>
        {country}
      </ListBar>
      {month && <p className={css.minor}>Cierre de {month}.</p>}
      <List list={list}>
        {rows.length === 0 ? (
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
            columns={['Quién', 'Clase', 'Capital', 'Intereses', 'Días de atraso', 'Préstamos']}
          >
            {rows.map((row) => (
              <tr key={row.customer}>
                <th scope="row">
                  <Link to={`/clientes/${row.customer}`} className={css.link}>
                    {row.person || `Cliente ${row.customer}`}
                  </Link>
                  <span className={css.minor}>{marksText(row)}</span>
                </th>
                <td>{row.class}</td>
                <td className={css.number}>{money(row.principal, row.currency)}</td>
                <td className={css.number}>{money(row.interest, row.currency)}</td>
                <td className={css.number}>{row.days_late}</td>
                <td>
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
