import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { stops } from '../holds/service.ts';
import type { LoginDependencies } from './followers.ts';
import { openSession, type NewSession, type OpenedSession } from './service.ts';

/**
 * Opens a session, with the effects of a login. Refused for a customer with a login hold, even with a valid
 * proof.
 */
export async function logIn(
  tx: Tx,
  deps: LoginDependencies,
  who: NewSession,
): Promise<Result<OpenedSession>> {
  if (await stops(tx, 'login', who.customerId)) return fail('account_held');
  const session = await openSession(tx, deps, who);
  await deps.loggedIn(tx, who.customerId);
  return ok(session);
}
