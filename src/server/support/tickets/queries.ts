import { sql, type RawBuilder } from 'kysely';

/** A ticket as an account status reads it. */
export interface TicketRow {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly unread: boolean;
}

/** The newest tickets of a customer, without what strangers wrote about them, as one JSON value, newest first, for a statement that reads more than these. */
export function ticketsOf(customerId: RawBuilder<unknown>): RawBuilder<readonly TicketRow[]> {
  return sql<readonly TicketRow[]>`coalesce((select json_agg(t order by t.created_at desc) from (
    select public_id as id, kind, subject, status, created_at, updated_at, is_unread as unread
    from ticket where customer_id = ${customerId} and not is_strangers order by ticket.id desc limit 50) t), '[]'::json)`;
}
