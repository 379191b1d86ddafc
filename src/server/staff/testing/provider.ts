import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface ProviderPerson {
  readonly sub: string;
  readonly email: string;
  readonly name?: string;
  readonly email_verified?: boolean;
  readonly groups?: readonly string[];
  /** Stands in place of what was asked for. */
  readonly nonce?: string;
  readonly aud?: string;
}

export interface TestProvider {
  readonly issuer: string;
  readonly settings: Readonly<Record<string, string>>;
  /** What the provider's page does when this person has signed in there: the way back. */
  signIn(url: string, person: ProviderPerson): { readonly code: string; readonly state: string };
  close(): void;
}

const [clientId, clientSecret] = ['consola', 'un secreto: con/signos'];

/** An OpenID Connect provider on loopback: the code flow, and PKCE that it insists on. */
export async function startProvider(): Promise<TestProvider> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'uno', alg: 'ES256', use: 'sig' };
  const codes = new Map<string, { asked: URLSearchParams; person: ProviderPerson }>();
  let issuer = '';

  async function exchange(header: string, form: URLSearchParams): Promise<object | undefined> {
    const client = [clientId, clientSecret].map((part) => encodeURIComponent(part).replaceAll('%20', '+'));
    const code = form.get('code') ?? '';
    const found = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (
      header !== `Basic ${Buffer.from(client.join(':')).toString('base64')}` ||
      found === undefined ||
      found.asked.get('code_challenge') !== challenge ||
      found.asked.get('redirect_uri') !== form.get('redirect_uri')
    )
      return undefined;
    const { person, asked } = found;
    const idToken = await new SignJWT({ email_verified: true, nonce: asked.get('nonce'), ...person })
      .setProtectedHeader({ alg: 'ES256', kid: 'uno' })
      .setIssuer(issuer)
      .setAudience(person.aud ?? clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    return { access_token: randomUUID(), token_type: 'Bearer', id_token: idToken };
  }

  const server = createServer((request, response) => {
    const answer = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/jwks') return answer({ keys: [jwk] });
    if (request.url?.startsWith('/.well-known'))
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      });
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      void exchange(request.headers.authorization ?? '', new URLSearchParams(text)).then((found) =>
        found ? answer(found) : answer({ error: 'invalid_grant' }, 400),
      );
    });
    return undefined;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    settings: {
      CONSOLE_OIDC_ISSUER: issuer,
      CONSOLE_OIDC_CLIENT_ID: clientId,
      CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
    },
    signIn(url, person) {
      const asked = new URL(url).searchParams;
      const code = randomUUID();
      codes.set(code, { asked, person });
      return { code, state: asked.get('state') ?? '' };
    },
    close: () => void server.close(),
  };
}
