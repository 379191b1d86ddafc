import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rowKey } from '../ui/decision-queue.ts';
import { reviewQueue } from './queue.ts';
import type { Review } from '../../words/identity.ts';

/** A decision: afterwards the lists are another, and so is the review. */
export function useDecision(
  { id }: Pick<Review, 'id'>,
  decide: () => Promise<{ readonly messages: readonly string[] }>,
  onDone: (message: string) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess: ({ messages }) => {
      queries.removeQueries({ queryKey: rowKey(reviewQueue, id) });
      void queries.invalidateQueries({ queryKey: ['identity-list'] });
      onDone(messages[0] ?? '');
    },
  });
}
