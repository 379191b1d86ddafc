import { useMutation } from '@tanstack/react-query';
import { call } from '../api.ts';
import { REASONS } from '../../words/texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import type { PersonDialogProps } from './person.ts';

export function ShutOutDialog({ person, onClose, onDone }: PersonDialogProps) {
  const reason = useReason(REASONS, 'left');
  const disable = useMutation({
    mutationFn: () =>
      call('POST /api/staff/people/{id}/disable', {
        params: { id: person.id },
        version: person.version,
        body: reason.body,
      }),
    onSuccess: () => onDone(`${person.name} ya no puede entrar.`),
  });
  return (
    <FormDialog
      title={`Dar de baja a ${person.name}`}
      action="Dar de baja"
      kind="danger"
      write={disable}
      onClose={onClose}
    >
      <p>Pierde el acceso y se cierran sus sesiones en el momento.</p>
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

export function EnableDialog({ person, onClose, onDone }: PersonDialogProps) {
  const reason = useReason(REASONS, 'joined');
  const enable = useMutation({
    mutationFn: () =>
      call('POST /api/staff/people/{id}/enable', {
        params: { id: person.id },
        version: person.version,
        body: reason.body,
      }),
    onSuccess: () =>
      onDone(`Espera aprobación: ${person.name} vuelve a entrar cuando otra persona lo apruebe.`),
  });
  return (
    <FormDialog
      title={`Volver a habilitar a ${person.name}`}
      action="Pedir aprobación"
      write={enable}
      onClose={onClose}
    >
      <p>Vuelve con los roles y países que tenía.</p>
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}
