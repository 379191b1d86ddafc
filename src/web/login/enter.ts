import { paths } from '../../contract/paths.ts';
import { track } from '../analytics.ts';
import { call, revoke } from '../api.ts';
import type { Profile } from '../profile.ts';
import { takeDrafts } from '../forms/left-drafts.ts';
import { forgetReturn } from '../routes/return-to.ts';
import { type Session, session as sessions } from '../session.ts';
import { addressOf, withQuery } from './addresses.ts';
import { useCallback } from 'react';
import { useGo } from '../shell/use-go.ts';

/** Profile of a session that is not the device's yet. */
export async function profileOf({ token }: Session): Promise<Profile> {
  return (await call('GET /api/v3/account-new', { token })).result;
}

/**
 * Makes a session the device's own, which ends the one before it, and its profile the one that the private pages show
 * (docs/product/signup-and-login.md#life).
 */
export async function enter(session: Session, profile: Profile | null): Promise<void> {
  const [{ queryClient }, { profileQuery }] = await Promise.all([
    import('../query-client.ts'),
    import('../profile.ts'),
  ]);
  // Clears choices and data of another person on this device.
  const before = sessions.token();
  if (before !== null) sessions.logout();
  sessions.login(session);
  if (before !== session.token) revoke(before);
  forgetReturn();
  takeDrafts(Date.now(), profile?.hash);
  track('login_done');
  if (!profile) return;
  queryClient.setQueryData(profileQuery.queryKey, profile);
  track('identify', { document_number: profile.account_information.document_number });
}

/**
 * Target after a password login (docs/product/signup-and-login.md#after-a-password-login): `redirectTo`; else, for
 * customers with a finished loan, the renewal site; else /bienvenido. A path of this site or an address of another.
 */
export async function afterPasswordLogin(
  session: Session,
  profile: Profile | null,
  redirectTo: string | null,
): Promise<string> {
  if (redirectTo) return redirectTo;
  if (!profile || profile.loans === 0 || !(await hasFinishedLoan(session))) return paths.welcome();
  const renewal = addressOf(await renewalSetting(), location.origin) ?? paths.offer();
  if (renewal.startsWith('/')) return renewal;
  // The renewal site takes over the session.
  return withQuery(renewal, { token: session.token, expired: session.expired }, location.origin);
}

async function hasFinishedLoan({ token }: Session): Promise<boolean> {
  try {
    const { result } = await call('GET /api/loan', { token });
    return result.some((loan) => loan.state_slug === 'finished');
  } catch {
    // The login has succeeded; a list that does not arrive must not undo it.
    return false;
  }
}

/** Asked now, because the settings take effect at run time. */
async function renewalSetting(): Promise<string | undefined> {
  try {
    return (await call('GET /api/v3/enviroments')).model['renewal-url'];
  } catch {
    return undefined;
  }
}

/** Enters with a new session and goes to a path of this site or the address of another; no step leads back. */
export function useEnter() {
  const go = useGo();
  return useCallback(
    async (session: Session, profile: Profile | null, destination: string) => {
      await enter(session, profile);
      if (destination.startsWith('/')) go.replace(destination);
      else location.replace(destination);
    },
    [go],
  );
}
