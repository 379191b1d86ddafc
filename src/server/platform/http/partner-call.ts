import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database.ts';
import { overLimit } from '../limits/limits.ts';
import { noteCaller } from './request-line.ts';
import { fail, failTooMany, ok, type Result } from './result.ts';
import type { PartnerIdentity } from './route.ts';

export interface Keys {
  authenticate(key: string, country: CountryCode): Promise<PartnerIdentity | undefined>;
}

const hourSeconds = 3_600;

/**
 * Holder of the API key, if its scopes allow the call and its calls of the hour are not used up; undefined for
 * calls that take no key.
 */
export async function admitPartner(
  { access, scope }: Endpoint,
  request: FastifyRequest,
  token: string | undefined,
  country: CountryCode,
  { keys, db, clock }: { readonly keys: Keys; readonly db: Database; readonly clock: Clock },
): Promise<Result<PartnerIdentity | undefined>> {
  if (access !== 'partner') return ok(undefined);
  const partner = token === undefined ? undefined : await keys.authenticate(token, country);
  if (!partner) return fail('api_key');
  noteCaller(request, `partner:${partner.partnerId}`);
  // Counted before the scope is checked, so that a key cannot try calls without end.
  const limit = { key: `api-key:${partner.keyId}`, max: partner.hourlyLimit, windowSeconds: hourSeconds };
  const wait = await overLimit(db, limit, clock.now());
  if (wait !== undefined) return failTooMany(wait);
  const isAllowed = scope === 'any' || (scope !== undefined && partner.scopes.includes(scope));
  return isAllowed ? ok(partner) : fail('api_scope');
}
