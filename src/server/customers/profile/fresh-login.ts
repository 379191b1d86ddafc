import type { Dependencies } from '../../dependencies.ts';
import type { Failure } from '../../platform/http/result.ts';
import type { Identity } from '../../platform/http/route.ts';
import { requireFresh } from '../sessions/service.ts';
import { hasLoanHistory } from './queries.ts';

/**
 * Refuses a stale login that would change where money or codes go (docs/security.md#fresh-login). Only for
 * customers who have had a loan: before the first one there is nothing that a borrowed session could divert.
 */
export async function refuseStaleLogin(
  { db, clock, config }: Pick<Dependencies, 'db' | 'clock' | 'config'>,
  identity: Identity,
): Promise<Failure | undefined> {
  const stale = requireFresh(identity, clock, config);
  return stale && (await hasLoanHistory(db, identity.customerId)) ? stale : undefined;
}
