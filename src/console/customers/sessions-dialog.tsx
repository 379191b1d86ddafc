import { asSeen, call } from '../api.ts';
import { SESSION_REASON_NAMES } from '../../words/texts.ts';
import { answered, ReasonDialog } from '../ui/write-dialog.tsx';
import type { CustomerDialogProps } from './dialog-props.ts';

/** Logs the person out wherever they are logged in. */
export function SessionsDialog({ customer, ...part }: CustomerDialogProps) {
  return (
    <ReasonDialog
      {...part}
      title="Cerrar las sesiones de la persona"
      action="Cerrar sesiones"
      kind="danger"
      names={SESSION_REASON_NAMES}
      first="customer_asks"
      write={(body) => call('POST /api/staff/customers/{id}/sessions/end', { ...asSeen(customer), body })}
      said={answered}
    >
      <p>
        Sale de su cuenta en todos sus equipos y los links que tenía dejan de servir. Puede volver a ingresar
        como siempre.
      </p>
    </ReasonDialog>
  );
}
