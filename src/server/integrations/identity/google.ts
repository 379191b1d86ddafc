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
});

/** What says that the token is bad, as opposed to the provider being out of reach. */
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
 * An OpenID Connect provider's ID tokens: issuer, audience, signature and times checked, e-mail verified.
 * @param issuer taken from the configuration only; the provider's keys are looked up below it
 */
export function openIdIdentity({ issuer, clientId }: { issuer: string; clientId: string }): IdentityProvider {
  let provider: Promise<Provider> | undefined;
  return {
    async verify(token) {
      // Kept once it has worked; a provider that was out of reach is asked again.
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
        const { sub, email, given_name: firstName, family_name: lastName } = person.data;
        return { subject: sub, email, firstName, lastName };
      } catch (error) {
        if (badToken.some((kind) => error instanceof kind)) return undefined;
        throw error;
      }
    },
  };
}

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
  if (found.issuer !== issuer) throw new Error('the identity provider calls itself differently');
  // Google's tokens name it with and without the scheme.
  const issuers = [found.issuer, found.issuer.replace(/^https:\/\//, '')];
  return { keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: timeLimitMs }), issuers };
}
