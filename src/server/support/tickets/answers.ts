import type { OutputOf } from '../../../contract/contract.ts';
import type { TicketRow } from './queries.ts';

type TicketAnswer = OutputOf<'POST /api/v3/balance'>['model']['tickets'][number];

/** The owner's tickets, as they are. */
export function ownTickets(rows: readonly TicketRow[]): TicketAnswer[] {
  return rows.map(({ kind, ...ticket }) => ({ ...ticket, type: kind }));
}

/**
 * What anybody sees of them (docs/decisions/0025-tickets-of-strangers.md): that there are some, whether they are
 * solved, and since when. What they are about, and a state in support's own words, stay with the owner.
 */
export function strangersTickets(rows: readonly TicketRow[]): TicketAnswer[] {
  return rows.map(({ status, created_at, updated_at }, index) => ({
    // The position: the true one is the owner's.
    id: String(rows.length - index),
    type: 'reclamo',
    subject: '',
    status: status === 'closed' ? 'closed' : 'open',
    created_at,
    updated_at,
    unread: false,
  }));
}
