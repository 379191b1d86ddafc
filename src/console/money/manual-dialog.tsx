import { useState } from 'react';
import { paymentMethodsOf } from '../../countries/payment-methods.ts';
import { MANUAL_NAMES, type Target } from '../../words/money.ts';
import { call } from '../api.ts';
import { EvidenceField, type Evidence } from '../ui/evidence.tsx';
import { Modal } from '../ui/modal.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { MoneyDialog, type MoneyDialogProps } from './money-dialog.tsx';
import { BankReferenceField } from './return-dialog.tsx';
import { FindLoan, RequestField, TargetFacts } from './target-fields.tsx';

/** Entry of a payment that no network reported, with its receipt: first the loan. */
export function ManualDialog(dialog: MoneyDialogProps) {
  const [target, setTarget] = useState<Target>();
  if (target) return <TargetedDialog {...dialog} target={target} />;
  return (
    <Modal title="Cargar un pago" onClose={dialog.onClose} closable first="input">
      <p>Un pago que la red o el banco no informaron, con su comprobante.</p>
      <div className={css.form}>
        <FindLoan onFound={setTarget} />
      </div>
    </Modal>
  );
}

function TargetedDialog({ target, ...dialog }: MoneyDialogProps & { target: Target }) {
  // Card payments are queried by the product itself.
  const methods = paymentMethodsOf(target.country).filter(({ kind }) => kind !== 'card');
  const [source, setSource] = useState<string>(methods[0]?.slug ?? '');
  const [reference, setReference] = useState('');
  const [amount, setAmount] = useState('');
  const [day, setDay] = useState('');
  const [request, setRequest] = useState('');
  const [evidence, setEvidence] = useState<Evidence>();
  const reason = useReason(MANUAL_NAMES, 'receipt');
  return (
    <MoneyDialog
      {...dialog}
      title="Cargar un pago"
      done="Listo: el pago quedó acreditado."
      write={(query) =>
        call('POST /api/staff/money/payments', {
          query,
          version: target.books,
          body: {
            country: target.country,
            loan: target.loan,
            ...(request ? { request } : {}),
            source,
            bank_reference: reference,
            amount: Number(amount.replace(',', '.')),
            paid_on: day,
            file: evidence?.id ?? '0',
            ...reason.body,
          },
        })
      }
    >
      <TargetFacts target={target} />
      <RequestField target={target} request={request} onChange={setRequest} />
      <label className={css.field}>
        <span>Red o banco</span>
        <select value={source} onChange={(event) => setSource(event.target.value)}>
          {methods.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <BankReferenceField value={reference} onChange={setReference} />
      <AmountField value={amount} onChange={setAmount} />
      <label className={css.field}>
        <span>Fecha del pago</span>
        <input type="date" required value={day} onChange={(event) => setDay(event.target.value)} />
      </label>
      <EvidenceField country={target.country} evidence={evidence} onChange={setEvidence} />
      <ReasonFields {...reason.fields} />
    </MoneyDialog>
  );
}

interface AmountFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Upper limit, currency units, formatted. */
  most?: { readonly units: number; readonly text: string };
}

/** An amount as people write it: a comma or a point before the centavos. */
export function AmountField({ value, onChange, most }: AmountFieldProps) {
  const isOver = most !== undefined && Number(value.replace(',', '.')) > most.units;
  return (
    <label className={css.field}>
      <span>Importe</span>
      <input
        ref={(input) =>
          input?.setCustomValidity(isOver ? `Hay ${most.text}: escribí hasta ese importe.` : '')
        }
        required
        inputMode="decimal"
        pattern="\d{1,9}([.,]\d{1,2})?"
        title="Sin puntos de miles: 1500,50"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
