import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { openSession } from './service.ts';

/** docs/product/signup-and-login.md#changing-the-password */

const old = 'clave-larga-1';
const fresh = 'otra-clave-2';
let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({
    settings: { LIMIT_PASSWORD_ADDRESS: '1000', PWNED_PASSWORDS_URL: 'https://list.invalid' },
  });
});
afterAll(() => product.close());

const change = (token: string, current: string, next = fresh, repeated = next) =>
  product.call('POST /api/v3/password', {
    token,
    body: { current_password: current, password: next, password_confirmation: repeated },
  });
const logIn = (email: string, password: string) =>
  product.call('POST /api/v3/authenticate-new', { body: { email, password } });
const statusOf = async (token: string) => (await product.call('GET /api/v3/account-new', { token })).status;
const isChange = ({ subject }: { subject: string }) => subject === 'Cambiaste tu contraseña';

async function sessionOf(customerId: number, minutesAgo: number): Promise<string> {
  const { db, clock } = product.deps;
  return db.transaction().execute(async (tx) => {
    const who = { customerId, country: 'AR', method: 'sms', origin: { device: '' } } as const;
    const { token } = await openSession(tx, product.deps, who);
    const freshAt = new Date(clock.now().getTime() - minutesAgo * 60_000);
    await tx
      .updateTable('session')
      .set({ fresh_at: freshAt })
      .where('customer_id', '=', customerId)
      .execute();
    return token;
  });
}

describe('changing the password', () => {
  test('takes the present one, ends the other sessions and is told by e-mail', async () => {
    const { email } = await addPerson(product, { password: old });
    const [here, elsewhere] = [(await logIn(email, old)).body.token, (await logIn(email, old)).body.token];
    expect(await change(here, 'no-es-esta')).toMatchObject({
      status: 422,
      body: { code: 'password_wrong', fields: { current_password: 'La contraseña no es correcta.' } },
    });
    expect(await change(here, '')).toMatchObject({ body: { code: 'password_wrong' } });
    expect(await statusOf(elsewhere)).toBe(200);
    expect(await change(here, old)).toMatchObject({
      status: 200,
      body: { messages: ['Guardamos tu contraseña nueva y cerramos tus otras sesiones.'] },
    });
    expect([await statusOf(here), await statusOf(elsewhere)]).toEqual([200, 401]);
    expect([(await logIn(email, old)).status, (await logIn(email, fresh)).status]).toEqual([401, 200]);
    const told = await newestMessage(product, email, isChange);
    expect(told.text).toContain('Si no fuiste vos');
  });

  test('needs no other proof of who knows the present one', async () => {
    const { id } = await addPerson(product, { password: old });
    expect((await change(await sessionOf(id, 600), old)).status).toBe(200);
  });

  test.each([
    ['corta', 'corta', 'invalid'],
    [fresh, 'distinta-1', 'password_mismatch'],
    ['prestamo2026', 'prestamo2026', 'password_weak'],
    ['Filtrada-2019', 'Filtrada-2019', 'password_breached'],
  ])('to %j, repeated as %j, is refused: %s', async (next, repeated, code) => {
    const { email } = await addPerson(product, { password: old });
    const { token } = (await logIn(email, old)).body;
    expect((await change(token, old, next, repeated)).body.code).toBe(code);
    expect((await logIn(email, old)).status).toBe(200);
  });

  test('counts the wrong present ones with those of logins', async () => {
    const { id, email } = await addPerson(product, { password: old });
    const token = await sessionOf(id, 0);
    const tries = await Promise.all(Array.from({ length: 12 }, () => change(token, 'no-es-esta')));
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(10);
    expect((await logIn(email, old)).status).toBe(429);
  });

  test('sets the first one after a new proof only', async () => {
    const { id, email } = await addPerson(product);
    expect(await change(await sessionOf(id, 16), '')).toMatchObject({
      status: 403,
      body: { code: 'fresh_login_required' },
    });
    expect((await change(await sessionOf(id, 1), '')).status).toBe(200);
    expect((await logIn(email, fresh)).status).toBe(200);
  });

  test('is not kept from anybody by a list of breached passwords that gives no answer, which is noted', async () => {
    const { id, email } = await addPerson(product, { password: old });
    const { token } = (await logIn(email, old)).body;
    expect((await change(token, old, 'sin-respuesta-1')).status).toBe(200);
    const noted = await product.deps.db
      .selectFrom('event')
      .select('kind')
      .where('customer_id', '=', id)
      .where('kind', '=', 'breached-passwords-unasked')
      .execute();
    expect(noted).toHaveLength(1);
  });
});
