import { useInfiniteQuery } from '@tanstack/react-query';
import { SkeletonGroup } from '../../web/ui/skeleton.tsx';
import { Tag } from '../../web/ui/tag.tsx';
import { call } from '../api.ts';
import { money } from '../customers/texts.ts';
import { waitName } from '../pay-outs/texts.ts';
import { useFilters } from '../place.ts';
import { countryName, when } from '../texts.ts';
import { CountryFilter, FilterSelect } from '../ui/filters.tsx';
import { More, Trouble } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import type { MoneyDialogProps } from './money-dialog.tsx';
import own from './money.module.css';
import { RefundWord } from './refund-settle.tsx';
import { failureName, REFUND_NAMES, type Refund } from './texts.ts';

const tones = { planned: 'late', sent: 'late', unknown: 'bad', completed: 'good', failed: 'bad' } as const;

type Told = Omit<MoneyDialogProps, 'onClose'>;

/** Transfers of money in favour to their customers, the newest first. */
export function RefundsView(told: Told) {
  const [filters, setFilter] = useFilters();
  const query = {
    ...(filters.get('pais') ? { country: filters.get('pais') as Refund['country'] } : {}),
    ...(filters.get('estado') ? { state: filters.get('estado') as Refund['state'] } : {}),
  };
  const list = useInfiniteQuery({
    queryKey: ['money', 'refunds', query],
    queryFn: ({ pageParam }) =>
      call('GET /api/staff/money/refunds', {
        query: { ...query, ...(pageParam ? { before: pageParam } : {}) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next || undefined,
    placeholderData: (before) => before,
    refetchInterval: 10_000,
  });
  const rows = list.data?.pages.flatMap((page) => page.result) ?? [];
  const props = { filters, setFilter };
  return (
    <>
      <search className={css.filters}>
        <FilterSelect {...props} name="estado" label="Estado" options={REFUND_NAMES} />
        <CountryFilter {...props} />
      </search>
      <Trouble error={list.error} />
      {list.isPending && <SkeletonGroup shapes={['line', 'line', 'line', 'line']} />}
      {list.isSuccess && <RefundsTable rows={rows} {...told} />}
      <More list={list} />
    </>
  );
}

function RefundsTable({ rows, ...told }: Told & { rows: readonly Refund[] }) {
  if (rows.length === 0) return <p className={css.empty}>No hay devoluciones con estos filtros.</p>;
  return (
    <div className={css.frame}>
      <table className={css.table}>
        <caption className="visually-hidden">Devoluciones, la más nueva primero</caption>
        <thead>
          <tr>
            <th scope="col">A quién</th>
            <th scope="col">Cuenta</th>
            <th scope="col">Estado</th>
            <th scope="col">Quién</th>
            <th scope="col" className={own.number}>
              Importe
            </th>
          </tr>
        </thead>
        <tbody>
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
              <td>
                <Tag tone={tones[row.state]}>{REFUND_NAMES[row.state]}</Tag>
                {row.waits_for && <span className={css.minor}>{waitName(row.waits_for)}</span>}
                {row.failure && <span className={css.minor}>{failureName(row.failure)}</span>}
                {row.receipt && <span className={css.minor}>{row.receipt}</span>}
                <RefundWord refund={row} {...told} />
              </td>
              <td>
                {row.requested_by}
                <span className={css.minor}>Aprobó {row.approved_by}</span>
                <span className={css.minor}>{when(row.created_at)}</span>
              </td>
              <td className={own.number}>{money(row.amount, row.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
