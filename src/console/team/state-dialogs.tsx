import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { REASONS } from '../texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonFields, type Reason } from '../ui/reason-fields.tsx';
import type { PersonDialogProps } from './person.ts';

export function ShutOutDialog({ person, onClose, onDone }: PersonDialogProps) {
  const [reason, setReason] = useState<Reason>({ code: 'left', text: '' });
  const disable = useMutation({
    mutationFn: () =>
      call('POST /api/staff/people/{id}/disable', {
        params: { id: person.id },
        version: person.version,
        body: { reason_code: reason.code, reason: reason.text },
      }),
    onSuccess: () => onDone(`${person.name} ya no puede entrar.`),
  });
  return (
    <FormDialog
      title={`Dar de baja a ${person.name}`}
      action="Dar de baja"
      kind="danger"
      busy={disable.isPending}
      error={disable.error}
      onClose={onClose}
      onSubmit={() => disable.mutate()}
    >
      <p>Pierde el acceso y se cierran sus sesiones en el momento.</p>
      <ReasonFields names={REASONS} reason={reason} onChange={setReason} />
    </FormDialog>
  );
}

export function EnableDialog({ person, onClose, onDone }: PersonDialogProps) {
  const [reason, setReason] = useState<Reason>({ code: 'joined', text: '' });
  const enable = useMutation({
    mutationFn: () =>
      call('POST /api/staff/people/{id}/enable', {
        params: { id: person.id },
        version: person.version,
        body: { reason_code: reason.code, reason: reason.text },
      }),
    onSuccess: () =>
      onDone(`Espera aprobación: ${person.name} vuelve a entrar cuando otra persona lo apruebe.`),
  });
  return (
    <FormDialog
      title={`Volver a habilitar a ${person.name}`}
      action="Pedir aprobación"
      busy={enable.isPending}
      error={enable.error}
      onClose={onClose}
      onSubmit={() => enable.mutate()}
    >
      <p>Vuelve con los roles y países que tenía.</p>
      <ReasonFields names={REASONS} reason={reason} onChange={setReason} />
    </FormDialog>
  );
}
