import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { SESSION_REASON_NAMES } from '../texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonFields, type Reason } from '../ui/reason-fields.tsx';
import type { CustomerDialogProps } from './dialog-props.ts';

/** Logs the person out wherever they are logged in. */
export function SessionsDialog({ customer, onClose, onDone }: CustomerDialogProps) {
  const [reason, setReason] = useState<Reason<keyof typeof SESSION_REASON_NAMES>>({
    code: 'customer_asks',
    text: '',
  });
  const end = useMutation({
    mutationFn: () =>
      call('POST /api/staff/customers/{id}/sessions/end', {
        params: { id: customer.id },
        version: customer.version,
        body: { reason_code: reason.code, reason: reason.text },
      }),
    onSuccess: ({ messages }) => onDone(messages.join(' ')),
  });
  return (
    <FormDialog
      title="Cerrar las sesiones de la persona"
      action="Cerrar sesiones"
      kind="danger"
      busy={end.isPending}
      error={end.error}
      onClose={onClose}
      onSubmit={() => end.mutate()}
    >
      <p>
        Sale de su cuenta en todos sus equipos y los links que tenía dejan de servir. Puede volver a ingresar
        como siempre.
      </p>
      <ReasonFields names={SESSION_REASON_NAMES} reason={reason} onChange={setReason} />
    </FormDialog>
  );
}
