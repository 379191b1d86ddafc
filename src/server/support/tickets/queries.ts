import { sql, type RawBuilder } from 'kysely';

export interface TicketRow {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly unread: boolean;
}

/**
 * SQL: the newest tickets of a customer as one JSON value, newest first, without those by strangers; a column
 * for larger statements.
 */
export function ticketsOf(customerId: RawBuilder<unknown>): RawBuilder<readonly TicketRow[]> {
  return sql<readonly TicketRow[]>`coalesce((select json_agg(t order by t.created_at desc) from (
    select public_id as id, kind, subject, status, created_at, updated_at, is_unread as unread
    from ticket where customer_id = ${customerId} and not is_strangers order by ticket.id desc limit 50) t), '[]'::json)`;
}

/** Visible part of an id: the customer reads it as N.º and the staff searches for it. */
export const numberOf = (publicId: string): string => publicId.slice(0, 8);
