import { useMutation } from '@tanstack/react-query';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { ACCEPT_REASON_NAMES, REFUSE_REASON_NAMES } from '../../words/texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { staleBy } from '../ui/stale-by.ts';
import type { Request } from './request.ts';
import { ACCEPT_EFFECTS, NOT_OWN_WARNING, REQUEST_NAMES } from '../../words/requests.ts';

interface DialogProps {
  request: Request;
  onClose: () => void;
  onDone: (message: string) => void;
  /** Somebody decided it meanwhile. */
  onStale: () => void;
}

/** The kind of a request as its call names it: a membership is ended by the same one as a loan. */
const callOf = (kind: Request['kind']) => (kind === 'membership' ? 'withdrawal' : kind);

export function AcceptDialog({ request, onClose, onDone, onStale }: DialogProps) {
  const reason = useReason(ACCEPT_REASON_NAMES, 'entitled');
  const accept = useMutation({
    mutationFn: () =>
      call(`POST /api/staff/requests/${callOf(request.kind)}/{id}/accept`, {
        params: { id: request.id },
        version: request.version,
        body: reason.body,
      }),
    onSuccess: () => onDone('Espera aprobación: se hace cuando otra persona lo apruebe.'),
    onError: staleBy(onStale),
  });
  return (
    <FormDialog
      title={`Aceptar: ${REQUEST_NAMES[request.kind]}`}
      action="Pedir aprobación"
      write={accept}
      onClose={onClose}
    >
      <p>{ACCEPT_EFFECTS[request.kind]}</p>
      {!request.own && <Notice tone="late">{NOT_OWN_WARNING}</Notice>}
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

export function RefuseDialog({ request, onClose, onDone, onStale }: DialogProps) {
  const reason = useReason(REFUSE_REASON_NAMES, 'not-entitled');
  const refuse = useMutation({
    mutationFn: () =>
      call(`POST /api/staff/requests/${callOf(request.kind)}/{id}/refuse`, {
        params: { id: request.id },
        version: request.version,
        body: reason.body,
      }),
    onSuccess: ({ messages }) => onDone(messages.join(' ')),
    onError: staleBy(onStale),
  });
  return (
    <FormDialog
      title={`Rechazar: ${REQUEST_NAMES[request.kind]}`}
      action="Rechazar"
      kind="danger"
      write={refuse}
      onClose={onClose}
    >
      <p>
        {request.customer
          ? 'La persona lee la explicación en su cuenta, tal como la escribís.'
          : 'No se le avisa a nadie: ninguna cuenta tiene ese documento.'}
      </p>
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}
