import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiFailure } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { CORRECTION_REASON_NAMES } from '../../words/texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import page from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import type { CustomerDialogProps } from './texts.ts';
import css from './customers.module.css';

export type CorrectedPart = 'name' | 'email' | 'phone';

const TITLES: Readonly<Record<CorrectedPart, string>> = {
  name: 'Corregir el nombre',
  email: 'Corregir el mail',
  phone: 'Corregir el celular',
};

const HELP: Readonly<Record<CorrectedPart, string>> = {
  name: 'Como figura en el documento. La persona recibe un aviso.',
  email: 'Avisamos al mail de antes y cerramos sus sesiones.',
  phone: 'Avisamos al celular de antes y por mail, y cerramos sus sesiones.',
};

/** Asks for a correction, which another person approves. */
export function CorrectDialog({
  part,
  customer,
  onClose,
  onDone,
}: CustomerDialogProps & { part: CorrectedPart }) {
  const reason = useReason(CORRECTION_REASON_NAMES, 'customer_asks');
  const [first, setFirst] = useState(part === 'name' ? customer.first_name : '');
  const [last, setLast] = useState(customer.last_name);
  const ask = useMutation({
    mutationFn: () => {
      const why = reason.body;
      const asked = { params: { id: customer.id }, version: customer.version };
      switch (part) {
        case 'name':
          return call('POST /api/staff/customers/{id}/name', {
            ...asked,
            body: { first_name: first, last_name: last, ...why },
          });
        case 'email':
          return call('POST /api/staff/customers/{id}/email', { ...asked, body: { email: first, ...why } });
        case 'phone':
          return call('POST /api/staff/customers/{id}/phone', {
            ...asked,
            body: { cellphone: first, ...why },
          });
      }
    },
    onSuccess: () => onDone('Espera aprobación: el dato cambia cuando otra persona lo apruebe.'),
  });
  const fields = ask.error instanceof ApiFailure ? ask.error.fields : {};
  return (
    <FormDialog
      title={TITLES[part]}
      action="Pedir aprobación"
      busy={ask.isPending}
      // Faults appear at their field.
      error={Object.keys(fields).length > 0 ? null : ask.error}
      onClose={onClose}
      onSubmit={() => ask.mutate()}
    >
      <Inputs part={part} values={[first, last]} setters={[setFirst, setLast]} fields={fields} />
      <p className={page.minor}>{HELP[part]}</p>
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

interface InputsProps {
  part: CorrectedPart;
  values: readonly [first: string, last: string];
  setters: readonly [first: (value: string) => void, last: (value: string) => void];
  /** Server's messages by field. */
  fields: Readonly<Record<string, string>>;
}

function Inputs({ part, values: [first, last], setters: [setFirst, setLast], fields }: InputsProps) {
  switch (part) {
    case 'name':
      return (
        <>
          <Field label="Nombre" error={fields['first_name']}>
            <input required maxLength={100} value={first} onChange={({ target }) => setFirst(target.value)} />
          </Field>
          <Field label="Apellido" error={fields['last_name']}>
            <input required maxLength={100} value={last} onChange={({ target }) => setLast(target.value)} />
          </Field>
        </>
      );
    case 'email':
    case 'phone':
      return (
        <Field
          label={part === 'email' ? 'Mail nuevo' : 'Celular nuevo'}
          error={fields[part === 'email' ? 'email' : 'cellphone']}
        >
          <input
            required
            inputMode={part === 'email' ? 'email' : 'tel'}
            autoComplete="off"
            maxLength={part === 'email' ? 200 : 40}
            value={first}
            onChange={({ target }) => setFirst(target.value)}
          />
        </Field>
      );
  }
}

function Field({
  label,
  error,
  children,
}: {
  label: string;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <label className={page.field}>
      <span>{label}</span>
      {children}
      {error && (
        <span role="alert" className={css.fault}>
          {error}
        </span>
      )}
    </label>
  );
}
