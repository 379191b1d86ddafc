import type { OutputOf } from '../../contract/contract.ts';
import { useMutation } from '@tanstack/react-query';
import { staleBy } from '../ui/outcome.ts';

export type Ticket = OutputOf<'GET /api/staff/tickets/{id}'>['result'];

/** A part of the ticket's page that changes it. */
export interface TicketPartProps {
  readonly ticket: Ticket;
  /** @param message confirmation, in Spanish */
  readonly onDone: (ticket: Ticket, message: string) => void;
  /** Called after a concurrent change: reload the ticket. */
  readonly onStale: () => void;
}

/** Writes to a ticket. After a concurrent change it shows the newer state. */
export function useTicketWrite<Input>(
  { onDone, onStale }: Pick<TicketPartProps, 'onDone' | 'onStale'>,
  write: (input: Input) => Promise<{ result: Ticket }>,
  message: (ticket: Ticket, input: Input) => string,
) {
  return useMutation({
    mutationFn: write,
    onSuccess: ({ result }, input) => onDone(result, message(result, input)),
    onError: staleBy(onStale),
  });
}
