import { type SyntheticEvent, useState, useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { call } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { Trouble } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import { type TicketPartProps, useTicketWrite } from './ticket.ts';
import own from './tickets.module.css';
import { forgetDrafts, saveDraft, readDraft } from './draft.ts';

/** Draft answer to a ticket, stored in this tab until it is sent. */
function useDraft(ticket: string): readonly [text: string, setText: (text: string) => void] {
  const { id: person } = useMe();
  const [text, setText] = useState(() => readDraft({ person, ticket }));
  useEffect(() => forgetDrafts(person), [person]);
  const write = (written: string) => {
    setText(written);
    saveDraft({ person, ticket }, written);
  };
  return [text, write];
}

const longest = 4000;

/** Answer form. The input survives a concurrent change and leaving the page, until it is sent. */
export function ReplyForm({ ticket, onDone, onStale }: TicketPartProps) {
  const me = useMe();
  const [text, setText] = useDraft(ticket.id);
  const send = useTicketWrite(
    { onDone, onStale },
    (close: boolean) =>
      call('POST /api/staff/tickets/{id}/reply', {
        params: { id: ticket.id },
        version: ticket.version,
        body: { text, close },
      }),
    (_ticket, close) => {
      setText('');
      return close ? 'Respuesta enviada. El ticket quedó cerrado.' : 'Respuesta enviada.';
    },
  );
  if (!allows(me, 'POST /api/staff/tickets/{id}/reply') || ticket.merged_into) return null;
  const isReachable = ticket.email !== '';
  if (!isReachable)
    return (
      <p className={css.empty}>No hay a quién responderle: sus datos fueron suprimidos o no dejó un mail.</p>
    );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!send.isPending) send.mutate(false);
  };
  return (
    <form className={own.card} onSubmit={submit} aria-labelledby="respuesta">
      <h2 id="respuesta">Responder</h2>
      <Templates
        ticket={ticket}
        onChoose={(chosen) => setText(text.trim() ? `${text}\n\n${chosen}` : chosen)}
      />
      <label className={css.field}>
        <span>Respuesta</span>
        <textarea
          required
          rows={8}
          maxLength={longest}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p className={css.minor}>
        {ticket.customer === ''
          ? 'La recibe por mail: no tiene cuenta.'
          : 'La lee en su cuenta; le avisamos por mail.'}
      </p>
      <Trouble error={send.error} />
      <div className={css.foot}>
        {!ticket.request_open && ticket.status !== 'closed' && (
          <Button
            kind="ghost"
            small
            busy={send.isPending}
            onClick={({ currentTarget }) => {
              if (currentTarget.form?.reportValidity()) send.mutate(true);
            }}
          >
            Enviar y cerrar
          </Button>
        )}
        <Button type="submit" small busy={send.isPending}>
          Enviar
        </Button>
      </div>
    </form>
  );
}

interface TemplatesProps extends Pick<TicketPartProps, 'ticket'> {
  onChoose: (text: string) => void;
}

function Templates({ ticket, onChoose }: TemplatesProps) {
  const [chosen, setChosen] = useState('0');
  const { templates } = ticket.choices;
  return (
    <div className={css.filters}>
      <label className={css.field}>
        <span>Plantilla</span>
        <select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          {templates.map(({ title }, index) => (
            <option key={title} value={String(index)}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <Button kind="ghost" small onClick={() => onChoose(templates[Number(chosen)]?.text ?? '')}>
        Usar plantilla
      </Button>
    </div>
  );
}
