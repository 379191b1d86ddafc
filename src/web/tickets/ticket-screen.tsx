import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paths } from '../../contract/paths.ts';
import { localDate } from '../../countries/local-time.ts';
import { formatDate } from '../../domain/calendar-date.ts';
import { call } from '../api.ts';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { ticketKinds, ticketTexts } from '../balance/ticket-texts.ts';
import { useCountry } from '../country.tsx';
import { useProfileQuery } from '../profile.ts';
import { queryClient } from '../query-client.ts';
import { openHelp } from '../shell/help/help-store.ts';
import { Link } from '../shell/link.tsx';
import { NotLoaded } from '../shell/not-loaded.tsx';
import { usePathParam } from '../router/context.ts';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Notice, Tag } from '../../ui/tag.tsx';
import { AttachForm } from './attach-form.tsx';
import { AnswerForm } from './answer-form.tsx';
import { ticketPageTexts as texts } from './texts.ts';
import { type Conversation, ticketQuery } from './ticket-query.ts';
import css from './tickets.module.css';

/** Customer's ticket with its messages, and the answer box (docs/product/borrowers-area.md#conversations). */
export function TicketScreen() {
  const id = usePathParam('id');
  const query = useQuery(ticketQuery(id));
  if (query.data) return <Page ticket={query.data} />;
  if (!query.isError)
    return <ScreenSkeleton shapes={['title', 'line', 'block', 'block', 'field', 'button']} />;
  const isGone = query.error instanceof ApiFailure && query.error.status === 404;
  return (
    <NotLoaded
      title={texts.failed}
      message={isGone ? texts.gone : messageOf(query.error)}
      retry={() => void query.refetch()}
      elsewhere={isGone ? <BackToTickets /> : undefined}
    />
  );
}

function Page({ ticket }: { ticket: Conversation }) {
  const { code } = useCountry();
  useRead(ticket);
  const { id, subject, type, status, created_at: createdAt, messages } = ticket;
  const names: Readonly<Record<string, string>> = { open: ticketTexts.open, closed: ticketTexts.closed };
  return (
    <Screen title={texts.title} intro={<p>{subject || (ticketKinds[type] ?? type)}</p>}>
      <Card>
        <div className={css.head}>
          <span className={css.caption}>
            {texts.number(id.slice(0, 8), formatDate(localDate(new Date(createdAt), code)))}
          </span>
          <Tag tone={status === 'closed' ? 'good' : 'off'}>{names[status] ?? status}</Tag>
        </div>
        {messages.length === 0 ? <p>{texts.empty}</p> : <Talk ticket={ticket} />}
      </Card>
      <Card>
        <Answer ticket={ticket} />
        <BackToTickets />
      </Card>
    </Screen>
  );
}

function BackToTickets() {
  const { data: profile } = useProfileQuery(true);
  const document = profile?.account_information.document_number;
  return document && <Link to={paths.balance(document, { reclamos: '1' })}>{texts.back}</Link>;
}

/** Opening the page marks its messages as read. */
function useRead({ id, unread }: Conversation): void {
  useEffect(() => {
    if (!unread) return;
    call('POST /api/v3/tickets/{id}/read', { params: { id }, quiet: true })
      .then(() => {
        // The next answer marks it again, also while the page stays open.
        queryClient.setQueryData(ticketQuery(id).queryKey, (kept) => kept && { ...kept, unread: false });
        return queryClient.invalidateQueries({ queryKey: ['balance'] });
      })
      // It stays marked until the next time.
      .catch(() => undefined);
  }, [id, unread]);
}

/** Size of a file, with one decimal from a megabyte on. */
const fileSize = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`;

function Talk({ ticket }: { ticket: Conversation }) {
  const { code } = useCountry();
  return (
    <ol className={css.talk} aria-label={texts.talk}>
      {ticket.messages.map(({ id, from, text, at, file }) => (
        <li key={id} className={classes(css.said, from === 'you' && css.mine)}>
          <strong>{from === 'you' ? texts.you : texts.us}</strong>{' '}
          <span className={css.caption}>{formatDate(localDate(new Date(at), code))}</span>
          {text && <p>{text}</p>}
          {file && (
            <p>
              <a href={file.url} target="_blank" rel="noopener">
                {file.name}
              </a>{' '}
              <span className={css.caption}>{fileSize(file.bytes)}</span>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Answer({ ticket }: { ticket: Conversation }) {
  if (ticket.answerable === 'merged')
    return (
      <Notice title={texts.merged}>
        <Link to={paths.ticket(ticket.merged_into)}>{texts.toMerged}</Link>
      </Notice>
    );
  if (ticket.answerable === 'late')
    return (
      <>
        <Notice title={texts.closed}>{texts.late}</Notice>
        <Button wide onClick={openHelp}>
          {texts.help}
        </Button>
      </>
    );
  return (
    <>
      {ticket.status === 'closed' && (
        <Notice tone="good" title={texts.closed}>
          {texts.reopens}
        </Notice>
      )}
      <AnswerForm key={ticket.id} ticket={ticket} />
      <AttachForm key={`files-${ticket.id}`} ticket={ticket} />
    </>
  );
}
