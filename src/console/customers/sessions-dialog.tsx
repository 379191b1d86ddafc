import { useMutation } from '@tanstack/react-query';
import { call } from '../api.ts';
import { SESSION_REASON_NAMES } from '../../words/texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import type { CustomerDialogProps } from './dialog-props.ts';

/** Logs the person out wherever they are logged in. */
export function SessionsDialog({ customer, onClose, onDone }: CustomerDialogProps) {
  const { fields, body } = useReason(SESSION_REASON_NAMES, 'customer_asks');
  const end = useMutation({
    mutationFn: () =>
      call('POST /api/staff/customers/{id}/sessions/end', {
        params: { id: customer.id },
        version: customer.version,
        body,
      }),
    onSuccess: ({ messages }) => onDone(messages.join(' ')),
  });
  return (
    <FormDialog
      title="Cerrar las sesiones de la persona"
      action="Cerrar sesiones"
      kind="danger"
      write={end}
      onClose={onClose}
    >
      <p>
        Sale de su cuenta en todos sus equipos y los links que tenía dejan de servir. Puede volver a ingresar
        como siempre.
      </p>
      <ReasonFields {...fields} />
    </FormDialog>
  );
}
