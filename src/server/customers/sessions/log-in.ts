import type { Tx } from '../../platform/database.ts';
import type { LoginDependencies } from './followers.ts';
import { openSession, type NewSession, type OpenedSession } from './service.ts';

/** A new session, with what follows from it. */
export async function logIn(tx: Tx, deps: LoginDependencies, who: NewSession): Promise<OpenedSession> {
  const session = await openSession(tx, deps, who);
  await deps.loggedIn(tx, who.customerId);
  return session;
}
