import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '../../contract/contract.ts';
import type { Currency } from '../../domain/currency.ts';
import { classes } from '../../ui/classes.ts';
import { Notice, Tag } from '../../ui/tag.tsx';
import { money } from '../amounts.ts';
import { wayName } from '../../words/names.ts';
import { call, upload } from '../api.ts';
import { countryName } from '../../words/texts.ts';
import { FileField } from '../ui/file-field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import css from '../ui/page.module.css';
import own from './money.module.css';
import { lineReason, outcomeCount, outcomeName, outcomeTone } from '../../words/money.ts';
import { Table } from '../ui/list.tsx';

type Preview = OutputOf<'POST /api/staff/money/files/preview'>['result'];

interface UploadDialogProps {
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Settlement file: preview, then booking. */
export function UploadDialog({ onClose, onDone }: UploadDialogProps) {
  const files = useQuery({
    queryKey: ['money', 'files', 'networks'],
    queryFn: async () => (await call('GET /api/staff/money/files', { query: {} })).networks,
    staleTime: Infinity,
  });
  const networks = files.data ?? [];
  const [chosen, setNetwork] = useState('');
  const network = chosen || (networks[0]?.name ?? '');
  const [file, setFile] = useState<File>();
  const [seen, setSeen] = useState<Preview>();
  const query = { network, name: file?.name.slice(-120) ?? '' };
  const send = useMutation({
    mutationFn: async () => {
      if (!file) return;
      if (!seen) {
        setSeen((await upload('POST /api/staff/money/files/preview', file, { query })).result);
        return;
      }
      const { outcome, result } = await upload('POST /api/staff/money/files', file, { query });
      if (outcome === 'pending_approval') {
        onDone('Espera aprobación: se registra cuando otra persona la apruebe.');
        return;
      }
      onDone(
        result?.known
          ? 'Esta rendición ya estaba registrada: no se registró nada dos veces.'
          : 'La rendición se está registrando.',
      );
    },
  });
  return (
    <FormDialog
      title="Subir una rendición"
      action={seen ? 'Pedir aprobación' : 'Ver qué haría'}
      write={send}
      error={send.error ?? files.error}
      onClose={onClose}
      wide
    >
      <label className={css.field}>
        <span>Red o banco</span>
        <select
          value={network}
          onChange={(event) => {
            setNetwork(event.target.value);
            setSeen(undefined);
          }}
        >
          {networks.map(({ name, country }) => (
            <option key={name} value={name}>
              {wayName(name)}, {countryName(country)}
            </option>
          ))}
        </select>
      </label>
      <FileField
        label="Archivo de la red (hasta 2 MB)"
        required
        onFile={(picked) => {
          setFile(picked);
          setSeen(undefined);
        }}
      />
      <div role="status">{seen && <Seen first={seen} />}</div>
      {seen && !seen.known && <p>Se registra cuando otra persona la apruebe.</p>}
    </FormDialog>
  );
}

/** @param first lines tried by the upload's response; the others of a long file follow */
function Seen({ first }: { first: Preview }) {
  const { digest } = first;
  const { data: seen = first } = useQuery({
    queryKey: ['money', 'files', 'tried', digest],
    queryFn: async () =>
      (await call('GET /api/staff/money/files/tried/{digest}', { params: { digest } })).result,
    enabled: first.tried < first.lines,
    refetchInterval: ({ state }) => (state.data && state.data.tried === state.data.lines ? false : 2_000),
  });
  return (
    <div className={own.preview}>
      {seen.known && (
        <Notice tone="late">Esta rendición ya está registrada: registrarla otra vez no hace nada.</Notice>
      )}
      <p>
        {seen.lines === 1 ? '1 línea' : `${seen.lines} líneas`} del {seen.settled_on} por{' '}
        {money(seen.amount, seen.currency)}.
      </p>
      <ul className={own.outcomes}>
        {seen.counts.map(({ outcome, count, amount }) => (
          <li key={outcome}>
            <Tag tone={outcomeTone(outcome)}>
              {outcomeCount(outcome, count)} por {money(amount, seen.currency)}
            </Tag>
          </li>
        ))}
      </ul>
      {seen.tried < seen.lines && (
        <p>
          Probando las líneas: {seen.tried} de {seen.lines}. Podés esperar acá o registrarla.
        </p>
      )}
      {seen.rejects.length > 0 && <Lines rows={seen.rejects} currency={seen.currency} />}
    </div>
  );
}

interface LinesProps {
  rows: Preview['rejects'];
  currency: Currency;
  /** Not only those that a person has to look at. */
  isAll?: boolean;
}

/** Lines of a settlement file. */
export function Lines({ rows, currency, isAll = false }: LinesProps) {
  if (rows.length === 0)
    return (
      <p className={css.empty}>
        {isAll ? 'Todavía no se registró ninguna línea.' : 'Ninguna línea necesita que la revises.'}
      </p>
    );
  return (
    <Table
      caption={isAll ? 'Líneas' : 'Líneas para revisar'}
      columns={['Línea', 'Operación', 'Préstamo', 'Qué pasa', ['Importe', css.number]]}
    >
      {rows.map((row) => (
        <tr key={row.line}>
          <th scope="row" className={css.brief}>
            {row.line}
          </th>
          <td>
            <span className={css.whole}>{row.report_id || 'Sin número'}</span>
            {row.reference && (
              <span className={classes(css.minor, css.whole)}>Referencia {row.reference}</span>
            )}
          </td>
          <td className={css.whole}>{row.loan}</td>
          <td>
            {row.kind === 'reversal' && <Tag tone="bad">Anula un pago</Tag>} {outcomeName(row.outcome)}
            {row.reason && <span className={css.minor}>{lineReason(row.reason, row)}</span>}
          </td>
          <td className={css.number}>{row.amount === null ? '' : money(row.amount, currency)}</td>
        </tr>
      ))}
    </Table>
  );
}
