import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { call } from '../api.ts';

/** Today's quote for closing the loan, and the amounts that may be prepaid. */
export type Settlement = OutputOf<'GET /api/v3/loan/{id}/settlement'>['result'];
/** Both ways to pay an amount ahead. */
export type Prepayment = OutputOf<'GET /api/v3/loan/{id}/prepayment'>['result'];
export type RemainingPlan = Prepayment['smaller'];
/** Remaining plan after a prepayment. */
export type Way = 'fewer' | 'smaller';

/** Today's prices: refetched on every visit. The screen shows their failure itself. */
export const settlementQuery = (id: string) =>
  queryOptions({
    queryKey: ['settlement', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/loan/{id}/settlement', { params: { id }, signal })).result,
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { quiet: true },
  });

/** The former answer stays in view while another amount is worked out. */
export const prepaymentQuery = (id: string, amount: number) =>
  queryOptions({
    queryKey: ['prepayment', id, amount],
    queryFn: async ({ signal }) =>
      (
        await call('GET /api/v3/loan/{id}/prepayment', {
          params: { id },
          query: { amount: String(amount) },
          signal,
        })
      ).result,
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
