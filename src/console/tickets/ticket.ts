import type { OutputOf } from '../../contract/contract.ts';

export type Ticket = OutputOf<'GET /api/staff/tickets/{id}'>['result'];

/** A part of the ticket's page that changes it. */
export interface TicketPartProps {
  readonly ticket: Ticket;
  /** @param message confirmation, in Spanish */
  readonly onDone: (ticket: Ticket, message: string) => void;
  /** Called after a concurrent change: reload the ticket. */
  readonly onStale: () => void;
}
