import { type SyntheticEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { call } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { Trouble } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import { type TicketPartProps, useTicketWrite } from './ticket.ts';
import own from './tickets.module.css';

/** Internal note for staff, collapsed by default so that it is not mistaken for the reply. */
export function NoteForm({ ticket, onDone, onStale }: TicketPartProps) {
  const me = useMe();
  const [text, setText] = useState('');
  const keep = useTicketWrite(
    { onDone, onStale },
    (_none: undefined) =>
      call('POST /api/staff/tickets/{id}/notes', { params: { id: ticket.id }, body: { text } }),
    () => {
      setText('');
      return 'Nota guardada.';
    },
  );
  if (!allows(me, 'POST /api/staff/tickets/{id}/notes')) return null;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!keep.isPending) keep.mutate(undefined);
  };
  return (
    <details className={own.card}>
      <summary>Nota interna</summary>
      <form className={own.column} onSubmit={submit}>
        <label className={css.field}>
          <span>Nota</span>
          <textarea
            required
            rows={3}
            maxLength={4000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <p className={css.minor}>
          La lee el equipo, y la persona si pide sus datos. Una sospecha va en el bloqueo, no acá. No se puede
          cambiar después.
        </p>
        <Trouble error={keep.error} />
        <div className={css.foot}>
          <Button type="submit" kind="ghost" small busy={keep.isPending}>
            Guardar nota
          </Button>
        </div>
      </form>
    </details>
  );
}
