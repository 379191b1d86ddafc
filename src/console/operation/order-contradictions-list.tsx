import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ORDER_NAMES, type OrderContradiction } from '../../words/operation.ts';
import { valueName } from '../../words/facts.ts';
import { RULING_REASON_NAMES } from '../../words/payout-names.ts';
import { countryName } from '../../words/texts.ts';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { MoneyDialog, type MoneyDialogProps, useChosen } from '../money/money-dialog.tsx';
import { allows, useMe } from '../session.ts';
import { EvidenceField, EvidenceLinks, type Evidence } from '../ui/evidence.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { When } from '../ui/when.tsx';
import { OpenBar, useOpenFilter } from './open-filter.tsx';
import { Waits } from '../ui/waits.tsx';

type Told = Omit<MoneyDialogProps, 'onClose'>;

/**
 * Payouts and refunds with a provider that contradicts a resolution by two people or its earlier answer.
 */
export function OrderContradictionsList(told: Told) {
  const { chosen, setChosen, dialog } = useChosen<OrderContradiction>(told);
  const { isOpen, query, bar } = useOpenFilter('resolved');
  const { list, rows } = useList(['operation', 'order-contradictions', query], 'from', (page) =>
    call('GET /api/staff/operation/order-contradictions', { query: { ...query, ...page } }),
  );
  return (
    <>
      <OpenBar bar={bar} file="envios-en-contradiccion" closed="Resueltas" />
      <List list={list}>
        {rows.length === 0 ? (
          <p className={css.empty}>
            {isOpen
              ? 'Ningún proveedor contradice lo resuelto con comprobante ni lo que él mismo dijo.'
              : 'No hay contradicciones resueltas.'}
          </p>
        ) : (
          <OrdersTable rows={rows} isOpen={isOpen} onResolve={setChosen} />
        )}
      </List>
      {chosen && <ResolveDialog row={chosen} {...dialog} />}
    </>
  );
}

interface TableProps {
  rows: readonly OrderContradiction[];
  isOpen: boolean;
  onResolve: (row: OrderContradiction) => void;
}

function OrdersTable({ rows, isOpen, onResolve }: TableProps) {
  const me = useMe();
  const mayResolve = allows(me, 'POST /api/staff/operation/order-contradictions/{id}/resolve');
  return (
    <Table
      caption="Envíos y devoluciones en contradicción"
      columns={[
        'Qué',
        'Lo que se resolvió',
        'Lo que dice el proveedor',
        isOpen ? 'Acciones' : 'Qué es cierto',
        ['Importe', css.number],
      ]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            {ORDER_NAMES[row.kind]} a {row.person || 'quien no tiene nombre'}
            <span className={css.minor}>
              Préstamo {row.loan}, {countryName(row.country)}
            </span>
          </th>
          <td>
            {valueName(row.ruled)}
            <span className={css.minor}>
              {row.ruled_by}, aprobó {row.ruled_with}
            </span>
            {row.ruled_file && <EvidenceLinks files={[row.ruled_file]} />}
          </td>
          <td>
            {valueName(row.said)}
            <span className={css.minor}>
              <When at={row.found_at} />
            </span>
          </td>
          <td>
            {row.truth && valueName(row.truth)}
            {row.file && <EvidenceLinks files={[row.file]} />}
            <Waits by={row.asked_by} />
            {isOpen && mayResolve && !row.asked_by && (
              <Button kind="ghost" small onClick={() => onResolve(row)}>
                Resolver
                <span className="visually-hidden">
                  {' '}
                  {ORDER_NAMES[row.kind]} del préstamo {row.loan}
                </span>
              </Button>
            )}
          </td>
          <td className={css.number}>
            {money(row.amount, row.currency)}
            {row.frozen > 0 && (
              <span className={css.minor}>Congelado: {money(row.frozen, row.currency)}</span>
            )}
            {row.missing > 0 && (
              <span className={css.minor}>Ya usado: {money(row.missing, row.currency)}</span>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function ResolveDialog({ row, ...dialog }: MoneyDialogProps & { row: OrderContradiction }) {
  const [outcome, setOutcome] = useState<OrderContradiction['said']>(row.said);
  const [evidence, setEvidence] = useState<Evidence>();
  const reason = useReason(RULING_REASON_NAMES, 'statement');
  return (
    <MoneyDialog
      {...dialog}
      title={`Resolver la contradicción de ${money(row.amount, row.currency)}`}
      done="Listo: la contradicción quedó resuelta."
      write={(query) =>
        call('POST /api/staff/operation/order-contradictions/{id}/resolve', {
          params: { id: row.id },
          query,
          version: row.version,
          body: { outcome, file: evidence?.id ?? '0', ...reason.body },
        })
      }
    >
      <p>
        Se resolvió: <strong>{valueName(row.ruled)}</strong>. El proveedor dice:{' '}
        <strong>{valueName(row.said)}</strong>. El sistema no manda dinero.
      </p>
      <label className={css.field}>
        <span>Qué es cierto</span>
        <select
          value={outcome}
          onChange={(event) => setOutcome(event.target.value as OrderContradiction['said'])}
        >
          <option value="paid">Se pagó</option>
          <option value="not-paid">No se pagó</option>
        </select>
      </label>
      <EvidenceField country={row.country} evidence={evidence} onChange={setEvidence} />
      <ReasonFields {...reason.fields} />
    </MoneyDialog>
  );
}
