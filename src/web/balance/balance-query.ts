import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { call } from '../api.ts';
import { track } from '../analytics.ts';
import { attribution } from '../attribution.ts';

/** What an account-status query shows (B §3 'Checking account'). */
export type Account = OutputOf<'POST /api/v3/balance'>['model'];
export type Instalment = Account['installments'][number];
export type Ticket = Account['tickets'][number];

/** The account of a document; `owner` parts what a logged-in customer sees from what anybody does. */
export const balanceQuery = (documentNumber: string, isLoggedIn: boolean) =>
  queryOptions({
    queryKey: ['balance', documentNumber, isLoggedIn],
    queryFn: async ({ signal }) => {
      try {
        const body = { document_type: 1 as const, document_number: documentNumber, ...attribution() };
        return (await call('POST /api/v3/balance', { body, signal })).model;
      } catch (error) {
        track('balance_failed');
        throw error;
      }
    },
    staleTime: 0,
    // Who went to pay in another tab comes back to what has become of it.
    refetchOnWindowFocus: true,
    meta: { quiet: true },
  });
