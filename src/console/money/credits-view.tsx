import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { money } from '../amounts.ts';
import { loanState } from '../../words/names.ts';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { CountryFilter } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Link } from '../ui/link.tsx';
import { Empty, ReadTrouble } from '../ui/list-parts.tsx';
import { Modal } from '../ui/modal.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { AmountField } from './manual-dialog.tsx';
import { MoneyDialog, type MoneyDialogProps, useChosen } from './money-dialog.tsx';
import { outcomeName, REFUND_REASON_NAMES, type Credit, type Target } from '../../words/money.ts';
import { List, Table, useList } from '../ui/list.tsx';
import { Waits } from '../ui/waits.tsx';

type Told = Omit<MoneyDialogProps, 'onClose'>;

/** Money of customers that no instalment needs yet. */
export function CreditsView(told: Told) {
  const [filters, setFilter] = useFilters<FilterName<'/dinero'>>();
  const { chosen, setChosen, dialog } = useChosen<Credit>(told);
  const query = filters.get('pais') ? { country: filters.get('pais') as Credit['country'] } : {};
  const { list, rows } = useList(['money', 'credits', query], 'before', (page) =>
    call('GET /api/staff/money/credits', {
      query: { ...query, ...page },
    }),
  );
  return (
    <>
      <ListBar file="saldos-a-favor" query={query}>
        <CountryFilter filters={filters} setFilter={setFilter} />
      </ListBar>
      <List list={list}>
        <CreditsTable rows={rows} onRefund={setChosen} />
      </List>
      {chosen && <RefundLoader credit={chosen} {...dialog} />}
    </>
  );
}

function CreditsTable({ rows, onRefund }: { rows: readonly Credit[]; onRefund: (credit: Credit) => void }) {
  const me = useMe();
  if (rows.length === 0) return <Empty nothing="Ningún cliente tiene saldo a favor" />;
  return (
    <Table
      caption="Saldos a favor, el préstamo más nuevo primero"
      columns={['De quién', 'Préstamo', 'Por qué', ['A favor', css.number], 'Acciones']}
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
            {row.outcome ? outcomeName(row.outcome) : 'Devolución de la membresía u otro préstamo'}
            {row.since && <span className={css.minor}>Desde el {row.since}</span>}
            <Waits by={row.asked_by} />
          </td>
          <td className={css.number}>{money(row.amount, row.currency)}</td>
          <td>
            <div className={css.row}>
              {row.amount > 0 &&
                row.asked_by === '' &&
                allows(me, 'POST /api/staff/money/credits/{id}/refund') && (
                  <button
                    type="button"
                    className={css.link}
                    aria-label={`Devolver el saldo del préstamo ${row.loan}`}
                    onClick={() => onRefund(row)}
                  >
                    Devolver
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

/** Reads the loan as it is now, with the accounts of its customer. */
function RefundLoader({ credit, ...dialog }: MoneyDialogProps & { credit: Credit }) {
  const read = useQuery({
    queryKey: ['money', 'loan', credit.loan, 'refund'],
    queryFn: async () =>
      (await call('GET /api/staff/money/loans/{id}', { params: { id: credit.loan } })).result,
    // Each look is recorded.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (read.data) return <RefundDialog target={read.data} {...dialog} />;
  return (
    <Modal title="Devolver saldo a favor" onClose={dialog.onClose} closable>
      <ReadTrouble read={read} />
      {read.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
    </Modal>
  );
}

function RefundDialog({ target, ...dialog }: MoneyDialogProps & { target: Target }) {
  const [amount, setAmount] = useState(target.credit.toFixed(2).replace('.', ','));
  const [account, setAccount] = useState(target.accounts[0]?.id ?? '');
  const reason = useReason(REFUND_REASON_NAMES, 'customer_asks');
  return (
    <MoneyDialog
      {...dialog}
      title={`Devolver saldo a favor de ${target.person || 'la persona'}`}
      done="Listo: la transferencia está en camino."
      write={(query) =>
        call('POST /api/staff/money/credits/{id}/refund', {
          params: { id: target.loan },
          query,
          version: target.books,
          body: {
            amount: Number(amount.replace(',', '.')),
            account: account || '0',
            ...reason.body,
          },
        })
      }
    >
      <p>
        Se transfiere a una cuenta de la persona cuando otra persona lo apruebe. Si el banco la rechaza, el
        dinero vuelve a quedar a favor.
      </p>
      <AmountField
        value={amount}
        onChange={setAmount}
        most={{ units: target.credit, text: `${money(target.credit, target.currency)} a favor` }}
      />
      {target.accounts.length === 0 ? (
        <p role="alert">No tiene una cuenta bancaria cargada: pedile que la agregue en sus datos.</p>
      ) : (
        <label className={css.field}>
          <span>Cuenta</span>
          <select value={account} onChange={(event) => setAccount(event.target.value)}>
            {target.accounts.map(({ id, bank, account: number }) => (
              <option key={id} value={id}>
                {bank}, {number}
              </option>
            ))}
          </select>
        </label>
      )}
      <ReasonFields {...reason.fields} />
    </MoneyDialog>
  );
}
