import { useMutation } from '@tanstack/react-query';
import { call } from '../api.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { staleBy } from '../ui/stale-by.ts';
import { HOLD_NAMES, LIFT_NAMES } from '../../words/hold-names.ts';
import { stopsText, type Hold } from '../../words/holds.ts';

interface LiftDialogProps {
  hold: Hold;
  onClose: () => void;
  onDone: (message: string) => void;
  /** Somebody lifted it meanwhile, or it ended. */
  onStale: () => void;
}

/** Asks for the end of a hold, which a second person approves. */
export function LiftDialog({ hold, onClose, onDone, onStale }: LiftDialogProps) {
  const { fields, body } = useReason(LIFT_NAMES, 'checked');
  const lift = useMutation({
    mutationFn: () =>
      call('POST /api/staff/holds/{id}/lift', {
        params: { id: hold.id },
        version: hold.version,
        body,
      }),
    onSuccess: () => onDone('Espera aprobación: el bloqueo sigue hasta que otra persona lo apruebe.'),
    onError: staleBy(onStale),
  });
  return (
    <FormDialog
      title={`Levantar el bloqueo: ${HOLD_NAMES[hold.reason]}`}
      action="Pedir aprobación"
      write={lift}
      onClose={onClose}
    >
      <p>
        Cuando otra persona lo apruebe deja de impedir {stopsText(hold.reason)}. El dinero que esperaba sale
        solo, una vez.
      </p>
      <ReasonFields {...fields} />
    </FormDialog>
  );
}
