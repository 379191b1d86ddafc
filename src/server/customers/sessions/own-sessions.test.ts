import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { deviceName } from '../../platform/http/device.ts';

/** docs/product/rights.md#sessions */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

const phone =
  'Mozilla/5.0 (Linux; Android 13; moto g) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
const computer = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function logIn(email: string, device: string): Promise<string> {
  const { body } = await product.call('POST /api/v3/authenticate-new', {
    body: { email, password: 'clave-larga-1' },
    headers: { 'user-agent': device },
  });
  return body.token;
}
const sessionsOf = async (token: string) =>
  (await product.call('GET /api/v3/sessions', { token })).body.result;
const end = (token: string, id: string) => product.call('POST /api/v3/sessions/end', { token, body: { id } });
const statusOf = async (token: string) => (await product.call('GET /api/v3/account-new', { token })).status;

describe('where somebody is logged in', () => {
  test('is listed with the device’s name, and ended one by one or all others at once', async () => {
    const { email } = await addPerson(product, { password: 'clave-larga-1' });
    const here = await logIn(email, phone);
    const [office, cafe, library] = [
      await logIn(email, computer),
      await logIn(email, ''),
      await logIn(email, ''),
    ];
    const listed = await sessionsOf(here);
    expect(listed.filter((each: { current: boolean }) => each.current)).toMatchObject([
      { device: 'Chrome en Android' },
    ]);
    const firefox = listed.find(({ device }: { device: string }) => device === 'Firefox en Windows');
    expect(JSON.stringify(listed)).not.toMatch(/Mozilla|moto g/);
    expect((await end(here, firefox.id)).body.messages).toEqual(['Cerramos esa sesión.']);
    expect([await statusOf(office), await statusOf(cafe), await statusOf(here)]).toEqual([401, 200, 200]);
    expect((await end(here, '')).status).toBe(200);
    expect([await statusOf(cafe), await statusOf(library), await statusOf(here)]).toEqual([401, 401, 200]);
    expect(await sessionsOf(here)).toHaveLength(1);
  });

  test('ends everywhere else at once, however many there are', async () => {
    const { id, email } = await addPerson(product, { password: 'clave-larga-1' });
    const here = await logIn(email, phone);
    const { db, clock } = product.deps;
    const [at, expires] = [clock.now(), new Date(clock.now().getTime() + 86_400_000)];
    const many = Array.from({ length: 120 }, () => ({
      digest: randomBytes(32),
      customer_id: id,
      country: 'AR' as const,
      method: 'password',
      created_at: at,
      fresh_at: at,
      last_used_at: at,
      expires_at: expires,
    }));
    await db.insertInto('session').values(many).execute();
    expect((await end(here, '')).status).toBe(200);
    const left = await db
      .selectFrom('session')
      .select('digest')
      .where('customer_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    expect(left).toHaveLength(1);
    expect(await statusOf(here)).toBe(200);
  });

  test('is nobody else’s to see or end, and the present session is ended by logging out only', async () => {
    const [one, other] = [
      await addPerson(product, { password: 'clave-larga-1' }),
      await addPerson(product, { password: 'clave-larga-1' }),
    ];
    const [mine, theirs] = [await logIn(one.email, phone), await logIn(other.email, phone)];
    const [own] = await sessionsOf(theirs);
    expect((await end(mine, own.id)).status).toBe(404);
    expect((await end(theirs, own.id)).status).toBe(404);
    expect(await statusOf(theirs)).toBe(200);
  });
});

test.each([
  [phone, 'Chrome en Android'],
  [computer, 'Firefox en Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1',
    'Safari en iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge en Mac'],
  [
    'Mozilla/5.0 (Linux; Android 13) SamsungBrowser/23.0 Chrome/115.0 Mobile Safari/537.36',
    'Samsung Internet en Android',
  ],
  ['curl/8.0', ''],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
