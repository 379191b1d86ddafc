import { call } from './api.ts';

/** Ends on the server a session that the device has forgotten; one that does not reach it ends by itself. */
export function revoke(token: string | null): void {
  if (token !== null) call('POST /api/auth/logout', { token, quiet: true }).catch(() => undefined);
}
