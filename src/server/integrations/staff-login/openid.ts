import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { StaffLogin } from './port.ts';

interface OpenIdSettings {
  /** Configured; all other addresses of the provider are discovered from it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly groupsClaim: string;
}

const timeLimitMs = 5_000;
const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
const tokens = z.object({ id_token: z.string() });
const claims = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  email: z.string().min(3).max(200),
  email_verified: z.union([z.literal(true), z.literal('true')]),
  name: z.string().max(120).default(''),
});
const groupNames = z.array(z.string()).catch([]);

/** OpenID Connect code flow with PKCE (RFC 7636) and a confidential client. */
export function openIdLogin(settings: OpenIdSettings): StaffLogin {
  let provider: Promise<Provider> | undefined;
  const known = () => {
    // Cached once successful; a provider that was unreachable is tried again.
    provider ??= discover(settings.issuer).catch((error: unknown) => {
      provider = undefined;
      throw error;
    });
    return provider;
  };
  return {
    name: settings.name,
    async begin(state, redirectUri) {
      const secrets = { nonce: random(), verifier: random() };
      const url = new URL((await known()).authorizeUrl);
      const asked = {
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce: secrets.nonce,
        code_challenge: createHash('sha256').update(secrets.verifier).digest('base64url'),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return { url: url.href, secrets };
    },
    async finish(code, redirectUri, { nonce, verifier }) {
      const { tokenUrl, keys } = await known();
      const idToken = await exchange(tokenUrl, settings, { code, redirectUri, verifier });
      return idToken === undefined ? undefined : personOf(idToken, keys, settings, nonce);
    },
  };
}

interface Provider {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
}

async function discover(issuer: string): Promise<Provider> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimitMs),
  });
  if (!response.ok) throw new Error(`the identity provider answered ${response.status}`);
  const found = discovery.parse(await response.json());
  if (found.issuer !== issuer) throw new Error('the identity provider reports another issuer');
  return {
    authorizeUrl: found.authorization_endpoint,
    tokenUrl: found.token_endpoint,
    keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: timeLimitMs }),
  };
}

/** @returns undefined if the provider refuses the code */
async function exchange(
  tokenUrl: string,
  { clientId, clientSecret }: OpenIdSettings,
  { code, redirectUri, verifier }: Readonly<Record<'code' | 'redirectUri' | 'verifier', string>>,
): Promise<string | undefined> {
  // RFC 6749, section 2.3.1: both are form-encoded before they are joined.
  const client = [clientId, clientSecret].map((part) =>
    new URLSearchParams({ '': part }).toString().slice(1),
  );
  const response = await fetch(tokenUrl, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimitMs),
    headers: { authorization: `Basic ${Buffer.from(client.join(':')).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  });
  if (response.status === 400) return undefined;
  if (!response.ok) throw new Error(`the identity provider answered ${response.status} to a code`);
  return tokens.parse(await response.json()).id_token;
}

async function personOf(
  idToken: string,
  keys: Provider['keys'],
  { issuer, clientId, groupsClaim }: OpenIdSettings,
  nonce: string,
) {
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer,
      audience: clientId,
      algorithms: ['RS256', 'PS256', 'ES256'],
      requiredClaims: ['exp', 'iat'],
    });
    const parsed = claims.safeParse(payload);
    if (!parsed.success || parsed.data.nonce !== nonce) return undefined;
    const { sub: subject, email, name } = parsed.data;
    return {
      subject,
      email: email.toLowerCase(),
      name: name === '' ? email : name,
      groups: groupNames.parse(payload[groupsClaim]),
    };
  } catch (error) {
    // An invalid token is refused; an unreachable provider is rethrown.
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) return undefined;
    throw error;
  }
}

const random = () => randomBytes(32).toString('base64url');
