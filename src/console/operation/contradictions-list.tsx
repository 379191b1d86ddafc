import { contradictionName, type Contradiction } from '../../words/contradictions.ts';
import { loanState } from '../../words/names.ts';
import { countryName } from '../../words/texts.ts';
import { unitsText } from '../amounts.ts';
import { call } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { Link } from '../ui/link.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import css from '../ui/page.module.css';
import type { Doing } from './dialogs.tsx';
import { When } from '../ui/when.tsx';
import { OpenBar, useOpenFilter } from './open-filter.tsx';

/** Loans that contradict their books, as the daily audit found them. */
export function ContradictionsList({ onDo }: { onDo: (doing: Doing) => void }) {
  const { isOpen, query, bar } = useOpenFilter('closed');
  const { list, rows } = useList(['operation', 'contradictions', query], 'from', (page) =>
    call('GET /api/staff/operation/contradictions', { query: { ...query, ...page } }),
  );
  return (
    <>
      <OpenBar bar={bar} file="contradicciones" closed="Corregidas" />
      <List list={list}>
        {rows.length === 0 ? (
          <p className={css.empty}>
            {isOpen ? 'Los préstamos dicen lo mismo que el libro.' : 'No hay contradicciones corregidas.'}
          </p>
        ) : (
          <ContradictionsTable rows={rows} isOpen={isOpen} onDo={onDo} />
        )}
      </List>
    </>
  );
}

interface TableProps {
  rows: readonly Contradiction[];
  isOpen: boolean;
  onDo: (doing: Doing) => void;
}

function ContradictionsTable({ rows, isOpen, onDo }: TableProps) {
  const me = useMe();
  const mayWaive = isOpen && allows(me, 'POST /api/staff/operation/contradictions/{id}/waive');
  const maySee = allows(me, 'GET /api/staff/customers/{id}');
  return (
    <Table
      caption="Préstamos que se contradicen con el libro"
      columns={[
        'Contradicción',
        'Préstamo',
        'Corresponde',
        'Figura',
        isOpen ? 'Desde' : 'Corregida',
        ...(isOpen ? ['Acciones'] : []),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            {contradictionName(row)}
            <span className={css.minor}>{countryName(row.country)}</span>
          </th>
          <td>
            {maySee ? (
              <Link
                to={`/clientes/${row.customer}`}
                className={css.link}
                aria-label={`Ver cliente: préstamo ${row.loan}`}
              >
                {row.loan}
              </Link>
            ) : (
              row.loan
            )}
            <span className={css.minor}>{loanState(row.loan_state)}</span>
          </td>
          <td>{unitsText(row.expected, row.country)}</td>
          <td>{unitsText(row.found, row.country)}</td>
          <td>
            <When at={isOpen ? row.found_at : row.closed_at} />
          </td>
          {isOpen && (
            <td>
              {mayWaive && row.owed > 0 && (
                <button
                  type="button"
                  className={css.link}
                  aria-label={`No cobrar la deuda del préstamo ${row.loan}`}
                  onClick={() => onDo({ what: 'waive', contradiction: row })}
                >
                  No cobrar
                </button>
              )}
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}
