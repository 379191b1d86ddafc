import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { IdentityProvider } from './port.ts';

const timeLimitMs = 5_000;

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });
const claims = z.object({
  sub: z.string().min(1),
  email: z.string().min(1),
  email_verified: z.union([z.literal(true), z.literal('true')]),
  given_name: z.string().default(''),
  family_name: z.string().default(''),
  nonce: z.string().min(1),
  /** Domain of an organization with mailboxes run by the provider. */
  hd: z.string().default(''),
});

/** Errors that mean an invalid token rather than an unreachable provider. */
const badToken = [
  errors.JWTInvalid,
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
];

/**
 * Verifies ID tokens of an OpenID Connect provider: issuer, audience, signature, times, nonce and a verified
 * e-mail. A stolen token is useless without the nonce, because it contains only the nonce's digest.
 * @param issuer configured; the provider's keys are discovered below it
 */
export function openIdIdentity({ issuer, clientId }: { issuer: string; clientId: string }): IdentityProvider {
  let provider: Promise<Provider> | undefined;
  return {
    async verify(token, nonce) {
      // Cached once successful; a provider that was unreachable is tried again.
      provider ??= discover(issuer).catch((error: unknown) => {
        provider = undefined;
        throw error;
      });
      const { keys, issuers } = await provider;
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer: issuers,
          audience: clientId,
          algorithms: ['RS256', 'ES256'],
          requiredClaims: ['exp', 'iat'],
        });
        const person = claims.safeParse(payload);
        if (!person.success) return undefined;
        const { sub, email, given_name: firstName, family_name: lastName, hd } = person.data;
        if (person.data.nonce !== digestOfNonce(nonce)) return undefined;
        const isEmailTheirs = hd !== '' || /@gmail\.com$/i.test(email);
        return { subject: sub, email, isEmailTheirs, firstName, lastName };
      } catch (error) {
        if (badToken.some((kind) => error instanceof kind)) return undefined;
        throw error;
      }
    },
  };
}

/** Digest of the nonce in the form that the browser sends to the provider. */
const digestOfNonce = (nonce: string): string => createHash('sha256').update(nonce).digest('base64url');

interface Provider {
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly issuers: string[];
}

async function discover(issuer: string): Promise<Provider> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimitMs),
  });
  if (!response.ok) throw new Error(`the identity provider answered ${response.status}`);
  const found = discovery.parse(await response.json());
  if (found.issuer !== issuer) throw new Error('the identity provider reports another issuer');
  // Google's tokens name the issuer with or without the scheme.
  const issuers = [found.issuer, found.issuer.replace(/^https:\/\//, '')];
  return { keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: timeLimitMs }), issuers };
}
