import { afterAll, beforeAll, expect, test } from 'vitest';
import { callConsole, consoleUrl } from '../staff/testing/console.ts';
import { freePort } from '../testing/free-port.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

let product: TestProduct;
let base: string;

beforeAll(async () => {
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  product = await startProduct({
    settings: {
      PORT: String(port),
      CONSOLE_URL: consoleUrl,
      CONSOLE_OIDC_ISSUER: `${base}/sandbox/identity`,
      CONSOLE_OIDC_CLIENT_ID: 'consola',
      CONSOLE_OIDC_CLIENT_SECRET: 'un secreto: con/signos',
      CONSOLE_OIDC_GROUPS: 'jefas=head,caja=treasury',
    },
  });
});
afterAll(() => product.close());

const begin = async () =>
  (await callConsole(product, 'POST /api/staff/sign-in/provider')).body as { url: string };
/** The provider's page, as the browser gets it. */
const pageOf = async (url: string) => (await fetch(url)).text();
/** Follows the link of a person and a way of that page. */
async function follow(url: string, person: string, way: string) {
  const html = await pageOf(url);
  const links = [...html.matchAll(/href="(answer\?[^"]*)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  );
  const link = links.find((each) => {
    const query = new URLSearchParams(each.slice('answer?'.length));
    return query.get('person') === `sandbox:${person}` && query.get('way') === way;
  });
  const answer = await fetch(new URL(link ?? 'no-such-link', url), { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? 'http://nowhere.example');
}
const finish = (back: URL) =>
  callConsole(product, 'POST /api/staff/sign-in/provider/finish', {
    body: { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' },
  });
const enter = async (person: string, way = 'ok') => finish(await follow((await begin()).url, person, way));

test('somebody of a group comes in with its role, and somebody of another group does not', async () => {
  const { url } = await begin();
  const back = await follow(url, 'jefas', 'ok');
  expect(`${back.origin}${back.pathname}`).toBe(`${consoleUrl}/ingreso/vuelta`);
  expect((await finish(back)).body.result).toMatchObject({ name: 'Persona de jefas', roles: ['head'] });
  // The same way back again: the code is gone, and so is the state.
  expect((await finish(back)).body.code).toBe('staff_sign_in');
  expect((await enter('caja')).body.result).toMatchObject({ roles: ['treasury'] });
  expect((await enter('otro-equipo')).body.code).toBe('staff_unknown');
});

test.each(['nonce', 'audience', 'unverified', 'expired', 'used'])(
  'what goes wrong on the way (%s) lets nobody in',
  async (way) => {
    expect(await enter('jefas', way)).toMatchObject({ status: 401, body: { code: 'staff_sign_in' } });
  },
);

test('a refusal goes back without a code', async () => {
  const back = await follow((await begin()).url, 'jefas', 'refused');
  expect(back.searchParams.get('error')).toBe('access_denied');
  expect(back.searchParams.get('code')).toBeNull();
});

test('who is named by an address is on the page, and no words of it are code', async () => {
  const { url } = await begin();
  const named = `${url}&email=${encodeURIComponent('ana@prestamista.example')}`;
  expect((await finish(await follow(named, 'ana@prestamista.example', 'ok'))).body.code).toBe(
    'staff_unknown',
  );
  const html = await pageOf(`${url}&email=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(html).not.toContain('<script>');
});

test('it leads to no other site, and serves nothing else', async () => {
  const { url } = await begin();
  const elsewhere = new URL(url);
  elsewhere.searchParams.set('redirect_uri', 'https://otra.example/');
  expect((await fetch(elsewhere)).status).toBe(400);
  const answer = new URL(elsewhere);
  answer.pathname = '/sandbox/identity/answer';
  answer.search += '&person=sandbox:jefas&way=ok';
  expect((await fetch(answer, { redirect: 'manual' })).status).toBe(400);
  expect((await fetch(`${base}/sandbox/identity/other`)).status).toBe(404);
  expect((await fetch(`${base}/sandbox/identity/token`, { method: 'POST' })).status).toBe(400);
});

test('it is not there where another provider is set up', async () => {
  const other = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  const path = '/sandbox/identity/.well-known/openid-configuration';
  expect((await other.raw(path)).status).toBe(404);
  await other.close();
});
