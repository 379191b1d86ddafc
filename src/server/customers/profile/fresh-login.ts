import type { Dependencies } from '../../dependencies.ts';
import type { Failure } from '../../platform/http/result.ts';
import type { Identity } from '../../platform/http/route.ts';
import { requireProof } from '../sessions/service.ts';
import { hasLoanHistory, hasProvedPhone } from './queries.ts';

/**
 * Refuses to change the destination of money without re-authentication (docs/security.md#fresh-login).
 * Applies only to customers who have had a loan: before the first one a hijacked session has nothing to
 * divert.
 */
export async function refuseUnprovenAccount(
  deps: Pick<Dependencies, 'db' | 'clock' | 'config'>,
  identity: Identity,
): Promise<Failure | undefined> {
  const unproven = requireProof(identity, deps);
  return unproven && (await hasLoanHistory(deps.db, identity.customerId)) ? unproven : undefined;
}

/**
 * Refuses to change the phone without re-authentication, because it receives login links; this includes a
 * number verified already. In a first application the code alone verifies the number.
 */
export async function refuseUnprovenPhone(
  deps: Pick<Dependencies, 'db' | 'clock' | 'config'>,
  identity: Identity,
): Promise<Failure | undefined> {
  const unproven = await refuseUnprovenAccount(deps, identity);
  if (unproven) return unproven;
  const stale = requireProof(identity, deps);
  return stale && (await hasProvedPhone(deps.db, identity.customerId)) ? stale : undefined;
}
