import type { Dependencies } from '../../dependencies.ts';
import type { Failure } from '../../platform/http/result.ts';
import type { Identity } from '../../platform/http/route.ts';
import { requireProof } from '../sessions/service.ts';
import { hasLoanHistory, hasProvedPhone } from './queries.ts';

/**
 * Refuses to change where money goes without a new proof (docs/security.md#fresh-login). Only for customers who have
 * had a loan: before the first one there is nothing that a borrowed session could divert.
 */
export async function refuseUnprovenAccount(
  deps: Pick<Dependencies, 'db' | 'clock' | 'config'>,
  identity: Identity,
): Promise<Failure | undefined> {
  const unproven = requireProof(identity, deps);
  return unproven && (await hasLoanHistory(deps.db, identity.customerId)) ? unproven : undefined;
}

/**
 * Same for the phone, which receives login links: also for a number proved already. In a first application the code
 * alone proves the number.
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
