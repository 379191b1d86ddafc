import { useState } from 'react';
import { call } from '../api.ts';
import { MoneyDialog, type MoneyDialogProps } from '../money/money-dialog.tsx';
import {
  INVOICE_KINDS,
  SEND_INVOICE_NAMES,
  SETTLE_INVOICE_NAMES,
  type Invoice,
} from '../../words/invoices.ts';
import { EvidenceField, type Evidence } from '../ui/evidence.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { answered, ReasonDialog } from '../ui/write-dialog.tsx';

interface Props extends MoneyDialogProps {
  invoice: Invoice;
}

/** Names the document in a dialog's title. */
const subjectOf = ({ kind, person, customer }: Invoice) =>
  `${INVOICE_KINDS[kind]} de ${person || `cliente ${customer}`}`;

/** Sends a refused document again, with another document of the customer if one is typed. */
export function SendDialog({ invoice, ...dialog }: Props) {
  const [kind, setKind] = useState<Invoice['document_kind']>(invoice.document_kind);
  const [number, setNumber] = useState('');
  const document = number.trim() === '' ? {} : { document_kind: kind, document_number: number.trim() };
  return (
    <ReasonDialog
      {...dialog}
      title={`Mandar otra vez: ${subjectOf(invoice)}`}
      action="Mandar"
      names={SEND_INVOICE_NAMES}
      first="document-corrected"
      said={answered}
      write={(reason) =>
        call('POST /api/staff/invoices/{id}/send', {
          params: { id: invoice.id },
          version: invoice.version,
          body: { ...document, ...reason },
        })
      }
    >
      <p>La autoridad contestó: {invoice.faults}</p>
      <label className={css.field}>
        <span>Qué documento</span>
        <select value={kind} onChange={(event) => setKind(event.target.value as Invoice['document_kind'])}>
          <option value="document">Documento de identidad</option>
          <option value="legal">CUIL</option>
        </select>
      </label>
      <label className={css.field}>
        <span>Número corregido (vacío: sigue {invoice.document})</span>
        <input inputMode="numeric" value={number} onChange={(event) => setNumber(event.target.value)} />
      </label>
    </ReasonDialog>
  );
}

/** Settles a refused document with evidence, by two people. */
export function SettleDialog({ invoice, ...dialog }: Props) {
  const [evidence, setEvidence] = useState<Evidence>();
  const reason = useReason(SETTLE_INVOICE_NAMES, 'issued-elsewhere');
  return (
    <MoneyDialog
      {...dialog}
      title={`Dar por resuelta: ${subjectOf(invoice)}`}
      done="Listo: quedó resuelta."
      write={(query) =>
        call('POST /api/staff/invoices/{id}/settle', {
          params: { id: invoice.id },
          query,
          version: invoice.version,
          body: { file: evidence?.id ?? '0', ...reason.body },
        })
      }
    >
      <p>
        No se manda nada. Queda sin número, con el comprobante de cómo se resolvió, cuando otra persona lo
        apruebe.
      </p>
      <EvidenceField country={invoice.country} evidence={evidence} onChange={setEvidence} />
      <ReasonFields {...reason.fields} />
    </MoneyDialog>
  );
}
