import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { keepOnly, prefetch } from './photo-store.ts';
import type { Review } from '../../words/identity.ts';

export const reviewKey = (id: string) => ['identity', id] as const;

/** Address of the review mode, one after the other; a country narrows the queue. */
export const workPath = (id: string, country: string | null) =>
  `/identidad/${id}?cola=1${country ? `&pais=${country}` : ''}`;

/** The review of the page. One that the queue gave is there already. */
export function useReview(id: string) {
  return useQuery({
    queryKey: reviewKey(id),
    queryFn: async () => (await call('GET /api/staff/identity/{id}', { params: { id } })).result,
    // Opening is recorded: loaded once, and again only on request.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

/** Claims the oldest review that is neither claimed nor open here; null if there is none. */
export async function takeNext(held: string[], country: string | null): Promise<Review | null> {
  const body = { held, ...(country ? { country: country as Review['country'] } : {}) };
  return (await call('POST /api/staff/identity/next', { body })).result;
}

/**
 * Takes the review that comes after this one, with its photos, while this one is looked at.
 * @returns undefined until it is known, null when none waits
 */
export function useNextReview(review: Review | undefined, isQueue: boolean, country: string | null) {
  const queries = useQueryClient();
  const me = useMe();
  const id = review?.id ?? '';
  const next = useQuery({
    queryKey: ['identity-next', id],
    queryFn: () => takeNext([id], country),
    enabled: isQueue && review !== undefined && allows(me, 'POST /api/staff/identity/next'),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const found = next.data;
  useEffect(() => {
    if (found) {
      queries.setQueryData(reviewKey(found.id), found);
      prefetch(found);
    }
    keepOnly([review, found]);
  }, [found, review, queries]);
  // Leaving the page discards its pictures.
  useEffect(() => () => keepOnly([]), []);
  return found;
}
