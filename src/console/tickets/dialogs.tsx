import { useState } from 'react';
import { call } from '../api.ts';
import { CLOSE_REASONS } from '../../words/texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, ReasonText, useReason } from '../ui/reason-fields.tsx';
import type { TicketPartProps } from './ticket.ts';
import { useTicketWrite } from './use-ticket-write.ts';

interface DialogProps extends TicketPartProps {
  onClose: () => void;
}

export function CloseDialog({ ticket, onDone, onStale, onClose }: DialogProps) {
  const reason = useReason(CLOSE_REASONS, 'solved');
  const close = useTicketWrite(
    { onDone, onStale },
    () =>
      call('POST /api/staff/tickets/{id}/close', {
        params: { id: ticket.id },
        version: ticket.version,
        body: reason.body,
      }),
    () => 'El ticket quedó cerrado.',
  );
  return (
    <FormDialog
      title={`Cerrar el ticket ${ticket.number}`}
      action="Cerrar ticket"
      busy={close.isPending}
      error={close.error}
      onClose={onClose}
      onSubmit={() => close.mutate(undefined)}
    >
      <p>No se le envía nada. Si la persona responde dentro de 30 días, se abre de nuevo.</p>
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

export function ReopenDialog({ ticket, onDone, onStale, onClose }: DialogProps) {
  const [text, setText] = useState('');
  const reopen = useTicketWrite(
    { onDone, onStale },
    () =>
      call('POST /api/staff/tickets/{id}/reopen', {
        params: { id: ticket.id },
        version: ticket.version,
        body: { reason: text },
      }),
    () => 'El ticket está abierto de nuevo.',
  );
  return (
    <FormDialog
      title={`Reabrir el ticket ${ticket.number}`}
      action="Reabrir"
      busy={reopen.isPending}
      error={reopen.error}
      onClose={onClose}
      onSubmit={() => reopen.mutate(undefined)}
    >
      {ticket.merged_into && <p>Deja de seguir en {ticket.merged_into.number}: queda solo otra vez.</p>}
      <ReasonText text={text} onChange={setText} />
    </FormDialog>
  );
}

export function MergeDialog({ ticket, onDone, onStale, onClose }: DialogProps) {
  const others = ticket.choices.tickets;
  const [into, setInto] = useState(others[0]?.id ?? '');
  const [text, setText] = useState('');
  const merge = useTicketWrite(
    { onDone, onStale },
    () =>
      call('POST /api/staff/tickets/{id}/merge', {
        params: { id: ticket.id },
        version: ticket.version,
        body: { into, reason: text },
      }),
    ({ merged_into: target }) => `Sigue en ${target?.number ?? 'el otro'}.`,
  );
  return (
    <FormDialog
      title={`Juntar el ticket ${ticket.number}`}
      action="Juntar"
      busy={merge.isPending}
      error={merge.error}
      onClose={onClose}
      onSubmit={() => merge.mutate(undefined)}
    >
      <p>La conversación sigue en el otro. Reabrirlo lo separa.</p>
      <label className={css.field}>
        <span>Con el ticket</span>
        <select value={into} onChange={(event) => setInto(event.target.value)}>
          {others.map(({ id, number, subject }) => (
            <option key={id} value={id}>
              {number}: {subject}
            </option>
          ))}
        </select>
      </label>
      <ReasonText text={text} onChange={setText} />
    </FormDialog>
  );
}
