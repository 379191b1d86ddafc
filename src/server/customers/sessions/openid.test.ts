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
  ) => { scope: string; issue(options: { use: 'idtoken' }): Promise<string> };
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
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: false,
    ttl: { IdToken: 600 },
  });
  product = await startProduct({ settings: { GOOGLE_CLIENT_ID: 'cuota-web', GOOGLE_ISSUER: issuer } });
});
afterAll(async () => {
  await product.close();
  server.close();
});

async function login(email: string, clientId = 'cuota-web', isVerified = true) {
  const claims = {
    sub: `sub-${email}`,
    email,
    email_verified: isVerified,
    given_name: 'Ana',
    family_name: 'P',
  };
  const idToken = new provider.IdToken(claims, { client: await provider.Client.find(clientId) });
  idToken.scope = 'openid email profile';
  const token = await idToken.issue({ use: 'idtoken' });
  return product.call('POST /api/social/google', { body: { token } });
}

test('the ID token of a real OpenID provider logs its customer in', async () => {
  const { email } = await addPerson(product);
  const { status, body } = await login(email);
  expect(status).toBe(200);
  const profile = await product.call('GET /api/v3/account-new', { token: body.token });
  expect(profile.body.result.email_address).toBe(email);
});

test('not when it was made for another application, or for an unverified address', async () => {
  const { email } = await addPerson(product);
  expect(await login(email, 'otra-app')).toMatchObject({ status: 401, body: { code: 'social_token' } });
  expect(await login(email, 'cuota-web', false)).toMatchObject({
    status: 401,
    body: { code: 'social_token' },
  });
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
