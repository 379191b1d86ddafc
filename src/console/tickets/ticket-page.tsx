import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { Link } from '../ui/link.tsx';
import { ReadTrouble, Said } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { CloseDialog, MergeDialog, ReopenDialog } from './dialogs.tsx';
import { AboutCard, AssignCard, LinkCard, TakeButton } from './facts.tsx';
import { AttachForm } from './attach-form.tsx';
import { NoteForm } from './note-form.tsx';
import { ReplyForm } from './reply-form.tsx';
import { kindName, STRANGERS } from '../../words/tickets.ts';
import type { Ticket } from './ticket.ts';
import own from './tickets.module.css';
import { StatusTag } from './tickets-page.tsx';
import { When } from '../ui/when.tsx';

type Doing = 'close' | 'reopen' | 'merge';

/** Ticket: messages with authors, subject, and actions. */
export function TicketPage({ id }: { id: string }) {
  const queries = useQueryClient();
  const [doing, setDoing] = useState<Doing>();
  const [said, setSaid] = useState('');
  const queryKey = ['ticket', id];
  const query = useQuery({
    queryKey,
    queryFn: async () => (await call('GET /api/staff/tickets/{id}', { params: { id } })).result,
    refetchOnWindowFocus: true,
  });
  const ticket = query.data;
  if (!ticket)
    return (
      <>
        <PageHead title="Ticket" />
        <ReadTrouble read={query} />
        {query.isPending && <SkeletonGroup shapes={['title', 'block', 'block']} />}
        <BackLink />
      </>
    );
  const part = {
    ticket,
    onDone: (result: Ticket, message: string) => {
      setDoing(undefined);
      setSaid(message);
      queries.setQueryData(queryKey, result);
      void queries.invalidateQueries({ queryKey: ['tickets'] });
    },
    onStale: () => {
      setSaid('');
      void query.refetch();
    },
  };
  const close = () => setDoing(undefined);
  return (
    <>
      <PageHead title={ticket.subject || kindName(ticket.kind)} under={<NumberAndState ticket={ticket} />}>
        <TakeButton key={ticket.id} {...part} />
        <Actions ticket={ticket} onDo={setDoing} />
      </PageHead>
      <p className={css.said}>
        <BackLink />
      </p>
      <Said message={said} />
      <ReadTrouble read={query} />
      <div className={own.page}>
        <div className={own.column}>
          <Elsewhere ticket={ticket} />
          <Conversation ticket={ticket} />
          <ReplyForm key={ticket.id} {...part} />
          <AttachForm key={`files-${ticket.id}`} {...part} />
          <NoteForm key={`note-${ticket.id}`} {...part} />
        </div>
        <aside className={own.column} aria-label="Datos del ticket">
          <AboutCard ticket={ticket} />
          <AssignCard {...part} />
          <LinkCard {...part} />
        </aside>
      </div>
      {doing === 'close' && <CloseDialog {...part} onClose={close} />}
      {doing === 'reopen' && <ReopenDialog {...part} onClose={close} />}
      {doing === 'merge' && <MergeDialog {...part} onClose={close} />}
    </>
  );
}

const NumberAndState = ({ ticket }: { ticket: Ticket }) => (
  <>
    N.º {ticket.number}
    {ticket.subject && ` · ${kindName(ticket.kind)}`} <StatusTag ticket={ticket} />
  </>
);

const BackLink = () => (
  <Link to="/tickets" className={css.link}>
    Volver a Tickets
  </Link>
);

function Actions({ ticket, onDo }: { ticket: Ticket; onDo: (what: Doing) => void }) {
  const me = useMe();
  const isClosed = ticket.status === 'closed';
  const { request_open: isRequest, choices } = ticket;
  const all: [what: Doing, name: string, isShown: boolean][] = [
    [
      'merge',
      'Juntar con otro',
      !isClosed &&
        !isRequest &&
        choices.tickets.length > 0 &&
        allows(me, 'POST /api/staff/tickets/{id}/merge'),
    ],
    ['close', 'Cerrar ticket', !isClosed && !isRequest && allows(me, 'POST /api/staff/tickets/{id}/close')],
    ['reopen', 'Reabrir', isClosed && allows(me, 'POST /api/staff/tickets/{id}/reopen')],
  ];
  return all
    .filter(([, , isShown]) => isShown)
    .map(([what, name]) => (
      <Button key={what} kind="ghost" small onClick={() => onDo(what)}>
        {name}
      </Button>
    ));
}

/** Related tickets and the underlying request. */
function Elsewhere({ ticket }: { ticket: Ticket }) {
  const { merged_into: into, merged, request_open: isRequest } = ticket;
  return (
    <>
      {into && (
        <Notice tone="late">
          Este ticket sigue en <Link to={`/tickets/${into.id}`}>{into.number}</Link>.
        </Notice>
      )}
      {merged.map((each) => (
        <Notice key={each.id}>
          Acá sigue también <Link to={`/tickets/${each.id}`}>{each.number}</Link>.
        </Notice>
      ))}
      {isRequest && (
        <Notice tone="late">
          Hay una solicitud sin decidir. Se resuelve en <Link to="/solicitudes">Solicitudes</Link>.
        </Notice>
      )}
    </>
  );
}

function authorOf(ticket: Ticket, { from, by }: Ticket['messages'][number]): string {
  if (from === 'staff') return by;
  if (from === 'note') return `Nota interna de ${by}`;
  return ticket.is_strangers ? STRANGERS : ticket.person || 'Quien escribió';
}

function Conversation({ ticket }: { ticket: Ticket }) {
  if (ticket.messages.length === 0)
    return (
      <p className={css.empty}>No hay mensajes: no los hubo, o se suprimieron los datos de la persona.</p>
    );
  return (
    <ol className={own.talk} aria-label="Conversación">
      {ticket.messages.map((each) => (
        <li
          key={each.id}
          className={classes(own.said, each.from === 'staff' && own.ours, each.from === 'note' && own.note)}
        >
          <strong>{authorOf(ticket, each)}</strong>
          <span className={css.minor}>
            <When at={each.at} />
          </span>
          {each.text && <p>{each.text}</p>}
          {each.file && (
            <p>
              <a
                className={css.link}
                href={`/api/staff/customers/${ticket.customer}/ticket-files/${each.file.id}`}
                target="_blank"
                rel="noreferrer"
              >
                {each.file.name}
              </a>{' '}
              {each.file.type === 'application/pdf' ? '(PDF, se descarga)' : '(imagen)'}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
