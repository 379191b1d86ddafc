import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { addPerson } from '../../testing/people.ts';

/** What is used of the package, which brings no types. */
interface OidcProvider {
  callback(): RequestListener;
  readonly Client: { find(id: string): Promise<object | undefined> };
  readonly IdToken: new (
    claims: object,
    options: { client: object | undefined },
  ) => {
    scope: string;
    set(claim: string, value: string): void;
    issue(options: { use: 'idtoken' }): Promise<string>;
  };
}

let server: Server;
let provider: OidcProvider;
let product: TestProduct;

const client = (id: string) => ({
  client_id: id,
  client_secret: 'secreto',
  redirect_uris: ['https://app.example/'],
});

beforeAll(async () => {
  const packageName: string = 'oidc-provider';
  const { default: Provider } = (await import(packageName)) as {
    default: new (issuer: string, configuration: object) => OidcProvider;
  };
  server = createServer((request, response) => provider.callback()(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider = new Provider(issuer, {
    clients: [client('cuota-web'), client('otra-app')],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'hd'],
      profile: ['given_name', 'family_name'],
    },
    conformIdTokenClaims: false,
    ttl: { IdToken: 600 },
  });
  product = await startProduct({ settings: { GOOGLE_CLIENT_ID: 'cuota-web', GOOGLE_ISSUER: issuer } });
});
afterAll(async () => {
  await product.close();
  server.close();
});

interface Attempt {
  readonly clientId?: string;
  readonly isVerified?: boolean;
  /** The organization whose mailboxes the provider runs. */
  readonly domain?: string;
  readonly sub?: string;
  /** What the browser sends; the token has the digest of another where it differs. */
  readonly nonce?: string;
}

async function tokenOf(email: string, attempt: Attempt): Promise<string> {
  const { clientId = 'cuota-web', isVerified = true, domain, sub = `sub-${email}` } = attempt;
  const claims = {
    sub,
    email,
    email_verified: isVerified,
    given_name: 'Ana',
    family_name: 'P',
    ...(domain === undefined ? {} : { hd: domain }),
  };
  const idToken = new provider.IdToken(claims, { client: await provider.Client.find(clientId) });
  idToken.scope = 'openid email profile';
  idToken.set('nonce', createHash('sha256').update('un-intento').digest('base64url'));
  return idToken.issue({ use: 'idtoken' });
}

async function login(email: string, attempt: Attempt = {}, more: object = {}) {
  const { nonce = 'un-intento' } = attempt;
  const token = await tokenOf(email, attempt);
  return product.call('POST /api/social/google', { body: { token, nonce, ...more } });
}
const workspace = { domain: 'example.com' };

test('the ID token of a real OpenID provider logs its customer in', async () => {
  const { email } = await addPerson(product);
  const { status, body } = await login(email, workspace);
  expect(status).toBe(200);
  const profile = await product.call('GET /api/v3/account-new', { token: body.token });
  expect(profile.body.result.email_address).toBe(email);
});

test('not when it was made for another application, or for an unverified address', async () => {
  const { email } = await addPerson(product);
  expect(await login(email, { ...workspace, clientId: 'otra-app' })).toMatchObject({
    status: 401,
    body: { code: 'social_token' },
  });
  expect(await login(email, { ...workspace, isVerified: false })).toMatchObject({
    status: 401,
    body: { code: 'social_token' },
  });
});

test('not with a token of another attempt, which has the digest of the nonce only', async () => {
  const { email } = await addPerson(product);
  for (const nonce of ['otro-intento', '']) {
    const answer = await login(email, { ...workspace, nonce });
    expect(answer).toMatchObject({ status: 401, body: { code: 'social_token' } });
  }
});

test('of a mailbox that the provider does not run opens nobody else’s account', async () => {
  const { email } = await addPerson(product);
  expect(await login(email)).toMatchObject({
    status: 403,
    body: {
      code: 'social_unproved',
      message: 'Ya hay una cuenta con ese mail. Ingresá con tu mail o con tu celular.',
    },
  });
  const registering = await login(email, {}, { hash: 'x', terms: true });
  expect(registering).toMatchObject({ status: 409, body: { code: 'user_exists' } });
  // Who is known by the provider's own number comes in whatever the address says today.
  expect((await login(email, workspace)).status).toBe(200);
  expect((await login(email)).status).toBe(200);
});

test('a provider out of reach is not the same as a bad token, and does not use up tries', async () => {
  const unreachable = await startProduct({
    settings: {
      GOOGLE_CLIENT_ID: 'cuota-web',
      GOOGLE_ISSUER: 'http://127.0.0.1:9',
      LIMIT_PASSWORD_ADDRESS: '1',
    },
  });
  for (let tried = 0; tried < 3; tried += 1) {
    const answer = await unreachable.call('POST /api/social/google', { body: { token: 'a.b.c' } });
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  }
  await unreachable.close();
});
