import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import css from '../ui/page.module.css';
import { ReasonText } from '../ui/reason-fields.tsx';
import type { PersonDialogProps } from './person.ts';
import { When } from '../ui/when.tsx';

export function SessionsDialog({ person, onClose, onDone }: PersonDialogProps) {
  const me = useMe();
  const [text, setText] = useState('');
  const params = { id: person.id };
  const sessions = useQuery({
    queryKey: ['people', person.id, 'sessions'],
    queryFn: () => call('GET /api/staff/people/{id}/sessions', { params }),
  });
  const end = useMutation({
    mutationFn: () => call('POST /api/staff/people/{id}/end-sessions', { params, body: { reason: text } }),
    onSuccess: ({ messages }) => onDone(`${person.name}. ${messages.join(' ')}`),
  });
  const mayEnd = allows(me, 'POST /api/staff/people/{id}/end-sessions');
  const rows = sessions.data?.result ?? [];
  return (
    <FormDialog
      title={`Sesiones de ${person.name}`}
      action={mayEnd ? 'Cerrar todas' : 'Listo'}
      kind={mayEnd ? 'danger' : 'ghost'}
      busy={end.isPending}
      error={sessions.error ?? end.error}
      onClose={onClose}
      onSubmit={mayEnd ? () => end.mutate() : onClose}
    >
      <ul className={css.form}>
        {rows.map((session) => (
          <li key={session.id}>
            Desde {session.address}, última vez <When at={session.last_used_at} />
            <span className={css.minor}>{session.device}</span>
          </li>
        ))}
      </ul>
      {sessions.isSuccess && rows.length === 0 && <p>No tiene sesiones abiertas.</p>}
      {mayEnd && <ReasonText text={text} onChange={setText} />}
    </FormDialog>
  );
}
