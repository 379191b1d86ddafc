import { paths } from '../../contract/paths.ts';
import { localDate } from '../../countries/local-time.ts';
import { formatDate } from '../../domain/calendar-date.ts';
import { useCountry } from '../country.tsx';
import { useLoggedIn } from '../session.ts';
import { openHelp } from '../shell/help/help-store.ts';
import { Link } from '../shell/link.tsx';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { Account, Ticket } from './balance-query.ts';
import css from './balance.module.css';
import { ticketKinds, ticketTexts as texts } from './ticket-texts.ts';

const statusNames: Readonly<Record<string, string>> = { open: texts.open, closed: texts.closed };

/** Enough of an id for a conversation with support. */
const shownIdLength = 8;

/**
 * The support tickets with their state: Abierto, Resuelto, or as it is written
 * (docs/product/borrowers-area.md#tickets).
 */
export function TicketsPanel({ account }: { account: Pick<Account, 'tickets' | 'documentNumber'> }) {
  const isLoggedIn = useLoggedIn();
  const { tickets, documentNumber } = account;
  return (
    <>
      {tickets.length > 0 ? (
        <ul className={css.tickets} aria-label={texts.list}>
          {tickets.map((ticket) => (
            <TicketRow key={ticket.id} ticket={ticket} />
          ))}
        </ul>
      ) : (
        isLoggedIn && <p>{texts.empty}</p>
      )}
      {!isLoggedIn && (
        <p>
          {texts.hidden}{' '}
          <Link to={paths.login({ redirectTo: paths.balance(documentNumber) })}>{texts.login}</Link>.
        </p>
      )}
      <p className={css.caption}>{texts.emptyNext}</p>
      <Button wide kind="ghost" onClick={openHelp}>
        {texts.help}
      </Button>
    </>
  );
}

function TicketRow({ ticket }: { ticket: Ticket }) {
  const { code } = useCountry();
  const day = (instant: string) => formatDate(localDate(new Date(instant), code));
  const { id, type, subject, status, created_at, updated_at, unread } = ticket;
  const kind = ticketKinds[type] ?? type;
  return (
    <li className={css.ticket}>
      {/* Only their owner is told what they are about, and may open them. */}
      {subject ? (
        <Link to={paths.ticket(id)} className={css.ticketLink}>
          {subject}
        </Link>
      ) : (
        <strong>{kind}</strong>
      )}
      <span className={css.ticketTags}>
        {unread && <Tag tone="late">{texts.unread}</Tag>}
        <Tag tone={status === 'closed' ? 'good' : 'off'}>{statusNames[status] ?? status}</Tag>
      </span>
      <span className={css.caption}>
        {texts.reference(id.slice(0, shownIdLength))}
        {subject && ` · ${kind}`}
        {` · ${texts.created(day(created_at))}`}
        {day(updated_at) !== day(created_at) && ` · ${texts.updated(day(updated_at))}`}
      </span>
    </li>
  );
}
