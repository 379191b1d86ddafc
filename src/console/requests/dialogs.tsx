import { Notice } from '../../ui/tag.tsx';
import { asSeen, call } from '../api.ts';
import { AWAITS, ACCEPT_REASON_NAMES, REFUSE_REASON_NAMES } from '../../words/texts.ts';
import { ReasonDialog } from '../ui/write-dialog.tsx';
import type { Request } from './request.ts';
import { ACCEPT_EFFECTS, NOT_OWN_WARNING, REQUEST_NAMES } from '../../words/requests.ts';

interface DialogProps {
  request: Request;
  onClose: () => void;
  onDone: (message: string) => void;
  /** Called if another person decided it meanwhile. */
  onStale: () => void;
}

/** The kind of a request as its call names it: a membership is ended by the same one as a loan. */
const callOf = (kind: Request['kind']) => (kind === 'membership' ? 'withdrawal' : kind);

export function AcceptDialog({ request, ...part }: DialogProps) {
  return (
    <ReasonDialog
      {...part}
      title={`Aceptar: ${REQUEST_NAMES[request.kind]}`}
      action="Pedir aprobación"
      names={ACCEPT_REASON_NAMES}
      first="entitled"
      write={(body) =>
        call(`POST /api/staff/requests/${callOf(request.kind)}/{id}/accept`, { ...asSeen(request), body })
      }
      said={AWAITS}
    >
      <p>{ACCEPT_EFFECTS[request.kind]}</p>
      {!request.own && <Notice tone="late">{NOT_OWN_WARNING}</Notice>}
    </ReasonDialog>
  );
}

export function RefuseDialog({ request, ...part }: DialogProps) {
  return (
    <ReasonDialog
      {...part}
      title={`Rechazar: ${REQUEST_NAMES[request.kind]}`}
      action={request.customer ? 'Pedir aprobación' : 'Rechazar'}
      kind="danger"
      names={REFUSE_REASON_NAMES}
      first="not-entitled"
      write={(body) =>
        call(`POST /api/staff/requests/${callOf(request.kind)}/{id}/refuse`, { ...asSeen(request), body })
      }
      said={({ outcome }) => (outcome === 'pending_approval' ? AWAITS : 'Solicitud rechazada.')}
    >
      <p>
        {request.customer
          ? 'La persona lee la explicación en su cuenta, tal como la escribís.'
          : 'No se le avisa a nadie: ninguna cuenta tiene ese documento.'}
      </p>
    </ReasonDialog>
  );
}
