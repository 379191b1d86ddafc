import { useMutation } from '@tanstack/react-query';
import { staleBy } from '../ui/stale-by.ts';
import type { Ticket, TicketPartProps } from './ticket.ts';

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
