import { useState } from 'react';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { EvidenceField, type Evidence } from '../ui/evidence.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { MoneyDialog, type MoneyDialogProps } from './money-dialog.tsx';
import { RETURN_NAMES, type Waiting } from '../../words/money.ts';

/** Bank's number of a transfer. */
export function BankReferenceField({
  value,
  onChange,
}: {
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <label className={css.field}>
      <span>Número de operación del banco</span>
      <input
        required
        maxLength={60}
        pattern="[A-Za-z0-9_.\/\-]+"
        title="Letras, números, puntos, guiones y barras"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

/** Notes that money that is for no loan was transferred back to its payer. */
export function ReturnDialog({ row, ...dialog }: MoneyDialogProps & { row: Waiting }) {
  const [reference, setReference] = useState('');
  const [evidence, setEvidence] = useState<Evidence>();
  const reason = useReason(RETURN_NAMES, 'not-ours');
  return (
    <MoneyDialog
      {...dialog}
      title={`Devolver ${money(row.amount, row.currency)} a quien pagó`}
      done="Listo: quedó devuelto."
      write={(query) =>
        call('POST /api/staff/money/unmatched/{id}/return', {
          params: { id: row.id },
          query,
          version: row.version,
          body: {
            bank_reference: reference,
            file: evidence?.id ?? '0',
            ...reason.body,
          },
        })
      }
    >
      <p>Hacé la transferencia en el banco primero: acá queda registrada, con su comprobante.</p>
      <BankReferenceField value={reference} onChange={setReference} />
      <EvidenceField country={row.country} evidence={evidence} onChange={setEvidence} />
      <ReasonFields {...reason.fields} />
    </MoneyDialog>
  );
}
