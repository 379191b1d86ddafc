import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** Claims by the sandbox provider about a signed-in person. */
export interface StandInPerson {
  readonly sub: string;
  readonly email: string;
  readonly name?: string;
  readonly email_verified?: boolean;
  readonly groups?: readonly string[];
  /** Overrides of the requested claims. */
  readonly nonce?: string;
  readonly aud?: string;
}

/** Code that the provider no longer accepts. */
export type WornCode = 'expired' | 'used';

export interface ProviderStandIn {
  /** Signs a person in on the provider's page. @returns the code for the redirect back */
  grant(asked: URLSearchParams, person: StandInPerson, worn?: WornCode): string;
  /** Response of the provider to the console's server; undefined for an unknown address. */
  answer(
    path: string,
    sent: { readonly authorization: string; readonly form: URLSearchParams },
  ): Promise<{ readonly status: number; readonly body: object } | undefined>;
}

interface StandInSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Granted {
  readonly asked: URLSearchParams;
  readonly person: StandInPerson;
  readonly until: number;
}

const codeMs = 60_000;
/** More than are ever in use; the oldest are dropped. */
const mostCodes = 1_000;
const kid = 'sandbox';

/**
 * In-process OpenID Connect provider: code flow, PKCE required. Its key and codes are lost with the process.
 */
export async function providerStandIn(settings: StandInSettings): Promise<ProviderStandIn> {
  const { issuer, clientId } = settings;
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
  const codes = new Map<string, Granted>();

  const idTokenOf = ({ person, asked }: Granted) =>
    new SignJWT({ email_verified: true, nonce: asked.get('nonce'), ...person })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(issuer)
      .setAudience(person.aud ?? clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);

  async function exchange(authorization: string, form: URLSearchParams) {
    const code = form.get('code') ?? '';
    const granted = codes.get(code);
    codes.delete(code);
    if (granted === undefined || !isTaken(settings, granted, authorization, form))
      return { status: 400, body: { error: 'invalid_grant' } };
    const body = { access_token: randomUUID(), token_type: 'Bearer', id_token: await idTokenOf(granted) };
    return { status: 200, body };
  }

  return {
    grant(asked, person, worn) {
      const code = randomUUID();
      const until = Date.now() + (worn === 'expired' ? -1 : codeMs);
      if (worn !== 'used') codes.set(code, { asked, person, until });
      for (const oldest of codes.keys()) if (codes.size > mostCodes) codes.delete(oldest);
      return code;
    },
    async answer(path, { authorization, form }) {
      switch (path) {
        case '/.well-known/openid-configuration':
          return { status: 200, body: addressesBelow(issuer) };
        case '/jwks':
          return { status: 200, body: { keys: [jwk] } };
        case '/token':
          return exchange(authorization, form);
        default:
          return undefined;
      }
    },
  };
}

const addressesBelow = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
});

function isTaken(
  { clientId, clientSecret }: StandInSettings,
  { asked, until }: Granted,
  authorization: string,
  form: URLSearchParams,
): boolean {
  const client = [clientId, clientSecret].map((part) => encodeURIComponent(part).replaceAll('%20', '+'));
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  return (
    until > Date.now() &&
    authorization === `Basic ${Buffer.from(client.join(':')).toString('base64')}` &&
    asked.get('code_challenge') === challenge &&
    asked.get('redirect_uri') === form.get('redirect_uri')
  );
}
