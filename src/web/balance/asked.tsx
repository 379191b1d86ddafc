import { paths } from '../../contract/paths.ts';
import { PLAN_SUBJECTS } from '../../countries/plan-subjects.ts';
import { localDate } from '../../countries/local-time.ts';
import { formatDate } from '../../domain/calendar-date.ts';
import { dated } from '../../ui/dated.tsx';
import { Notice } from '../../ui/tag.tsx';
import { useCountry } from '../country.tsx';
import { Link } from '../shell/link.tsx';
import type { Account } from './balance-query.ts';
import { balanceTexts as texts } from './texts.ts';

type Ticket = Account['tickets'][number];

/** Open request of the owner; strangers see no subjects. */
const openRequest = ({ tickets }: Account, isMeant: (ticket: Ticket) => boolean): Ticket | undefined =>
  tickets.find((ticket) => ticket.status !== 'closed' && ticket.subject !== '' && isMeant(ticket));

export const cancellationAsked = (account: Account) =>
  openRequest(account, ({ type }) => type === 'cancelación');

export const planAsked = (account: Account) =>
  openRequest(account, ({ subject }) => Object.values<string>(PLAN_SUBJECTS).includes(subject));

/** Request that is being looked at, in place of the way to make it. */
export function Asked({ ticket, words }: { ticket: Ticket; words: (day: string) => string }) {
  const { code } = useCountry();
  const day = formatDate(localDate(new Date(ticket.created_at), code));
  return (
    <Notice>
      {dated(words(day))} <Link to={paths.ticket(ticket.id)}>{texts.seeTicket}</Link>
    </Notice>
  );
}
