import { useState } from 'react';
import { cardBrandName } from '../../countries/identifiers/cards.ts';
import { Tag } from '../../ui/tag.tsx';
import { allows, useMe } from '../session.ts';
import { Mail } from '../ui/mail.tsx';
import page from '../ui/page.module.css';
import type { CorrectedPart } from './correct-dialog.tsx';
import { MARK_NAMES, type Customer } from './texts.ts';
import css from './customers.module.css';
import { When } from '../ui/when.tsx';
import type { InputOf } from '../../contract/contract.ts';
import { call } from '../api.ts';
import { UNMASK_REASON_NAMES } from '../../words/texts.ts';
import { ReasonDialog } from '../ui/write-dialog.tsx';

type Body = InputOf<'POST /api/staff/customers/{id}/unmask', 'body'>;

/** One thing that is masked. */
interface Masked {
  readonly field: Body['field'];
  readonly account?: string;
  readonly label: string;
}

interface UnmaskDialogProps {
  customer: Customer;
  masked: Masked;
  onClose: () => void;
  onShown: (value: string) => void;
}

function UnmaskDialog({ customer, masked, onClose, onShown }: UnmaskDialogProps) {
  const { field, account, label } = masked;
  const what = { field, ...(account === undefined ? {} : { account }) };
  return (
    <ReasonDialog
      title={`Ver: ${label}`}
      action="Ver"
      names={UNMASK_REASON_NAMES}
      first="verify"
      write={(reason) =>
        call('POST /api/staff/customers/{id}/unmask', {
          params: { id: customer.id },
          body: { ...what, ...reason },
        })
      }
      said={({ value }) => value}
      onDone={onShown}
      onClose={onClose}
    >
      <p>Queda en el registro que lo viste y por qué.</p>
    </ReasonDialog>
  );
}

interface WhoProps {
  customer: Customer;
  /** Undefined when nothing of this account is changed any more. */
  onCorrect: ((part: CorrectedPart) => void) | undefined;
  /** Something was shown, which is recorded. */
  onShown: () => void;
}

type Row = Masked & { readonly value: string; readonly correct?: CorrectedPart };

/** Masked fields. */
function rowsOf(customer: Customer): Row[] {
  const legal = { field: 'legal_number' as const, label: 'CUIT/CUIL', value: customer.legal_number };
  return [
    { field: 'document', label: 'Documento', value: customer.document },
    ...(customer.legal_number ? [legal] : []),
    { field: 'phone', label: 'Celular', value: customer.phone, correct: 'phone' },
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
}

const keyOf = ({ field, account = '' }: Masked) => `${field}${account}`;

/** Identity of the customer. Masked fields are revealed one by one, with a reason, until the page is left. */
export function Who({ customer, onCorrect, onShown }: WhoProps) {
  const me = useMe();
  const [asking, setAsking] = useState<Masked>();
  const [shown, setShown] = useState<Readonly<Record<string, string>>>({});
  const mayUnmask = allows(me, 'POST /api/staff/customers/{id}/unmask') && customer.state !== 'erased';
  const correct = allows(me, 'POST /api/staff/customers/{id}/phone') ? onCorrect : undefined;
  return (
    <section aria-labelledby="quien" className={css.card}>
      <div className={css.title}>
        <h2 id="quien">Quién es</h2>
        {correct && (
          <button type="button" className={page.link} onClick={() => correct('name')}>
            Corregir el nombre
          </button>
        )}
      </div>
      <dl className={css.facts}>
        {rowsOf(customer).map((row) => (
          <Fact
            key={keyOf(row)}
            row={row}
            shown={shown[keyOf(row)]}
            onAsk={mayUnmask ? () => setAsking(row) : undefined}
            onCorrect={correct}
          />
        ))}
        {customer.cards.map(({ brand, last_four: end, expires }) => (
          <div key={`${brand}${end}${expires}`}>
            <dt>Tarjeta</dt>
            <dd>
              {cardBrandName(brand) ?? brand} terminada en {end}, vence {expires}
            </dd>
          </div>
        ))}
        <div>
          <dt>Cliente desde</dt>
          <dd>
            <When at={customer.created_at} />
          </dd>
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

interface FactProps {
  row: Row;
  /** In clear, once it was asked for. */
  shown: string | undefined;
  onAsk: (() => void) | undefined;
  onCorrect: ((part: CorrectedPart) => void) | undefined;
}

function Fact({ row, shown, onAsk, onCorrect }: FactProps) {
  const { correct } = row;
  const value = shown ?? (row.value || 'Sin dato');
  return (
    <div>
      <dt>{row.label}</dt>
      <dd>
        <span className={css.value}>{row.field === 'email' ? <Mail address={value} /> : value}</span>
        {onAsk && row.value && shown === undefined && (
          <button type="button" className={page.link} aria-label={`Ver: ${row.label}`} onClick={onAsk}>
            Ver
          </button>
        )}
        {onCorrect && correct && (
          <button
            type="button"
            className={page.link}
            aria-label={`Corregir: ${row.label}`}
            onClick={() => onCorrect(correct)}
          >
            Corregir
          </button>
        )}
      </dd>
    </div>
  );
}
