import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/countries.ts';
import { otherThan } from '../../../countries/testing/test-country.ts';
import { correctCustomer, lockCustomer } from '../service.ts';
import { transaction } from '../../platform/database.ts';
import { customerPasskeys } from '../../testing/customer-passkeys.ts';
import { newCustomer } from '../../testing/new-customer.ts';
import { hashIn, messageOf, newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { sites, siteSettings } from '../../testing/sites.ts';
import { endAccess } from './service.ts';

/** docs/product/signup-and-login.md#passkeys */

const dayMs = 86_400_000;
let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({
    settings: { ...siteSettings, LIMIT_PASSWORD_ADDRESS: '30' },
  });
});
afterAll(() => product.close());

const statusOf = async (country: CountryCode, token: string) =>
  (await product.call('GET /api/v3/account-new', { country, token })).status;

/** Logged in, with an address that was proved. */
const provedCustomer = (country: CountryCode = 'AR') =>
  newCustomer(product, country, { isEmailProved: true });

async function emailOf(id: number): Promise<string> {
  const query = product.deps.db.selectFrom('customer').select('email').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).email;
}

describe('a passkey', () => {
  const country = 'UY' as const;
  const own = () => customerPasskeys(product, sites[country], country);

  test('is added, told by e-mail, lets its customer in, and is removed', async () => {
    const { newAuthenticator, add, logIn, toLogIn } = own();
    const person = await provedCustomer(country);
    const { token } = person;
    const email = await emailOf(person.id);
    const [phone, other] = [newAuthenticator(), newAuthenticator()];
    const added = await add(token, phone);
    expect(added).toMatchObject({
      status: 200,
      body: { messages: ['Listo: ya podés ingresar sin contraseña.'] },
    });
    const told = await newestMessage(product, email, ({ subject }) => subject.includes('Agregaste'));
    expect(told.text).toContain('Si no fuiste vos');
    expect((await logIn(other)).body.code).toBe('passkey_refused');

    const entered = await logIn(phone);
    expect(entered.body).toMatchObject({ result: { token: entered.body.token } });
    const mine = await product.call('GET /api/v3/account-new', { country, token: entered.body.token });
    expect(mine.body.result.account_information.document_number).toBe(person.documentNumber);
    const answer = await toLogIn(phone);
    expect((await product.call('POST /api/auth/passkey/finish', answer)).status).toBe(200);
    expect((await product.call('POST /api/auth/passkey/finish', answer)).body.code).toBe('passkey_refused');
    expect((await logIn(phone, { count: 1 })).body.code).toBe('passkey_refused');
    expect((await logIn(phone, { count: 50, origin: 'https://evil.test' })).body.code).toBe(
      'passkey_refused',
    );

    // What no authenticator calls a passkey is refused before anybody looks for it.
    const credential = JSON.stringify({ id: '\0', rawId: '\0', type: 'public-key' });
    const nul = { country, body: { state: 'x', credential } };
    expect((await product.call('POST /api/auth/passkey/finish', nul)).body.code).toBe('passkey_refused');

    const { result } = (await product.call('GET /api/v3/passkeys', { country, token })).body;
    expect(result).toMatchObject([{ last_used_at: expect.any(String) }]);
    expect(JSON.stringify(result)).not.toMatch(/key"|credential/);
    const stranger = await provedCustomer(country);
    const remove = (by: string) =>
      product.call('POST /api/v3/passkeys/{id}/remove', { country, token: by, params: { id: result[0].id } });
    expect((await remove(stranger.token)).status).toBe(404);
    expect((await remove(token)).body).toMatchObject({ result: [], messages: ['Quitamos esa llave.'] });
    await newestMessage(product, email, ({ subject }) => subject.includes('Quitaste'));
    expect((await logIn(phone)).body.code).toBe('passkey_refused');
  });

  test('is added whatever else its browser says', async () => {
    const { newAuthenticator, toAdd, logIn } = own();
    const { token } = await provedCustomer(country);
    const phone = newAuthenticator();
    const { body, ...rest } = await toAdd(token, phone);
    const { state, credential } = body as { state: string; credential: string };
    const said = JSON.parse(credential) as { response: { transports: unknown } };
    said.response.transports = ['internal', 'a\0b', 7];
    const added = await product.call('POST /api/v3/passkeys', {
      ...rest,
      body: { state, credential: JSON.stringify(said) },
    });
    expect(added.status).toBe(200);
    expect((await logIn(phone)).status).toBe(200);
  });

  test('goes with a new password, and with a correction of the staff', async () => {
    const { newAuthenticator, add, logIn } = own();
    const person = await provedCustomer(country);
    const email = await emailOf(person.id);
    const phone = newAuthenticator();
    await add(person.token, phone);
    const ask = () => product.call('GET /api/recovery', { country, query: { email } });
    const token = hashIn(await messageOf(product, email, ask), 'recupero-contrasena');
    const password = 'clave-nueva-1';
    const body = { token, email, password, password_confirmation: password };
    expect((await product.call('POST /api/recovery', { country, body })).status).toBe(200);
    const told = await newestMessage(product, email, ({ subject }) => subject.includes('contraseña'));
    expect(told.text).toContain('quitamos tus llaves de acceso');
    expect((await logIn(phone)).body.code).toBe('passkey_refused');

    const login = await product.call('POST /api/v3/authenticate-new', { country, body: { email, password } });
    const next = newAuthenticator();
    expect((await add(login.body.token, next)).status).toBe(200);
    const { db, clock } = product.deps;
    const { id } = await db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await transaction(db, async (tx) => {
      await lockCustomer(tx, id);
      await correctCustomer(tx, id, { first_name: 'Otra' }, 'Julia');
      await endAccess(tx, id, clock.now());
    });
    expect((await logIn(next)).body.code).toBe('passkey_refused');
  });

  test('of one country opens nothing in another', async () => {
    const person = await provedCustomer(country);
    const { newAuthenticator, add, toLogIn } = own();
    const phone = newAuthenticator();
    await add(person.token, phone);
    const { body } = await toLogIn(phone);
    const refused = await product.call('POST /api/auth/passkey/finish', {
      country: otherThan(country),
      body,
    });
    expect(refused.body.code).toBe('passkey_refused');
  });
});

test('an old session adds none; of eleven the last is refused; wrong ones are limited', async () => {
  const { newAuthenticator, add, toAdd, logIn } = customerPasskeys(product, sites.AR);
  const { token } = await provedCustomer();
  const made = await toAdd(token, newAuthenticator());
  for (let count = 0; count < 10; count += 1) expect((await add(token, newAuthenticator())).status).toBe(200);
  expect((await product.call('POST /api/v3/passkeys', made)).body.code).toBe('passkey_refused');
  const { token: idle } = await provedCustomer();
  const late = await toAdd(idle, newAuthenticator());
  await product.advance(dayMs / 2 + 60_000);
  expect((await product.call('POST /api/v3/passkeys', late)).body.code).toBe('fresh_login_required');
  const begin = await product.call('POST /api/v3/passkeys/challenge', { token: idle });
  expect(begin.body.code).toBe('fresh_login_required');
  expect(await statusOf('AR', idle)).toBe(200);
  const tries = await Promise.all(Array.from({ length: 40 }, () => logIn(newAuthenticator())));
  expect(new Set(tries.map(({ body }) => body.code))).toEqual(new Set(['passkey_refused', 'too_many']));
});
