import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

export { personalData } from './personal-data.ts';

export { ticketsByAge, ticketTimes } from './console-list.ts';
export { ownTickets, strangersTickets } from './answers.ts';
export { ticketsOf, type TicketRow } from './queries.ts';
export { lockTicket } from './change.ts';
export { ticketJobs, type FileDependencies } from './files.ts';
export { ownTicketRoutes } from './own.ts';
export { replyTo } from './reply.ts';

/** Subject of a ticket; the account status shows it as the ticket's type. */
type TicketKind =
  | 'reclamo'
  | 'suggestion'
  | 'cancelación'
  | 'withdrawal'
  | 'membership-end'
  | 'data-erasure'
  | 'payment-help'
  | 'debt-dispute';

/** Ticket with its requester. Absent values are stored as ''. */
interface NewTicket {
  readonly country: CountryCode;
  /** Null for a visitor without a login. */
  readonly customerId: number | null;
  readonly kind: TicketKind;
  readonly subject: string;
  readonly content?: string;
  readonly name?: string;
  readonly email?: string;
  readonly documentNumber?: string;
  /** Written about the customer by someone not logged in as them; only the staff reads it. */
  readonly isStrangers?: boolean;
  /** Defaults to 'open'. Support may use other states; only 'closed' means solved. */
  readonly status?: string;
}

/** Kinds that expect an answer. */
const ASKS: readonly TicketKind[] = ['reclamo', 'suggestion', 'cancelación', 'payment-help', 'debt-dispute'];

/** Opens a ticket in the caller's transaction. */
export function openTicket(
  db: Queryable,
  { clock, random }: Pick<Dependencies, 'clock' | 'random'>,
  ticket: NewTicket,
): Promise<{ readonly id: number; readonly publicId: string }> {
  const at = clock.now();
  const isClosed = ticket.status === 'closed';
  return db
    .insertInto('ticket')
    .values({
      public_id: random.token(),
      country: ticket.country,
      customer_id: ticket.customerId,
      kind: ticket.kind,
      subject: ticket.subject,
      content: ticket.content ?? '',
      name: ticket.name ?? '',
      email: ticket.email ?? '',
      document_number: ticket.documentNumber ?? '',
      is_strangers: ticket.isStrangers ?? false,
      status: ticket.status ?? 'open',
      // Other requests are decided, not answered.
      awaits_answer: !isClosed && ASKS.includes(ticket.kind),
      closed_at: isClosed ? at : null,
      created_at: at,
      updated_at: at,
    })
    .returning(['id', 'public_id as publicId'])
    .executeTakeFirstOrThrow();
}

export async function moveTicket(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  id: number,
  status: 'open' | 'closed',
): Promise<void> {
  const at = clock.now();
  await tx
    .updateTable('ticket')
    .set({
      status,
      updated_at: at,
      closed_at: status === 'closed' ? at : null,
      version: sql`version + 1`,
      changed_by: 'El sistema',
      last_change: 'decided',
    })
    .where('id', '=', id)
    .execute();
}
