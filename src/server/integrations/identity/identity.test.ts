import { createHash, createHmac } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facebookIdentity } from './facebook.ts';
import { openIdIdentity } from './google.ts';
import type { IdentityProvider } from './port.ts';
import { sandboxIdentity } from './sandbox.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const clientId = 'cuota-web';
const nonce = 'del-navegador';
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');
let issuer: string;
let google: IdentityProvider;
let ownKey: CryptoKey;
let foreignKey: CryptoKey;
let isProviderUp = true;

const graph = { appId: '123', appSecret: 'app-secreto' };
let facebook: IdentityProvider;

/** Tokens that the stand-in of the Graph API knows. */
const graphTokens: Readonly<Record<string, { app: string; me: object }>> = {
  bueno: {
    app: '123',
    me: { id: '77', email: 'ana.perez@example.com', first_name: 'Ana', last_name: 'Perez' },
  },
  ajeno: {
    app: '999',
    me: { id: '77', email: 'ana.perez@example.com', first_name: 'Ana', last_name: 'Perez' },
  },
  'sin-mail': { app: '123', me: { id: '77', first_name: 'Ana', last_name: 'Perez' } },
  cruzado: {
    app: '123',
    me: { id: '78', email: 'ana.perez@example.com', first_name: 'Ana', last_name: 'Perez' },
  },
};

const graphApi: RequestListener = (request, response) => {
  const url = new URL(request.url ?? '', 'http://graph');
  const query = Object.fromEntries(url.searchParams);
  const send = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (query.input_token === 'caido') return send(500, {});
  if (url.pathname === '/debug_token' && query.access_token === '123|app-secreto') {
    const token = graphTokens[query.input_token ?? ''];
    return send(200, {
      data: token ? { is_valid: true, app_id: token.app, user_id: '77' } : { is_valid: false },
    });
  }
  const proof = createHmac('sha256', graph.appSecret)
    .update(query.access_token ?? '')
    .digest('hex');
  const token = graphTokens[query.access_token ?? ''];
  if (url.pathname === '/me' && token && query.appsecret_proof === proof) return send(200, token.me);
  return send(400, { error: { message: 'Invalid OAuth access token.', type: 'OAuthException', code: 190 } });
};

beforeAll(async () => {
  const own = await generateKeyPair('RS256');
  ownKey = own.privateKey;
  foreignKey = (await generateKeyPair('RS256')).privateKey;
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  issuer = await listen((request, response) => {
    if (!isProviderUp) return response.writeHead(503).end();
    const body =
      request.url === '/.well-known/openid-configuration'
        ? { issuer, jwks_uri: `${issuer}/certs` }
        : { keys: [jwk] };
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  google = openIdIdentity({ issuer, clientId });
  facebook = facebookIdentity({ baseUrl: await listen(graphApi), ...graph });
});

interface TokenParts {
  readonly claims?: object;
  readonly key?: CryptoKey;
  readonly audience?: string;
  readonly from?: string;
  readonly expires?: string;
}

function idToken({
  claims = {},
  key = ownKey,
  audience = clientId,
  from = issuer,
  expires = '5m',
}: TokenParts = {}) {
  return new SignJWT({
    email: 'ana.perez@example.com',
    email_verified: true,
    given_name: 'Ana',
    family_name: 'Perez',
    nonce: digestOf(nonce),
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setSubject('77')
    .setIssuer(from)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(key);
}

const providers: readonly [string, () => IdentityProvider, () => Promise<string>][] = [
  ['Google', () => google, () => idToken()],
  ['Facebook', () => facebook, async () => 'bueno'],
  ['the sandbox', sandboxIdentity, async () => 'sandbox:ana.perez@example.com'],
];

describe.each(providers)('%s', (_name, provider, goodToken) => {
  test('says who a good token belongs to', async () => {
    expect(await provider().verify(await goodToken(), nonce)).toEqual({
      subject: expect.stringMatching(/./),
      email: 'ana.perez@example.com',
      isEmailTheirs: expect.any(Boolean),
      firstName: 'Ana',
      lastName: 'Perez',
    });
  });

  test.each(['', 'x', 'a.b.c', 'sandbox:', 'sandbox:nadie'])('gives no identity for %j', async (token) => {
    expect(await provider().verify(token, nonce)).toBeUndefined();
  });
});

describe('an ID token of Google', () => {
  test.each<[string, () => Promise<string>]>([
    ['of another application', () => idToken({ audience: 'otra' })],
    ['of another issuer', () => idToken({ from: 'https://evil.example' })],
    ['signed by somebody else', () => idToken({ key: foreignKey })],
    ['that has ended', () => idToken({ expires: '-1m' })],
    ['without a verified address', () => idToken({ claims: { email_verified: false } })],
    ['of another attempt', () => idToken({ claims: { nonce: digestOf('de-otro') } })],
    ['with the nonce itself, which only the browser has', () => idToken({ claims: { nonce } })],
    ['without a nonce', () => idToken({ claims: { nonce: undefined } })],
    ['without an address', () => idToken({ claims: { email: undefined } })],
    ['signed with nothing', async () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
  ])('%s is refused', async (_what, token) => {
    expect(await google.verify(await token(), nonce)).toBeUndefined();
  });

  test('is refused where the browser names none', async () => {
    expect(await google.verify(await idToken({ claims: { nonce: '' } }), '')).toBeUndefined();
    expect(await google.verify(await idToken(), '')).toBeUndefined();
  });

  test.each([
    [{}, false],
    [{ email: 'ana.perez@gmail.com' }, true],
    [{ email: 'ana@gmail.com.example' }, false],
    [{ hd: 'example.com' }, true],
  ])('with %j is of a mailbox that Google runs: %s', async (claims, isEmailTheirs) => {
    expect(await google.verify(await idToken({ claims }), nonce)).toMatchObject({ isEmailTheirs });
  });

  test('is another matter than a provider out of reach, which is asked again', async () => {
    const fresh = openIdIdentity({ issuer, clientId });
    isProviderUp = false;
    await expect(fresh.verify(await idToken(), nonce)).rejects.toThrow('503');
    isProviderUp = true;
    expect(await fresh.verify(await idToken(), nonce)).toMatchObject({ subject: '77' });
  });
});

describe('a token of Facebook', () => {
  test.each(['ajeno', 'sin-mail', 'cruzado'])('%s is refused', async (token) => {
    expect(await facebook.verify(token, '')).toBeUndefined();
  });

  test('says nothing of whose mailbox it is', async () => {
    expect(await facebook.verify('bueno', '')).toMatchObject({ isEmailTheirs: false });
  });

  test('is another matter than a provider out of reach, whose error does not tell the token', async () => {
    const failure = await facebook.verify('caido', '').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(String(failure)).not.toContain('caido');
  });
});
