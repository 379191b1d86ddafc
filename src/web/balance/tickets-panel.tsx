import { localDate } from '../../countries/local-time.ts';
import { formatDate } from '../../domain/calendar-date.ts';
import { useCountry } from '../country.tsx';
import { openHelp } from '../shell/help-store.ts';
import { Button } from '../ui/button.tsx';
import { Tag } from '../ui/tag.tsx';
import type { Ticket } from './balance-query.ts';
import css from './balance.module.css';
import { ticketTexts as texts } from './ticket-texts.ts';

const statusNames: Readonly<Record<string, string>> = { open: texts.open, closed: texts.closed };

/** The support tickets with their state: Abierto, Resuelto, or as it is written (B §4 'Tickets'). */
export function TicketsPanel({ tickets }: { tickets: readonly Ticket[] }) {
  const { code } = useCountry();
  const day = (instant: string) => formatDate(localDate(new Date(instant), code));
  if (tickets.length === 0) {
    return (
      <>
        <p>{texts.empty}</p>
        <p className={css.caption}>{texts.emptyNext}</p>
        <Button wide kind="ghost" onClick={openHelp}>
          {texts.help}
        </Button>
      </>
    );
  }
  return (
    <ul className={css.tickets} aria-label={texts.list}>
      {tickets.map((ticket) => (
        <li key={ticket.id} className={css.ticket}>
          <strong>{ticket.subject || ticket.type || texts.untitled}</strong>
          <Tag tone={ticket.status === 'closed' ? 'good' : 'off'}>
            {statusNames[ticket.status] ?? ticket.status}
          </Tag>
          <span className={css.caption}>
            {texts.created(day(ticket.created_at))}
            {day(ticket.updated_at) !== day(ticket.created_at) &&
              ` · ${texts.updated(day(ticket.updated_at))}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
