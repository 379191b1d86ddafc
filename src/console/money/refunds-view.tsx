import type { FilterName } from '../../contract/staff/views.ts';
import { Tag } from '../../ui/tag.tsx';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { waitName } from '../../words/payouts.ts';
import { useFilters } from '../place.ts';
import { countryName } from '../../words/texts.ts';
import { CountryFilter, FilterSelect } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import { Empty } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import type { MoneyDialogProps } from './money-dialog.tsx';
import { RefundWord } from './refund-settle.tsx';
import { failureName, REFUND_NAMES, type Refund } from '../../words/money.ts';
import { When } from '../ui/when.tsx';

const tones = { planned: 'late', sent: 'late', unknown: 'bad', completed: 'good', failed: 'bad' } as const;

type Told = Omit<MoneyDialogProps, 'onClose'>;

/** Transfers of money in favour to their customers, the newest first. */
export function RefundsView(told: Told) {
  const [filters, setFilter] = useFilters<FilterName<'/dinero'>>();
  const query = {
    ...(filters.get('pais') ? { country: filters.get('pais') as Refund['country'] } : {}),
    ...(filters.get('estado') ? { state: filters.get('estado') as Refund['state'] } : {}),
  };
  const { list, rows } = useList(
    ['money', 'refunds', query],
    'before',
    (page) => call('GET /api/staff/money/refunds', { query: { ...query, ...page } }),
    { refetchInterval: 10_000 },
  );
  const props = { filters, setFilter };
  return (
    <>
      <ListBar file="devoluciones" query={query}>
        <FilterSelect {...props} name="estado" label="Estado" options={REFUND_NAMES} />
        <CountryFilter {...props} />
      </ListBar>
      <List list={list}>
        <RefundsTable rows={rows} {...told} />
      </List>
    </>
  );
}

function RefundsTable({ rows, ...told }: Told & { rows: readonly Refund[] }) {
  if (rows.length === 0)
    return <Empty nothing="No hay devoluciones" how="Se piden en A favor de clientes." />;
  return (
    <Table
      caption="Devoluciones, la más nueva primero"
      columns={['A quién', 'Cuenta', ['Importe', css.number], 'Quién', 'Estado']}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            {row.person || 'Sin nombre'}
            <span className={css.minor}>
              Préstamo {row.loan}, {countryName(row.country)}
            </span>
          </th>
          <td>
            {row.account}
            <span className={css.minor}>{row.reference}</span>
          </td>
          <td className={css.number}>{money(row.amount, row.currency)}</td>
          <td>
            {row.requested_by}
            <span className={css.minor}>Aprobó {row.approved_by}</span>
            <span className={css.minor}>
              <When at={row.created_at} />
            </span>
          </td>
          <td>
            <Tag tone={tones[row.state]}>{REFUND_NAMES[row.state]}</Tag>
            {row.waits_for && <span className={css.minor}>{waitName(row.waits_for)}</span>}
            {row.failure && <span className={css.minor}>{failureName(row.failure)}</span>}
            {row.receipt && <span className={css.minor}>{row.receipt}</span>}
            <RefundWord refund={row} {...told} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
