import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { call } from '../api.ts';
import { unlessBrought } from '../first-answer.ts';

/** A payment that was asked for (docs/product/payments.md#coupon). */
export type Coupon = OutputOf<'GET /api/v3/coupon/{hash}'>['result'];

/** The gateway usually answers within a minute: asked about often for that long, and not for ever. */
const lookAgainMs = 3_000;
const maxLooks = 40;

/** Payment with this hash; its owner sees more. Polled while another party decides it. */
export const couponQuery = (hash: string, isLoggedIn: boolean) =>
  queryOptions({
    queryKey: ['coupon', hash, isLoggedIn],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/coupon/{hash}', { params: { hash }, signal })).result,
    staleTime: unlessBrought,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.state === 'charging' && state.dataUpdateCount < maxLooks ? lookAgainMs : false,
    meta: { quiet: true },
  });

/** The same after refreshing it at the provider: only the server's state counts. */
export const walletQuery = (hash: string, isLoggedIn: boolean) =>
  queryOptions({
    queryKey: ['wallet-payment', hash, isLoggedIn],
    queryFn: async ({ signal }) => {
      try {
        await call('POST /api/v3/online_payment/uCoupon', { body: { hash }, signal });
      } catch {
        // If the provider is unreachable, the server's last state is shown.
      }
      return (await call('GET /api/v3/coupon/{hash}', { params: { hash }, signal })).result;
    },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && ['open', 'charging'].includes(state.data.state) && state.dataUpdateCount < maxLooks
        ? lookAgainMs
        : false,
    meta: { quiet: true },
  });
