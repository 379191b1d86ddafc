import type { OutputOf } from '../../../contract/contract.ts';
import type { TicketRow } from './queries.ts';

type TicketAnswer = OutputOf<'POST /api/v3/balance'>['model']['tickets'][number];

/** The owner's tickets, as they are. */
export function ownTickets(rows: readonly TicketRow[]): TicketAnswer[] {
  return rows.map(({ kind, ...ticket }) => ({ ...ticket, ...instantsOf(ticket), type: kind }));
}

/**
 * Public part of tickets (docs/product/borrowers-area.md#tickets): their number, whether they are solved, and
 * since when. The subject, and a state in support's own words, are for the owner only.
 */
export function strangersTickets(rows: readonly TicketRow[]): TicketAnswer[] {
  return rows.map((row, index) => ({
    // The position: the true one is the owner's.
    id: String(rows.length - index),
    type: 'reclamo',
    subject: '',
    status: row.status === 'closed' ? 'closed' : 'open',
    ...instantsOf(row),
    unread: false,
  }));
}

/** As every answer writes instants; the database's JSON has another form. */
function instantsOf({ created_at, updated_at }: Pick<TicketRow, 'created_at' | 'updated_at'>) {
  return {
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(updated_at).toISOString(),
  };
}
