import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type CallKey } from '../../../contract/contract.ts';
import { isOfConsole } from '../../../contract/endpoint.ts';
import { failures } from '../../../contract/failures.ts';
import { newCustomer } from '../../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const login = '/api/v3/authenticate-new';
const json = { 'content-type': 'application/json' };
const credentials = JSON.stringify({ email: 'nadie@example.com', password: 'no-importa' });

describe('bad input', () => {
  test.each([
    ['broken JSON', { headers: json, body: '{"email":' }, 400],
    ['an array instead of an object', { headers: json, body: '[]' }, 400],
    ['a body of the wrong type', { headers: { 'content-type': 'text/plain' }, body: credentials }, 415],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'email=a' }, 415],
    ['a body of 200 kB', { headers: json, body: JSON.stringify({ email: 'x'.repeat(200_000) }) }, 413],
    ['no body at all', {}, 422],
  ])('%s is refused in the envelope', async (_what, init, status) => {
    const answer = await product.raw(login, { method: 'POST', ...init });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ status: 'error' });
    expect(answer.body.message.length).toBeGreaterThan(10);
    expect(JSON.stringify(answer.body)).not.toMatch(/\.ts|node_modules|select |SyntaxError/i);
  });

  test('a body that is too large is not called a file', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(200_000) });
    const answer = await product.raw(login, { method: 'POST', headers: json, body });
    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    expect(answer.body.message).toBe('Lo que enviaste es demasiado largo. Acortalo y volvé a intentarlo.');
  });

  test('a member that is called like a part of every object is a wrong field as well', async () => {
    const body = '{"email":"a@b.com","password":"x","__proto__":1}';
    const answer = await product.raw(login, { method: 'POST', headers: json, body });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } });
    expect(answer.body.errors).toEqual(['El dato ingresado no es válido.']);
    expect(Object.keys(answer.body.fields)).toEqual(['__proto__']);
  });

  test('a missing field is named with its sentence', async () => {
    const answer = await product.raw(login, { method: 'POST', headers: json, body: '{"email":"a@b.com"}' });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: 'invalid',
      fields: { password: 'Campo requerido.' },
      errors: ['Campo requerido.'],
    });
  });

  const expectBareHeaders = (headers: Headers) => {
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  };

  test('the address of a call that cannot be decoded is refused in the envelope', async () => {
    const path = '/api/v3/coupon/%c0%ae%c0%ae';
    const answer = await product.raw(path);
    expect(answer).toMatchObject({ status: 404, body: { status: 'error', code: 'not_found' } });
    expect(JSON.stringify(answer.body)).not.toContain(path);
    expectBareHeaders(answer.headers);
  });

  test.each(['/%ff', '/%', '/ver-prestamo/%E0%A4%A'])(
    'the address of a page %s leads to the start, as unknown ones do',
    async (path) => {
      const answer = await product.raw(path, { redirect: 'manual' });
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe('/');
      expectBareHeaders(answer.headers);
      expect((await product.raw(path, { method: 'POST' })).status).toBe(404);
    },
  );

  test('a property that the call does not have is refused', async () => {
    const body = JSON.stringify({ email: 'a@b.com', password: 'x', role: 'admin' });
    const answer = await product.raw(login, { method: 'POST', headers: json, body });
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toHaveProperty('role');
  });

  test('a prototype key is refused like any unknown property', async () => {
    const body = '{"email":"a@b.com","password":"x","__proto__":{"admin":true}}';
    const answer = await product.raw(login, { method: 'POST', headers: json, body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});

/** What the server says to these bytes. */
function send(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(product.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}

describe('what is no request', () => {
  const host = 'Host: ar.localhost\r\n';
  test.each([
    ['noise', 'no es HTTP\r\n\r\n'],
    ['a header in two lines', `GET /api/loan HTTP/1.1\r\n${host}Authorization: Bearer a\nb: \x01\r\n\r\n`],
    ['headers without end', `GET /healthz HTTP/1.1\r\n${host}X: ${'x'.repeat(40_000)}\r\n\r\n`],
    [
      'two lengths, as smugglers send',
      `POST ${login} HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
  ])('%s is refused in the envelope', async (_what, bytes) => {
    const answer = await send(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/x-content-type-options: nosniff/i);
    const [, body = ''] = answer.split('\r\n\r\n');
    expect(JSON.parse(body)).toMatchObject({ status: 'error', code: 'bad_request' });
  });
});

describe('a photo that does not arrive whole', () => {
  const part =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
  test.each([
    ['cut in its bytes', 'multipart/form-data; boundary=b', `${part}half of it`],
    ['cut in its headers', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; na'],
    ['without a boundary', 'multipart/form-data', `${part}x\r\n--b--\r\n`],
    ['with nothing but a preamble', 'multipart/form-data; boundary=b', 'This is a message in several parts.'],
    ['with another boundary than it says', 'multipart/form-data; boundary=c', `${part}x\r\n--b--\r\n`],
  ])('%s is a bad request', async (_what, type, body) => {
    const { token } = await newCustomer(product);
    const answer = await product.raw('/api/v3/upload_avatar', {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${token}` },
      body,
    });
    expect(answer).toMatchObject({ status: 400, body: { status: 'error', code: 'bad_request' } });
  });
});

describe('an unusual request', () => {
  const bodyOf = (answer: string) => JSON.parse(answer.split('\r\n\r\n')[1] ?? '');

  test('without a host is refused in the envelope', async () => {
    const answer = await send('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(bodyOf(answer)).toMatchObject({ status: 'error', code: 'bad_request' });
  });

  test('of the protocol that knows no host is answered', async () => {
    const answer = await send('GET /healthz HTTP/1.0\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('that expects what is not promised is refused in the envelope', async () => {
    const answer = await send(
      `POST ${login} HTTP/1.1\r\nHost: ar.localhost\r\nExpect: a-miracle\r\nContent-Length: 2\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 417 /);
    expect(bodyOf(answer)).toMatchObject({ status: 'error', code: 'expectation' });
  });

  test('comes on a connection that stays open for longer than a proxy keeps it', async () => {
    const answer = await send(
      'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    const seconds = Number(/keep-alive: timeout=(\d+)/i.exec(answer)?.[1]);
    // The longest of the usual ones keeps it for a minute.
    expect(seconds).toBeGreaterThan(60);
  });
});

describe('who may write', () => {
  test('a page of another site is refused', async () => {
    const foreign = await product.raw(login, {
      method: 'POST',
      headers: { ...json, origin: 'https://evil.example' },
      body: credentials,
    });
    expect(foreign.body).toMatchObject({ code: 'foreign_origin' });
    const crossSite = await product.raw(login, {
      method: 'POST',
      headers: { ...json, 'sec-fetch-site': 'cross-site' },
      body: credentials,
    });
    expect(crossSite.body).toMatchObject({ code: 'foreign_origin' });
  });

  test('an own page is not', async () => {
    const origin = `http://ar.localhost:${product.port}`;
    const answer = await product.raw(login, {
      method: 'POST',
      headers: { ...json, origin },
      body: credentials,
    });
    expect(answer.body.code).not.toBe('foreign_origin');
  });

  test('an unknown application token is refused, a missing one is the web', async () => {
    const call = (token: string | undefined) =>
      product.raw(login, {
        method: 'POST',
        headers: { ...json, ...(token ? { 'x-application-token': token } : {}) },
        body: credentials,
      });
    expect((await call('nobody')).body).toMatchObject({ code: 'unknown_channel' });
    expect((await call('rappi')).body.code).not.toBe('unknown_channel');
    expect((await call(undefined)).body.code).not.toBe('unknown_channel');
  });

  test('a malformed or unknown bearer token is a 401', async () => {
    for (const authorization of ['Bearer x', 'Bearer ', 'Basic abc', `Bearer ${'a'.repeat(600)}`]) {
      const answer = await product.raw('/api/v3/account-new', { headers: { authorization } });
      expect(answer.status).toBe(401);
    }
  });
});

describe('headers', () => {
  test.each(['/healthz', '/api/nothing', '/api/v3/account-new'])(
    '%s carries the security headers',
    async (path) => {
      const { headers } = await product.raw(path);
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('the published contract', () => {
  const borrowers = (Object.keys(contract) as CallKey[]).filter((key) => !isOfConsole(contract[key]));

  test('names exactly the calls that are served', async () => {
    const { body } = await product.call('GET /api/openapi.json');
    const published = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(published.toSorted()).toEqual(borrowers.toSorted());
  });

  test('gives every call an answer and its failures with their sentences', async () => {
    const { body } = await product.call('GET /api/openapi.json');
    expect(body.openapi).toMatch(/^3\.1/);
    for (const key of borrowers) {
      const [method, path] = key.split(' ') as [string, string];
      const operation = body.paths[path][method.toLowerCase()];
      expect(operation.responses['200'], key).toBeDefined();
      for (const code of contract[key].failures) {
        expect(operation.responses[String(failures[code][0])].description, key).toContain(failures[code][1]);
      }
    }
  });

  test('names the statuses that the machinery around the calls answers', async () => {
    const { body } = await product.call('GET /api/openapi.json');
    const statusesOf = (path: string, method: string) => Object.keys(body.paths[path][method].responses);
    expect(statusesOf('/api/v3/banks', 'get')).toEqual(['200', '401', '403', '503', 'default']);
    expect(statusesOf('/healthz', 'get')).toEqual(['200', '401', 'default']);
    expect(statusesOf('/vendors-api/v1/leads/{hash}', 'get')).toEqual(
      expect.arrayContaining(['200', '401', '404', '409']),
    );
    expect(statusesOf('/api/v3/suggest', 'post')).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '409', '413', '415', '422', '429', '503']),
    );
    expect(statusesOf('/api/bank-accounts', 'delete')).toEqual(
      expect.arrayContaining(['401', '403', '404', '409', '422']),
    );
    expect(body.servers).toEqual([{ url: expect.stringMatching(/^http/) }]);
  });
});
