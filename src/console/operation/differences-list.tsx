import { useInfiniteQuery } from '@tanstack/react-query';
import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { SkeletonGroup } from '../../web/ui/skeleton.tsx';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { countryName, unitsText, valueName } from '../texts.ts';
import { CountryFilter, FilterSelect } from '../ui/filters.tsx';
import { More, Trouble } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import type { Doing } from './dialogs.tsx';
import { DIFFERENCE_NAMES, type Difference } from './texts.ts';

/** What differs between our books and a provider's list. */
export function DifferencesList({ onDo }: { onDo: (doing: Doing) => void }) {
  const [filters, setFilter] = useFilters();
  const props = { filters, setFilter };
  const isOpen = filters.get('estado') !== 'cerradas';
  const country = filters.get('pais');
  const query = {
    state: isOpen ? ('open' as const) : ('closed' as const),
    ...(country ? { country: country as Difference['country'] } : {}),
  };
  const list = useInfiniteQuery({
    queryKey: ['operation', 'differences', query],
    queryFn: ({ pageParam }) =>
      call('GET /api/staff/operation/differences', {
        query: { ...query, ...(pageParam ? { from: pageParam } : {}) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next || undefined,
    placeholderData: (before) => before,
  });
  const rows = list.data?.pages.flatMap((page) => page.result) ?? [];
  return (
    <>
      <search className={css.filters}>
        <FilterSelect
          {...props}
          name="estado"
          label="Estado"
          options={{ cerradas: 'Cerradas' }}
          all="Abiertas"
        />
        <CountryFilter {...props} />
      </search>
      <Trouble error={list.error} />
      {list.isPending && <SkeletonGroup shapes={['line', 'line', 'line', 'line']} />}
      {list.isSuccess && rows.length === 0 && (
        <p className={css.empty}>
          {isOpen ? 'Nuestros libros dicen lo mismo que los proveedores.' : 'No hay diferencias cerradas.'}
        </p>
      )}
      {rows.length > 0 && <DifferencesTable rows={rows} isOpen={isOpen} onDo={onDo} />}
      <More list={list} />
    </>
  );
}

interface TableProps {
  rows: readonly Difference[];
  isOpen: boolean;
  onDo: (doing: Doing) => void;
}

function DifferencesTable({ rows, isOpen, onDo }: TableProps) {
  const me = useMe();
  const mayClose = allows(me, 'POST /api/staff/operation/differences/{id}/close');
  return (
    <div className={css.frame}>
      <table className={css.table}>
        <caption className="visually-hidden">Diferencias con los proveedores</caption>
        <thead>
          <tr>
            <th scope="col">Diferencia</th>
            <th scope="col">Día</th>
            <th scope="col">Nosotros</th>
            <th scope="col">Proveedor</th>
            <th scope="col">{isOpen ? 'Acciones' : 'Cómo se cerró'}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {DIFFERENCE_NAMES[row.kind]}
                <span className={css.minor}>
                  {row.provider} · {row.key}
                </span>
              </th>
              <td>
                {formatDate(calendarDate(row.day))}
                <span className={css.minor}>{countryName(row.country)}</span>
              </td>
              <td>
                <Side state={row.our_state} amount={row.our_amount} country={row.country} />
              </td>
              <td>
                <Side state={row.their_state} amount={row.their_amount} country={row.country} />
              </td>
              <td>
                {!isOpen && row.note}
                {!isOpen && <span className={css.minor}>{row.closed_by || 'La comparación'}</span>}
                {isOpen && mayClose && (
                  <button
                    type="button"
                    className={css.link}
                    aria-label={`Cerrar: ${row.provider} ${row.key}`}
                    onClick={() => onDo({ what: 'close', difference: row })}
                  >
                    Cerrar
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SideProps {
  state: string;
  amount: number | null;
  country: Difference['country'];
}

function Side({ state, amount, country }: SideProps) {
  return (
    <>
      {amount === null ? 'Nada' : unitsText(amount, country)}
      {state && <span className={css.minor}>{valueName(state)}</span>}
    </>
  );
}
