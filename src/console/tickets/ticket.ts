import type { OutputOf } from '../../contract/contract.ts';

export type Ticket = OutputOf<'GET /api/staff/tickets/{id}'>['result'];

/** A part of the ticket's page that changes it. */
export interface TicketPartProps {
  readonly ticket: Ticket;
  /** @param message what was done, in words */
  readonly onDone: (ticket: Ticket, message: string) => void;
  /** Somebody else changed it meanwhile: it has to be read anew. */
  readonly onStale: () => void;
}
