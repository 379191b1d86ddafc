import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { call } from '../api.ts';

/** A ticket of the customer's with everything that was said. */
export type Conversation = OutputOf<'GET /api/v3/tickets/{id}'>['result'];

/** An answer is seen without a reload by who waits for it. */
const refreshMs = 30_000;

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: ['ticket', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/tickets/{id}', { params: { id }, signal })).result,
    staleTime: 0,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
    meta: { quiet: true },
  });
