import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../web/api-failure.ts';
import { call } from '../api.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonFields, type Reason } from '../ui/reason-fields.tsx';
import { HOLD_NAMES, LIFT_NAMES } from './names.ts';
import { stopsText, type Hold } from './texts.ts';

interface LiftDialogProps {
  hold: Hold;
  onClose: () => void;
  onDone: (message: string) => void;
  /** Somebody lifted it meanwhile, or it ended. */
  onStale: () => void;
}

/** Asks for the end of a hold, which a second person approves. */
export function LiftDialog({ hold, onClose, onDone, onStale }: LiftDialogProps) {
  const [reason, setReason] = useState<Reason<keyof typeof LIFT_NAMES>>({ code: 'checked', text: '' });
  const lift = useMutation({
    mutationFn: () =>
      call('POST /api/staff/holds/{id}/lift', {
        params: { id: hold.id },
        version: hold.version,
        body: { reason_code: reason.code, reason: reason.text },
      }),
    onSuccess: () => onDone('Espera aprobación: el bloqueo sigue hasta que otra persona lo apruebe.'),
    onError: (error) => {
      if (error instanceof ApiFailure && error.status === 409) onStale();
    },
  });
  return (
    <FormDialog
      title={`Levantar el bloqueo: ${HOLD_NAMES[hold.reason]}`}
      action="Pedir aprobación"
      busy={lift.isPending}
      error={lift.error}
      onClose={onClose}
      onSubmit={() => lift.mutate()}
    >
      <p>
        Cuando otra persona lo apruebe deja de impedir {stopsText(hold.reason)}. El dinero que esperaba sale
        solo, una vez.
      </p>
      <ReasonFields names={LIFT_NAMES} reason={reason} onChange={setReason} />
    </FormDialog>
  );
}
