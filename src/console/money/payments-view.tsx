import { useState } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { money } from '../amounts.ts';
import { wayName } from '../../words/names.ts';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { EvidenceField, EvidenceLinks, type Evidence } from '../ui/evidence.tsx';
import { CountryFilter, FilterInput } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { MoneyDialog, type MoneyDialogProps, useChosen } from './money-dialog.tsx';
import { outcomeName, REVERSAL_NAMES, type Booked } from '../../words/money.ts';
import { List, Table, useList } from '../ui/list.tsx';

/** Reported and booked payments, newest first. */
export function PaymentsView(told: Omit<MoneyDialogProps, 'onClose'>) {
  const [filters, setFilter] = useFilters<FilterName<'/dinero'>>();
  const { chosen, setChosen, dialog } = useChosen<Booked>(told);
  const reference = (filters.get('referencia') ?? '').trim();
  const query = {
    ...(filters.get('pais') ? { country: filters.get('pais') as Booked['country'] } : {}),
    ...(reference ? { reference } : {}),
  };
  const { list, rows } = useList(['money', 'payments', query], 'before', (page) =>
    call('GET /api/staff/money/payments', {
      query: { ...query, ...page },
    }),
  );
  const props = { filters, setFilter };
  return (
    <>
      <ListBar file="pagos" query={query}>
        <FilterInput {...props} name="referencia" label="Referencia u operación" size={20} />
        <CountryFilter {...props} />
      </ListBar>
      <List list={list}>
        <PaymentsTable rows={rows} onReverse={setChosen} />
      </List>
      {chosen && <ReverseDialog row={chosen} {...dialog} />}
    </>
  );
}

/** Tone of a payment: green only for the exact amount on time, since any other may need attention. */
function toneOf({ counts, outcome }: Booked): Tone {
  if (!counts) return 'off';
  return outcome === 'exact' ? 'good' : 'late';
}

function PaymentsTable({ rows, onReverse }: { rows: readonly Booked[]; onReverse: (row: Booked) => void }) {
  if (rows.length === 0)
    return (
      <Empty
        nothing="No hay pagos"
        how="Los que avisa una red entran por sí solos; los demás, con Cargar un pago."
      />
    );
  return (
    <Table
      caption="Pagos, el más nuevo primero"
      columns={['Operación', 'De quién', 'Estado', ['Importe', css.number], 'Acciones']}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            {row.report_id}
            <span className={css.minor}>
              {wayName(row.source)}, <span className={css.whole}>{row.paid_on}</span>
            </span>
          </th>
          <td>
            {row.person || 'Sin nombre'}
            <span className={css.minor}>
              Préstamo {row.loan}, {countryName(row.country)}
            </span>
          </td>
          <td>
            <Tag tone={toneOf(row)}>{row.counts ? outcomeName(row.outcome) : outcomeName('reversed')}</Tag>
            {row.handled_by && <span className={css.minor}>Lo aplicó {row.handled_by}</span>}
          </td>
          <td className={css.number}>{money(row.amount, row.currency)}</td>
          <td>
            <Actions row={row} onReverse={onReverse} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Actions({ row, onReverse }: { row: Booked; onReverse: (row: Booked) => void }) {
  const me = useMe();
  return (
    <div className={css.row}>
      {row.counts && allows(me, 'POST /api/staff/money/payments/{id}/reverse') && (
        <button
          type="button"
          className={css.link}
          aria-label={`Revertir ${row.report_id}`}
          onClick={() => onReverse(row)}
        >
          Revertir
        </button>
      )}
      {allows(me, 'GET /api/staff/files/{id}') && <EvidenceLinks files={row.files} />}
      {allows(me, 'GET /api/staff/customers/{id}') && (
        <Link
          to={`/clientes/${row.customer}`}
          className={css.link}
          aria-label={`Ver cliente de ${row.report_id}`}
        >
          Ver cliente
        </Link>
      )}
    </div>
  );
}

/** A payment that its network or payer took back. */
function ReverseDialog({ row, ...dialog }: MoneyDialogProps & { row: Booked }) {
  const [evidence, setEvidence] = useState<Evidence>();
  const reason = useReason(REVERSAL_NAMES, 'charged-back');
  return (
    <MoneyDialog
      {...dialog}
      title={`Revertir ${money(row.amount, row.currency)} de ${row.person || 'la persona'}`}
      done="Listo: el pago ya no cuenta."
      write={(query) =>
        call('POST /api/staff/money/payments/{id}/reverse', {
          params: { id: row.id },
          query,
          version: row.books,
          body: { file: evidence?.id ?? '0', ...reason.body },
        })
      }
    >
      <p>Lo que se había pagado vuelve a estar pendiente, y la persona recibe un mail.</p>
      <EvidenceField country={row.country} evidence={evidence} onChange={setEvidence} />
      <ReasonFields {...reason.fields} />
    </MoneyDialog>
  );
}
