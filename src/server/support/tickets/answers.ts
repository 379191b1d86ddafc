import type { OutputOf } from '../../../contract/contract.ts';
import type { TicketRow } from './queries.ts';

type TicketAnswer = OutputOf<'POST /api/v3/balance'>['model']['tickets'][number];

export function ownTickets(rows: readonly TicketRow[]): TicketAnswer[] {
  return rows.map(({ kind, ...ticket }) => ({ ...ticket, ...instantsOf(ticket), type: kind }));
}

/**
 * Public part of tickets (docs/product/borrowers-area.md#tickets): number, whether they are solved, and
 * dates. Only the owner sees the subject and support's own states.
 */
export function strangersTickets(rows: readonly TicketRow[]): TicketAnswer[] {
  return rows.map((row, index) => ({
    // Position in the list, because the real id is for the owner only.
    id: String(rows.length - index),
    type: 'reclamo',
    subject: '',
    status: row.status === 'closed' ? 'closed' : 'open',
    ...instantsOf(row),
    unread: false,
  }));
}

/** Instants in the format of all responses; JSON from the database uses another. */
function instantsOf({ created_at, updated_at }: Pick<TicketRow, 'created_at' | 'updated_at'>) {
  return {
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(updated_at).toISOString(),
  };
}
