import { noteCaller } from './request-line.ts';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { mayMake } from '../../../contract/staff/permissions.ts';
import type { CountryCode } from '../../../countries/countries.ts';
import { fail, ok, type Result } from './result.ts';
import type { Route, StaffIdentity } from './route.ts';
import { staffTokenOf } from './staff-cookie.ts';

interface Sessions {
  authenticate(token: string): Promise<StaffIdentity | undefined>;
}

/** Calling staff member, if their roles allow the call (docs/security.md#the-console). */
export async function admitStaff(
  definition: Endpoint,
  request: FastifyRequest,
  sessions: Sessions | undefined,
): Promise<Result<StaffIdentity>> {
  const token = staffTokenOf(request);
  const staff = token === undefined ? undefined : await sessions?.authenticate(token);
  if (!staff) return fail('unauthenticated');
  noteCaller(request, `staff:${staff.staffId}`);
  if (!mayMake(definition, staff.permissions)) return fail('permission');
  const { stepUp, isBeforePasskeys } = definition;
  if (staff.passkeysMissing > 0 && !isBeforePasskeys) return fail('passkeys_missing');
  return stepUp && !staff.isProven ? fail('step_up') : ok(staff);
}

/**
 * Country that a staff call names as `country`, which has to be one of the person's; the first of these by
 * default.
 */
export function namedCountry(staff: StaffIdentity, parts: readonly unknown[]): Result<CountryCode> {
  const given = parts.flatMap((part) =>
    typeof part === 'object' && part !== null && 'country' in part && part.country !== undefined
      ? [part.country]
      : [],
  );
  const own = given.map((country) => staff.countries.find((each) => each === country));
  const country = own.length === 0 ? staff.countries[0] : own[0];
  return own.includes(undefined) || country === undefined ? fail('country_forbidden') : ok(country);
}

/** Version in `If-Match: "7"`. */
export function seenVersionOf({ versioned }: Endpoint, request: FastifyRequest): Result<number | undefined> {
  if (!versioned) return ok(undefined);
  const match = /^"?(\d{1,15})"?$/.exec(request.headers['if-match'] ?? '');
  return match ? ok(Number(match[1])) : fail('version_missing');
}

/** @throws if a staff call that writes or shows personal data lacks its audit trail */
export function requireTraits(route: Route, { access, persons }: Endpoint): void {
  const isWrite = !route.key.startsWith('GET ');
  if (access === 'staff' && isWrite && !route.isAudited)
    throw new Error(`${route.key} writes without an audit row`);
  if (persons !== undefined && !route.isWatched)
    throw new Error(`${route.key} shows personal data without logging it`);
}
