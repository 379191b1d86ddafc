import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomer } from '../testing/new-customer.ts';
import { addPerson, messageOf } from '../testing/people.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** One attacker with a whole network, and the SMS that a country's customers share. */

const most = 3;
let product: TestProduct;
beforeAll(async () => {
  const limits = {
    LIMIT_PASSWORD_ADDRESS: String(most),
    LIMIT_LINKS_ADDRESS: String(most),
    LIMIT_SIGNUP_ADDRESS: String(most),
    LIMIT_OPINIONS_ADDRESS: String(most),
  };
  product = await startProduct({ settings: { TRUST_PROXY: '127.0.0.1', SANDBOX: 'off', ...limits } });
});
afterAll(() => product.close());

/** Addresses of one neighbourhood, each a network of its own. */
const NEIGHBOURS: Readonly<Record<string, (n: number) => string>> = {
  'a /48 of IPv6': (n) => `2001:db8:77:${(n + 1).toString(16)}::1`,
  'a /24 of IPv4': (n) => `203.0.113.${n + 1}`,
};

type Ask = (n: number, headers: Readonly<Record<string, string>>) => Promise<{ status: number }>;
const CALLS: Readonly<Record<string, Ask>> = {
  'wrong passwords': (n, headers) =>
    product.call('POST /api/v3/authenticate-new', {
      headers,
      body: { email: `nadie${n}@example.com`, password: 'mala-clave' },
    }),
  'wrong links': (n, headers) =>
    product.call('POST /api/auth/autologin', { headers, body: { hash: `adivinanza-${n}` } }),
  'links, by SMS or e-mail': (n, headers) =>
    product.call('POST /api/auth/sendpin', { headers, body: { cellphone: `11444400${10 + n}` } }),
  accounts: (n, headers) =>
    product.call('POST /api/v3/account', { headers, body: { email: `nadie${n}@example.com`, hash: 'x' } }),
};

describe.each(Object.entries(NEIGHBOURS))('from %s', (_name, addressOf) => {
  test.each(Object.entries(CALLS))('%s are limited at four times one address', async (_call, ask) => {
    const statuses: number[] = [];
    for (let n = 0; n < 4 * most + 3; n += 1)
      statuses.push((await ask(n, { 'x-forwarded-for': addressOf(n) })).status);
    expect(statuses.slice(0, 4 * most)).not.toContain(429);
    expect(statuses.slice(4 * most)).toEqual([429, 429, 429]);
    expect((await ask(99, { 'x-forwarded-for': '198.51.100.9' })).status).not.toBe(429);
  });
});

test('no limit counts an address without its neighbourhood', async () => {
  const root = join(import.meta.dirname, '..');
  const files = (await readdir(root, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('platform/limits'),
  );
  const alone: string[] = [];
  for (const file of files) {
    const text = await readFile(join(root, file), 'utf8');
    if (/\bnetworkOf\(/.test(text) && !/\bneighbourhoodOf\(/.test(text)) alone.push(file);
  }
  expect(alone).toEqual([]);
});

test('codes to numbers that nobody has proved leave a known customer their link', async () => {
  const small = await startProduct({ settings: { LIMIT_SMS_COUNTRY_DAY: '10' } });
  try {
    const statuses: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      const { token } = await newCustomer(small);
      const body = { cellphone: `11477700${10 + n}` };
      statuses.push((await small.call('POST /api/v3/sendcode', { token, body })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
    const { cellphone } = await addPerson(small);
    const link = await messageOf(small, cellphone, async () =>
      expect((await small.call('POST /api/auth/sendpin', { body: { cellphone } })).status).toBe(200),
    );
    expect(link.text).toContain('/login/');
  } finally {
    await small.close();
  }
});
