import { asSeen, call } from '../api.ts';
import { ReasonDialog } from '../ui/write-dialog.tsx';
import { HOLD_NAMES, LIFT_NAMES } from '../../words/hold-names.ts';
import { stopsText, type Hold } from '../../words/holds.ts';

interface LiftDialogProps {
  hold: Hold;
  onClose: () => void;
  onDone: (message: string) => void;
  /** Called if it was lifted or ended meanwhile. */
  onStale: () => void;
}

/** Asks for the end of a hold, which a second person approves. */
export function LiftDialog({ hold, ...part }: LiftDialogProps) {
  return (
    <ReasonDialog
      {...part}
      title={`Levantar el bloqueo: ${HOLD_NAMES[hold.reason]}`}
      action="Pedir aprobación"
      names={LIFT_NAMES}
      first="checked"
      write={(body) => call('POST /api/staff/holds/{id}/lift', { ...asSeen(hold), body })}
      said="Espera aprobación: el bloqueo sigue hasta que otra persona lo apruebe."
    >
      <p>
        Cuando otra persona lo apruebe deja de impedir {stopsText(hold.reason)}. El dinero que esperaba sale
        solo, una vez.
      </p>
    </ReasonDialog>
  );
}
