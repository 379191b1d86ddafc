import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { SETTINGS, type SettingDefinition } from './setting-definitions.ts';
import { changeSetting } from '../testing/settings.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { LIMIT_OPINIONS_ADDRESS: '3' } });
});
afterAll(() => product.close());

describe('lists', () => {
  test('have the provinces of the host, under 858 in both countries', async () => {
    const params = { country_id: '858' };
    const argentine = await product.call('GET /api/v3/province/{country_id}', { params });
    expect(Object.keys(argentine.body.model)).toHaveLength(24);
    const uruguayan = await product.call('GET /api/v3/province/{country_id}', { params, country: 'UY' });
    expect(Object.keys(uruguayan.body.model)).toHaveLength(19);
    expect(
      (await product.call('GET /api/v3/province/{country_id}', { params: { country_id: '32' } })).status,
    ).toBe(404);
  });

  test('have the localities of a province, with the default and the other city in Argentina', async () => {
    const { model } = (await product.call('GET /api/v3/locality/{id}', { params: { id: '1' } })).body;
    expect(model).toMatchObject({ '515': expect.any(String), '9999': 'Otra ciudad' });
    for (const id of ['99', '__proto__', '1;drop']) {
      expect((await product.call('GET /api/v3/locality/{id}', { params: { id } })).status).toBe(404);
    }
  });

  test('have banks, pickup points and sources', async () => {
    expect((await product.call('GET /api/v3/banks', { country: 'UY' })).body.model['6905']).toMatch(/prex/i);
    expect((await product.call('GET /api/v3/banks')).body.model['011']).toMatch(/naci[oó]n/i);
    expect(Object.keys((await product.call('GET /api/v3/point-of-delivery')).body.model)).toHaveLength(5);
    expect((await product.call('GET /api/v3/point-of-delivery')).body.points[0]).toEqual({
      id: '1',
      name: 'Punto Centro',
      address: 'Av. Corrientes 1450',
      city: 'Ciudad de Buenos Aires',
    });
    expect((await product.call('GET /api/v3/point-of-delivery', { country: 'UY' })).body.model).toEqual({});
    expect(Object.keys((await product.call('GET /api/v3/marketing')).body.model).length).toBeGreaterThan(1);
  });

  test('may be kept for a while, and are not sent again to a browser that has them', async () => {
    const first = await product.call('GET /api/v3/banks');
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const tag = first.headers.get('etag') ?? '';
    const again = await product.call('GET /api/v3/banks', { headers: { 'if-none-match': tag } });
    expect(again).toMatchObject({ status: 304, body: '' });
    const other = await product.call('GET /api/v3/banks', {
      country: 'UY',
      headers: { 'if-none-match': tag },
    });
    expect(other.status).toBe(200);
  });
});

describe('legal texts', () => {
  test('carry the brand and a version', async () => {
    for (const key of ['GET /api/v3/terms', 'GET /api/v3/policy'] as const) {
      const { data } = (await product.call(key)).body.model;
      expect(data).toMatchObject({ title: expect.any(String), version: expect.any(String) });
      expect(data.content.length).toBeGreaterThan(500);
      expect(data.content).not.toContain('{brand}');
    }
    expect((await product.call('GET /api/v3/terms/{slug}', { params: { slug: 'membresia' } })).status).toBe(
      200,
    );
    expect((await product.call('GET /api/v3/terms/{slug}', { params: { slug: 'nada' } })).status).toBe(404);
  });
});

async function settings(country: 'AR' | 'UY' = 'AR') {
  return product.call('GET /api/v3/enviroments', { country });
}

const publicSettings = Object.entries<SettingDefinition>(SETTINGS).flatMap(([name, { isPrivate }]) =>
  isPrivate ? [] : [name],
);

describe('environment settings', () => {
  test('have every documented name with its default, never to be kept', async () => {
    const answer = await settings();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(answer.body.model)).toEqual(expect.arrayContaining(publicSettings));
    expect(answer.body.model).not.toHaveProperty('identity-review');
    expect(answer.body.model).toMatchObject({
      channel: 'whatsapp',
      'whatsapp-open-force-error-count': '1',
      'membership-price': '6300',
      'regulator-url': expect.stringContaining('bcra'),
      brand: 'Wayni',
    });
    expect((await settings('UY')).body.model['regulator-url']).toContain('bcu');
  });

  test('are effective as soon as a row changes, in its country only', async () => {
    await changeSetting(product.deps.db, 'AR', 'channel', 'chat');
    expect((await settings()).body.model.channel).toBe('chat');
    expect((await settings('UY')).body.model.channel).toBe('whatsapp');
  });

  test('tell nothing that is secret', async () => {
    const text = JSON.stringify((await settings()).body.model);
    expect(text).not.toContain(product.deps.config.APP_SECRET);
    expect(text).not.toMatch(/postgres/);
  });
});

async function suggest(body: object) {
  return product.call('POST /api/v3/suggest', { body });
}

describe('suggestions', () => {
  const whole = {
    name: 'Ana',
    email_address: 'ana@example.com',
    document_number: '30111228',
    subject: 'Una idea',
    content: 'Más cuotas',
  };
  test.each([
    ['subject', '', 'El título es requerido.'],
    ['subject', undefined, 'El título es requerido.'],
    ['content', '   ', 'Debe completar el contenido de su sugerencia.'],
    ['email_address', 'ana', 'El mail ingresado no es válido. Volvé a intentarlo.'],
    ['document_number', '12a', 'Solo números.'],
    ['document_number', '12345678901', 'Ingresá hasta 10 números.'],
    ['name', '', 'Campo requerido.'],
  ])('refuse %s %j', async (field, value, message) => {
    const answer = await suggest({ ...whole, [field]: value });
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
  });

  test('become tickets, so many an hour', async () => {
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await suggest(whole)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const tickets = await product.deps.db
      .selectFrom('ticket')
      .select(['kind', 'subject', 'status', 'country'])
      .execute();
    expect(tickets).toHaveLength(3);
    expect(tickets[0]).toEqual({ kind: 'suggestion', subject: 'Una idea', status: 'open', country: 'AR' });
  });
});
