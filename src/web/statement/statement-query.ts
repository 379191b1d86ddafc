import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { call } from '../api.ts';

/** All movements of a loan, and its standing. */
export type Statement = OutputOf<'GET /api/v3/statement/{id}'>['result'];

/** The addresses of the files end after five minutes: fresh ones come before, while the page is looked at. */
const refreshMs = 4 * 60_000;

export const statementQuery = (id: string) =>
  queryOptions({
    queryKey: ['statement', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/statement/{id}', { params: { id }, signal })).result,
    refetchInterval: refreshMs,
    meta: { quiet: true },
  });
