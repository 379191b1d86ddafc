import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StaffKey } from '../../contract/contract.ts';
import { allows, useMe } from '../session.ts';

/** Queue that a person decides row after row. */
export interface DecisionQueue<Row extends { readonly id: string }> {
  readonly path: '/identidad' | '/excepciones';
  readonly next: StaffKey;
  readonly read: (id: string) => Promise<Row>;
  /** Claims the oldest row that is neither claimed nor open here; null if there is none. */
  readonly takeNext: (held: string[], country: string | null) => Promise<Row | null>;
}

type AnyQueue = Pick<DecisionQueue<{ readonly id: string }>, 'path'>;

export const rowKey = ({ path }: AnyQueue, id: string) => [path, 'row', id] as const;

/** Address of a row as one of the queue; a country narrows the queue. */
export const workPath = ({ path }: AnyQueue, id: string, country: string | null) =>
  `${path}/${id}?cola=1${country ? `&pais=${country}` : ''}`;

/** The row of the page. One that the queue gave is there already. */
export function useQueueRow<Row extends { readonly id: string }>(queue: DecisionQueue<Row>, id: string) {
  return useQuery({
    queryKey: rowKey(queue, id),
    queryFn: () => queue.read(id),
    // Opening is recorded: loaded once, and again only on request.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

/**
 * Takes the row that comes after this one while this one is looked at.
 * @param id '' until the row of the page is loaded
 * @returns undefined until it is known, null when none waits
 */
export function useNextRow<Row extends { readonly id: string }>(
  queue: DecisionQueue<Row>,
  id: string,
  isQueue: boolean,
  country: string | null,
): Row | null | undefined {
  const queries = useQueryClient();
  const me = useMe();
  const { data: found } = useQuery({
    queryKey: [queue.path, 'next', id],
    queryFn: () => queue.takeNext([id], country),
    enabled: isQueue && id !== '' && allows(me, queue.next),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  useEffect(() => {
    if (found) queries.setQueryData(rowKey(queue, found.id), found);
  }, [found, queue, queries]);
  return found;
}

/** Address after a decision: the next row, which may have to be taken first, or the list. */
export async function pathAfter<Row extends { readonly id: string }>(
  queue: DecisionQueue<Row>,
  next: Row | null | undefined,
  country: string | null,
): Promise<string> {
  const after = next === undefined ? await queue.takeNext([], country).catch(() => null) : next;
  return after ? workPath(queue, after.id, country) : queue.path;
}
