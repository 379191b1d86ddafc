import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ExceptionCard } from '../../words/exceptions.ts';
import { call } from '../api.ts';
import { allows, useMe } from '../session.ts';

export const exceptionKey = (id: string) => ['exception', id] as const;

/** Address of the queue, one application after the other; a country narrows it. */
export const workPath = (id: string, country: string | null) =>
  `/excepciones/${id}?cola=1${country ? `&pais=${country}` : ''}`;

/** The application of the page. One that the queue gave is there already. */
export function useException(id: string) {
  return useQuery({
    queryKey: exceptionKey(id),
    queryFn: async () => (await call('GET /api/staff/exceptions/{id}', { params: { id } })).result,
    // Opening is recorded: loaded once, and again only on request.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

/** Claims the oldest application that is neither claimed nor open here; null if there is none. */
export async function takeNext(held: string[], country: string | null): Promise<ExceptionCard | null> {
  const body = { held, ...(country ? { country: country as ExceptionCard['country'] } : {}) };
  return (await call('POST /api/staff/exceptions/next', { body })).result;
}

/**
 * Takes the application that comes after this one while this one is looked at.
 * @returns undefined until it is known, null when none waits
 */
export function useNextException(id: string, isQueue: boolean, country: string | null) {
  const queries = useQueryClient();
  const me = useMe();
  const next = useQuery({
    queryKey: ['exception-next', id],
    queryFn: () => takeNext([id], country),
    enabled: isQueue && allows(me, 'POST /api/staff/exceptions/next'),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const found = next.data;
  useEffect(() => {
    if (found) queries.setQueryData(exceptionKey(found.id), found);
  }, [found, queries]);
  return found;
}
