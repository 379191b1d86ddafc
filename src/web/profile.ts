import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { OutputOf } from '../contract/contract.ts';
import { call } from './api.ts';
import { queryClient } from './query-client.ts';
import { session } from './session.ts';

/** The customer's profile (docs/product/signup-and-login.md#profile). */
export type Profile = OutputOf<'GET /api/v3/account-new'>['result'];

/**
 * Profile, loaded once after authentication (docs/product/signup-and-login.md#profile) and refreshed on change. Ignores
 * the query's signal: an unmounting part of the page must not cancel a load that the next page's guard awaits, which
 * would end the session.
 */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => {
    // The page that a logout takes away is drawn once more without its profile: it asks for nothing.
    if (session.get() === null) await untilLogin();
    return (await call('GET /api/v3/account-new')).result;
  },
  staleTime: Infinity,
  meta: { quiet: true },
});

/** Never resolves: a login loads it again. */
function untilLogin(): Promise<never> {
  const stop = session.subscribe(() => {
    if (session.get() === null) return;
    stop();
    queryClient.removeQueries({ queryKey: profileQuery.queryKey });
  });
  return new Promise<never>(() => undefined);
}

/** The profile where it may be missing: `data` is undefined for an anonymous visitor while `enabled` is false. */
export function useProfileQuery(enabled: boolean) {
  return useQuery({ ...profileQuery, enabled }, queryClient);
}

/** Profile on a private page, loaded by its guard. */
export function useProfile(): Profile {
  return useSuspenseQuery(profileQuery).data;
}
