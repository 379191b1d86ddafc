import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

export { personalData } from './personal-data.ts';

export { ownTickets, strangersTickets } from './answers.ts';
export { ticketsOf, type TicketRow } from './queries.ts';

/** What a ticket is about; the account status shows it as the ticket's type. */
export type TicketKind =
  | 'reclamo'
  | 'suggestion'
  | 'cancelación'
  | 'withdrawal'
  | 'membership-end'
  | 'data-erasure';

/** What a person reads of a ticket, and who asked. What is absent is stored as ''. */
export interface NewTicket {
  readonly country: CountryCode;
  /** Null for somebody who was not logged in. */
  readonly customerId: number | null;
  readonly kind: TicketKind;
  readonly subject: string;
  readonly content?: string;
  readonly name?: string;
  readonly email?: string;
  readonly documentNumber?: string;
  /** 'open' if absent; support may have words of its own, of which 'closed' alone is solved. */
  readonly status?: string;
}

/** Opens a ticket, in the transaction of what it is about. */
export function openTicket(
  db: Queryable,
  { clock, random }: Pick<Dependencies, 'clock' | 'random'>,
  ticket: NewTicket,
): Promise<{ readonly id: number; readonly publicId: string }> {
  const at = clock.now();
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
      status: ticket.status ?? 'open',
      created_at: at,
      updated_at: at,
    })
    .returning(['id', 'public_id as publicId'])
    .executeTakeFirstOrThrow();
}

/** Opens a ticket again or closes it. */
export async function moveTicket(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  id: number,
  status: 'open' | 'closed',
): Promise<void> {
  await tx.updateTable('ticket').set({ status, updated_at: clock.now() }).where('id', '=', id).execute();
}
