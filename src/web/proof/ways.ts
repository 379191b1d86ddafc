import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { call } from '../api.ts';

/** Customer's re-authentication methods; loaded each time, since a password or passkey may be new. */
export const waysQuery = queryOptions({
  queryKey: ['proof'],
  queryFn: async ({ signal }) => (await call('GET /api/v3/proof', { signal })).result,
  staleTime: 0,
  meta: { quiet: true },
});

export type Ways = OutputOf<'GET /api/v3/proof'>['result'];
export type Channel = 'sms' | 'email';

/** A code that was sent: what goes back with it. */
export interface SentCode {
  readonly channel: Channel;
  readonly state: string;
}
