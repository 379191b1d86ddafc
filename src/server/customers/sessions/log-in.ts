import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Tx } from '../../platform/database.ts';
import type { LoginDependencies } from './followers.ts';
import { openSession, type LoginMethod, type OpenedSession } from './service.ts';

/** A new session, with what follows from it. */
export async function logIn(
  tx: Tx,
  deps: LoginDependencies,
  who: { readonly customerId: number; readonly country: CountryCode; readonly method: LoginMethod },
): Promise<OpenedSession> {
  const session = await openSession(tx, deps, who);
  await deps.loggedIn(tx, who.customerId);
  return session;
}
