import type { FilterName } from '../../contract/staff/views.ts';
import { loanState } from '../../words/names.ts';
import { WAIVE_REASON_NAMES, type MembershipDebt } from '../../words/money.ts';
import { countryName } from '../../words/texts.ts';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { CountryFilter } from '../ui/filters.tsx';
import { Link } from '../ui/link.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import { Empty } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { MoneyDialog, type MoneyDialogProps, useChosen } from './money-dialog.tsx';
import { Waits } from '../ui/waits.tsx';

type Told = Omit<MoneyDialogProps, 'onClose'>;

/** Prices of memberships that could not be charged. */
export function MembershipsView(told: Told) {
  const [filters, setFilter] = useFilters<FilterName<'/dinero'>>();
  const { chosen, setChosen, dialog } = useChosen<MembershipDebt>(told);
  const query = filters.get('pais') ? { country: filters.get('pais') as MembershipDebt['country'] } : {};
  const { list, rows } = useList(['money', 'memberships', query], 'before', (page) =>
    call('GET /api/staff/money/memberships', { query: { ...query, ...page } }),
  );
  return (
    <>
      <ListBar file="membresias" query={query}>
        <CountryFilter filters={filters} setFilter={setFilter} />
      </ListBar>
      <List list={list}>
        <DebtsTable rows={rows} onWaive={setChosen} />
      </List>
      {chosen && <WaiveDialog debt={chosen} {...dialog} />}
    </>
  );
}

function DebtsTable({
  rows,
  onWaive,
}: {
  rows: readonly MembershipDebt[];
  onWaive: (debt: MembershipDebt) => void;
}) {
  const me = useMe();
  if (rows.length === 0) return <Empty nothing="Nadie debe una membresía" />;
  return (
    <Table
      caption="Membresías que se deben, el préstamo más nuevo primero"
      columns={['De quién', 'Préstamo', 'Cobro', ['Se debe', css.number], 'Acciones']}
    >
      {rows.map((row) => (
        <tr key={row.loan}>
          <th scope="row">
            {row.person || 'Sin nombre'}
            <span className={css.minor}>{countryName(row.country)}</span>
          </th>
          <td>
            {row.loan}
            <span className={css.minor}>{loanState(row.state)}</span>
          </td>
          <td>
            {row.charge_on}
            <Waits by={row.asked_by} />
          </td>
          <td className={css.number}>{money(row.amount, row.currency)}</td>
          <td>
            <div className={css.row}>
              {row.asked_by === '' && allows(me, 'POST /api/staff/money/memberships/{id}/waive') && (
                <button
                  type="button"
                  className={css.link}
                  aria-label={`No cobrar la membresía del préstamo ${row.loan}`}
                  onClick={() => onWaive(row)}
                >
                  No cobrar
                </button>
              )}
              {allows(me, 'GET /api/staff/customers/{id}') && (
                <Link
                  to={`/clientes/${row.customer}`}
                  className={css.link}
                  aria-label={`Ver cliente del préstamo ${row.loan}`}
                >
                  Ver cliente
                </Link>
              )}
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function WaiveDialog({ debt, ...dialog }: MoneyDialogProps & { debt: MembershipDebt }) {
  const reason = useReason(WAIVE_REASON_NAMES, 'courtesy');
  return (
    <MoneyDialog
      {...dialog}
      title={`No cobrar la membresía de ${debt.person || 'la persona'}`}
      done="Listo: de esa membresía no se debe nada."
      write={(query) =>
        call('POST /api/staff/money/memberships/{id}/waive', {
          params: { id: debt.loan },
          query,
          version: debt.books,
          body: reason.body,
        })
      }
    >
      <p>
        Se anulan {money(debt.amount, debt.currency)} cuando otra persona lo apruebe, y se le avisa por mail a
        la persona.
      </p>
      <ReasonFields {...reason.fields} />
    </MoneyDialog>
  );
}
