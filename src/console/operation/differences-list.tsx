import { unitsText } from '../amounts.ts';
import { providerName } from '../../words/names.ts';
import { call } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { valueName } from '../../words/facts.ts';
import { countryName } from '../../words/texts.ts';
import css from '../ui/page.module.css';
import type { Doing } from './dialogs.tsx';
import { DIFFERENCE_NAMES, type Difference } from '../../words/operation.ts';
import { List, Table, useList } from '../ui/list.tsx';
import { OpenBar, useOpenFilter } from './open-filter.tsx';
import { Day } from '../ui/when.tsx';

/** Differences between our books and a provider's list. */
export function DifferencesList({ onDo }: { onDo: (doing: Doing) => void }) {
  const { isOpen, query, bar } = useOpenFilter('closed');
  const { list, rows } = useList(['operation', 'differences', query], 'from', (page) =>
    call('GET /api/staff/operation/differences', {
      query: { ...query, ...page },
    }),
  );
  return (
    <>
      <OpenBar bar={bar} file="diferencias" closed="Cerradas" />
      <List list={list}>
        {rows.length === 0 ? (
          <p className={css.empty}>
            {isOpen ? 'Nuestros libros dicen lo mismo que los proveedores.' : 'No hay diferencias cerradas.'}
          </p>
        ) : (
          <DifferencesTable rows={rows} isOpen={isOpen} onDo={onDo} />
        )}
      </List>
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
    <Table
      caption="Diferencias con los proveedores"
      columns={['Diferencia', 'Día', 'Nosotros', 'Proveedor', isOpen ? 'Acciones' : 'Cómo se cerró']}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            {DIFFERENCE_NAMES[row.kind]}
            <span className={css.minor}>
              {providerName(row.provider)} · {row.key}
            </span>
          </th>
          <td>
            <Day iso={row.day} />
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
                aria-label={`Cerrar: ${providerName(row.provider)} ${row.key}`}
                onClick={() => onDo({ what: 'close', difference: row })}
              >
                Cerrar
              </button>
            )}
          </td>
        </tr>
      ))}
    </Table>
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
