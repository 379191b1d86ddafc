import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonText } from '../ui/reason-fields.tsx';
import type { PersonDialogProps } from './person.ts';

/** For who lost their passkeys, or never had one. */
export function EnrolmentDialog({ person, onClose, onDone }: PersonDialogProps) {
  const [text, setText] = useState('');
  const send = useMutation({
    mutationFn: () =>
      call('POST /api/staff/people/{id}/enrolment', {
        params: { id: person.id },
        version: person.version,
        body: { reason: text },
      }),
    onSuccess: () =>
      onDone(`Espera aprobación: el link de alta de ${person.name} sale cuando otra persona lo apruebe.`),
  });
  return (
    <FormDialog
      title={`Mandar un link de alta a ${person.name}`}
      action="Pedir aprobación"
      write={send}
      onClose={onClose}
    >
      <p>
        Recibe en {person.email} un link para agregar una llave de acceso. Sirve una vez y vence en 24 horas.
      </p>
      <ReasonText text={text} onChange={setText} />
    </FormDialog>
  );
}
