import { queryOptions } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '../../contract/contract.ts';
import { call } from '../api.ts';

export type LoanChanges = OutputOf<'GET /api/v3/loan/{id}/changes'>['result'];
export type PlanFigures = NonNullable<LoanChanges['plan']>['figures'];
export type SettlementOffer = LoanChanges['settlement_offers'][number];
/** Change that a code accepts, with the figures shown. */
export type AcceptedChange = InputOf<'POST /api/v3/loan/{id}/changes/accept', 'body'>['change'];

/** Changes and offers of a loan: figures of the day, so every visit loads them. */
export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: ['changes', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/loan/{id}/changes', { params: { id }, signal })).result,
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { quiet: true },
  });

/** Figures of moving all due dates to a day of the month. */
export const dueDayQuery = (id: string, day: number) =>
  queryOptions({
    queryKey: ['changes', id, 'due-day', day],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/loan/{id}/due-day', { params: { id }, query: { day: String(day) }, signal }))
        .result,
    staleTime: 0,
    meta: { quiet: true },
  });
