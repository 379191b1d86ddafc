import { useState } from 'react';
import { Tag } from '../../web/ui/tag.tsx';
import { allows, useMe } from '../session.ts';
import { when } from '../texts.ts';
import page from '../ui/page.module.css';
import type { CorrectedPart } from './correct-dialog.tsx';
import { MARK_NAMES, type Customer } from './texts.ts';
import { UnmaskDialog, type Masked } from './unmask-dialog.tsx';
import css from './customers.module.css';

interface WhoProps {
  customer: Customer;
  /** Undefined when nothing of this account is changed any more. */
  onCorrect: ((part: CorrectedPart) => void) | undefined;
  /** Something was shown, which is recorded. */
  onShown: () => void;
}

/** Who it is. What is masked is shown one by one, for a reason, until the page is left. */
export function Who({ customer, onCorrect, onShown }: WhoProps) {
  const me = useMe();
  const [asking, setAsking] = useState<Masked>();
  const [shown, setShown] = useState<Readonly<Record<string, string>>>({});
  const mayUnmask = allows(me, 'POST /api/staff/customers/{id}/unmask') && customer.state !== 'erased';
  const mayCorrect = onCorrect && allows(me, 'POST /api/staff/customers/{id}/phone');
  const rows: (Masked & { value: string; correct?: CorrectedPart; tag?: string })[] = [
    { field: 'document', label: 'Documento', value: customer.document },
    ...(customer.legal_number
      ? [{ field: 'legal_number' as const, label: 'CUIT/CUIL', value: customer.legal_number }]
      : []),
    {
      field: 'phone',
      label: 'Celular',
      value: customer.phone,
      correct: 'phone',
      tag: customer.is_phone_verified ? 'Validado' : 'Sin validar',
    },
    { field: 'email', label: 'Mail', value: customer.email, correct: 'email' },
    { field: 'birthdate', label: 'Nacimiento', value: customer.state === 'erased' ? '' : '•••' },
    { field: 'address', label: 'Domicilio', value: customer.place },
    ...customer.accounts.map(({ id, bank, account }) => ({
      field: 'account' as const,
      account: id,
      label: `Cuenta de ${bank}`,
      value: account,
    })),
  ];
  const keyOf = ({ field, account = '' }: Masked) => `${field}${account}`;
  return (
    <section aria-labelledby="quien" className={css.card}>
      <div className={css.title}>
        <h2 id="quien">Quién es</h2>
        {mayCorrect && (
          <button type="button" className={page.link} onClick={() => onCorrect('name')}>
            Corregir el nombre
          </button>
        )}
      </div>
      <dl className={css.facts}>
        {rows.map((row) => (
          <div key={keyOf(row)}>
            <dt>{row.label}</dt>
            <dd>
              <span className={css.value}>{shown[keyOf(row)] ?? (row.value || 'Sin dato')}</span>
              {row.tag && row.value && (
                <Tag tone={customer.is_phone_verified ? 'good' : 'off'}>{row.tag}</Tag>
              )}
              {mayUnmask && row.value && shown[keyOf(row)] === undefined && (
                <button
                  type="button"
                  className={page.link}
                  aria-label={`Ver: ${row.label}`}
                  onClick={() => setAsking(row)}
                >
                  Ver
                </button>
              )}
              {mayCorrect && row.correct && (
                <button
                  type="button"
                  className={page.link}
                  aria-label={`Corregir: ${row.label}`}
                  onClick={() => onCorrect(row.correct ?? 'name')}
                >
                  Corregir
                </button>
              )}
            </dd>
          </div>
        ))}
        {customer.cards.map(({ brand, last_four: end, expires }) => (
          <div key={`${brand}${end}${expires}`}>
            <dt>Tarjeta</dt>
            <dd>
              {brand} terminada en {end}, vence {expires}
            </dd>
          </div>
        ))}
        <div>
          <dt>Cliente desde</dt>
          <dd>{when(customer.created_at)}</dd>
        </div>
      </dl>
      <ul className={css.marks} aria-label="Verificaciones">
        {customer.marks.map(({ name, value }) => (
          <li key={name}>
            <Tag tone={value === 1 ? 'good' : 'off'}>
              {MARK_NAMES[name] ?? name}: {value === 1 ? 'sí' : value === 2 ? 'en curso' : 'no'}
            </Tag>
          </li>
        ))}
      </ul>
      {asking && (
        <UnmaskDialog
          customer={customer}
          masked={asking}
          onClose={() => setAsking(undefined)}
          onShown={(value) => {
            setShown({ ...shown, [keyOf(asking)]: value });
            setAsking(undefined);
            onShown();
          }}
        />
      )}
    </section>
  );
}
