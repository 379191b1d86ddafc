import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { call } from '../api.ts';
import { attribution } from '../attribution.ts';

export type Referral = OutputOf<'GET /api/v3/profile/private/{legal_number}'>['result'];

/**
 * The referral profile of the customer's own legal number; of another there is none
 * (docs/product/borrowers-area.md#landing).
 */
export const referralQuery = (legalNumber: string) =>
  queryOptions({
    queryKey: ['referral', legalNumber],
    queryFn: async ({ signal }) =>
      (
        await call('GET /api/v3/profile/private/{legal_number}', {
          params: { legal_number: legalNumber },
          query: attribution(),
          signal,
        })
      ).result,
    meta: { quiet: true },
  });
