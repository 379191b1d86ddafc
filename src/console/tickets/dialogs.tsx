import { useState } from 'react';
import { asSeen, call } from '../api.ts';
import { CLOSE_REASONS, when } from '../../words/texts.ts';
import css from '../ui/page.module.css';
import { ReasonDialog, WordsDialog } from '../ui/write-dialog.tsx';
import type { Ticket, TicketPartProps } from './ticket.ts';

interface DialogProps extends TicketPartProps {
  onClose: () => void;
}

/** Passes on the ticket after the action. */
const partOf = ({ onDone, onStale, onClose }: DialogProps) => ({
  onDone: (said: string, { result }: { readonly result: Ticket }) => onDone(result, said),
  onStale,
  onClose,
});

export function CloseDialog(props: DialogProps) {
  const { ticket } = props;
  return (
    <ReasonDialog
      {...partOf(props)}
      title={`Cerrar el ticket ${ticket.number}`}
      action="Cerrar ticket"
      names={CLOSE_REASONS}
      first="solved"
      write={(body) => call('POST /api/staff/tickets/{id}/close', { ...asSeen(ticket), body })}
      said="El ticket quedó cerrado."
    >
      <p>No se le envía nada. Si la persona responde dentro de 30 días, se abre de nuevo.</p>
    </ReasonDialog>
  );
}

export function ReopenDialog(props: DialogProps) {
  const { ticket } = props;
  return (
    <WordsDialog
      {...partOf(props)}
      title={`Reabrir el ticket ${ticket.number}`}
      action="Reabrir"
      write={(body) => call('POST /api/staff/tickets/{id}/reopen', { ...asSeen(ticket), body })}
      said="El ticket está abierto de nuevo."
    >
      {ticket.merged_into && <p>Deja de seguir en {ticket.merged_into.number}: queda solo otra vez.</p>}
    </WordsDialog>
  );
}

export function MergeDialog(props: DialogProps) {
  const { ticket } = props;
  const others = ticket.choices.tickets;
  const [into, setInto] = useState(others[0]?.id ?? '');
  return (
    <WordsDialog
      {...partOf(props)}
      title={`Juntar el ticket ${ticket.number}`}
      action="Juntar"
      write={({ reason }) =>
        call('POST /api/staff/tickets/{id}/merge', { ...asSeen(ticket), body: { into, reason } })
      }
      said={({ result: { merged_into: target } }) => `Sigue en ${target?.number ?? 'el otro'}.`}
    >
      <p>La conversación sigue en el otro. Reabrirlo lo separa.</p>
      <label className={css.field}>
        <span>Con el ticket</span>
        <select value={into} onChange={(event) => setInto(event.target.value)}>
          {others.map(({ id, number, subject, words, created_at: at }) => (
            <option key={id} value={id}>
              {when(at)} · {words || subject} · N.º {number}
            </option>
          ))}
        </select>
      </label>
    </WordsDialog>
  );
}
