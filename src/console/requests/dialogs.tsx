import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../web/api-failure.ts';
import { Notice } from '../../web/ui/tag.tsx';
import { call } from '../api.ts';
import { ACCEPT_REASON_NAMES, REFUSE_REASON_NAMES } from '../texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonFields, type Reason } from '../ui/reason-fields.tsx';
import type { Request } from './request.ts';
import {
  ACCEPT_EFFECTS,
  NOT_OWN_WARNING,
  REQUEST_NAMES,
  type AcceptReason,
  type RefuseReason,
} from './texts.ts';

interface DialogProps {
  request: Request;
  onClose: () => void;
  onDone: (message: string) => void;
  /** Somebody decided it meanwhile. */
  onStale: () => void;
}

/** The kind of a request as its call names it: a membership is ended by the same one as a loan. */
const callOf = (kind: Request['kind']) => (kind === 'membership' ? 'withdrawal' : kind);

function staleBy(onStale: () => void) {
  return (error: Error) => {
    if (error instanceof ApiFailure && error.status === 409) onStale();
  };
}

export function AcceptDialog({ request, onClose, onDone, onStale }: DialogProps) {
  const [reason, setReason] = useState<Reason<AcceptReason>>({ code: 'entitled', text: '' });
  const accept = useMutation({
    mutationFn: () =>
      call(`POST /api/staff/requests/${callOf(request.kind)}/{id}/accept`, {
        params: { id: request.id },
        version: request.version,
        body: { reason_code: reason.code, reason: reason.text },
      }),
    onSuccess: () => onDone('Espera aprobación: se hace cuando otra persona lo apruebe.'),
    onError: staleBy(onStale),
  });
  return (
    <FormDialog
      title={`Aceptar: ${REQUEST_NAMES[request.kind]}`}
      action="Pedir aprobación"
      busy={accept.isPending}
      error={accept.error}
      onClose={onClose}
      onSubmit={() => accept.mutate()}
    >
      <p>{ACCEPT_EFFECTS[request.kind]}</p>
      {!request.own && <Notice tone="late">{NOT_OWN_WARNING}</Notice>}
      <ReasonFields names={ACCEPT_REASON_NAMES} reason={reason} onChange={setReason} />
    </FormDialog>
  );
}

export function RefuseDialog({ request, onClose, onDone, onStale }: DialogProps) {
  const [reason, setReason] = useState<Reason<RefuseReason>>({ code: 'not-entitled', text: '' });
  const refuse = useMutation({
    mutationFn: () =>
      call(`POST /api/staff/requests/${callOf(request.kind)}/{id}/refuse`, {
        params: { id: request.id },
        version: request.version,
        body: { reason_code: reason.code, reason: reason.text },
      }),
    onSuccess: ({ messages }) => onDone(messages.join(' ')),
    onError: staleBy(onStale),
  });
  return (
    <FormDialog
      title={`Rechazar: ${REQUEST_NAMES[request.kind]}`}
      action="Rechazar"
      kind="danger"
      busy={refuse.isPending}
      error={refuse.error}
      onClose={onClose}
      onSubmit={() => refuse.mutate()}
    >
      <p>
        {request.customer
          ? 'La persona lee la explicación en su cuenta, tal como la escribís.'
          : 'No se le avisa a nadie: ninguna cuenta tiene ese documento.'}
      </p>
      <ReasonFields names={REFUSE_REASON_NAMES} reason={reason} onChange={setReason} />
    </FormDialog>
  );
}
