import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({
    settings: {
      TRUST_PROXY: '127.0.0.1',
      PUBLIC_URL_AR: 'https://ar.cuota.example',
      PUBLIC_URL_UY: 'http://uy.cuota.example',
    },
  });
});
afterAll(() => product.close());

/** A request as a proxy passes it on. */
const passedOn = (path: string, protocol: string | undefined, init: RequestInit = {}, host = 'ar') =>
  product.raw(path, {
    redirect: 'manual',
    ...init,
    headers: {
      'x-forwarded-host': `${host}.cuota.example`,
      ...(protocol === undefined ? {} : { 'x-forwarded-proto': protocol }),
      ...(init.body ? { 'content-type': 'application/json' } : {}),
    },
  });
const login = {
  method: 'POST',
  body: JSON.stringify({ email: 'nadie@example.com', password: 'no-importa' }),
};

test('a page that was asked for by plain HTTP is asked for again by HTTPS, on the site itself', async () => {
  const page = await passedOn('/login?vuelta=1', 'http');
  expect(page.status).toBe(308);
  expect(page.headers.get('location')).toBe('https://ar.cuota.example/login?vuelta=1');
});

test.each<[string, string, RequestInit]>([
  ['a call', '/api/v3/enviroments', {}],
  ['a call with a password', '/api/v3/authenticate-new', login],
  ['a call of a vendor', '/vendors-api/leads', login],
  ['a form sent to a page', '/login', { method: 'POST' }],
])('%s by plain HTTP is refused', async (_what, path, init) => {
  const answer = await passedOn(path, 'http', init);
  expect(answer).toMatchObject({ status: 403, body: { code: 'https_required' } });
  expect(answer.headers.get('location')).toBeNull();
});

test('calls by HTTPS, through a proxy that says nothing, and of a site without HTTPS are served', async () => {
  for (const protocol of ['https', undefined])
    expect((await passedOn('/api/v3/enviroments', protocol)).status).toBe(200);
  expect((await passedOn('/api/v3/enviroments', 'http', {}, 'uy')).status).toBe(200);
});
