import { useEffect } from 'react';
import type { Review } from '../../words/identity.ts';
import { call } from '../api.ts';
import { useNextRow, type DecisionQueue } from '../ui/decision-queue.ts';
import { keepOnly, prefetch } from './photo-store.ts';

export const reviewQueue: DecisionQueue<Review> = {
  path: '/identidad',
  next: 'POST /api/staff/identity/next',
  read: async (id) => (await call('GET /api/staff/identity/{id}', { params: { id } })).result,
  async takeNext(held, country) {
    const body = { held, ...(country ? { country: country as Review['country'] } : {}) };
    return (await call('POST /api/staff/identity/next', { body })).result;
  },
};

/** Takes the next review, with its photos. */
export function useNextReview(review: Review | undefined, isQueue: boolean, country: string | null) {
  const found = useNextRow(reviewQueue, review?.id ?? '', isQueue, country);
  useEffect(() => {
    if (found) prefetch(found);
    keepOnly([review, found]);
  }, [found, review]);
  // Leaving the page discards its pictures.
  useEffect(() => () => keepOnly([]), []);
  return found;
}
