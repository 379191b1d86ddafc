import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleUrl } from '../../staff/testing/console.ts';
import { customerPasskeys } from '../../testing/customer-passkeys.ts';
import { addPerson, hashIn, messageOf } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { sites, siteSettings } from '../../testing/sites.ts';
import { holdTools } from './testing/holds.ts';

const password = 'una clave larga y rara';

let product: TestProduct;
let at: Awaited<ReturnType<typeof holdTools>>;
beforeAll(async () => {
  product = await startProduct({
    settings: { CONSOLE_URL: consoleUrl, ...siteSettings },
  });
  at = await holdTools(product);
});
afterAll(() => product.close());

describe.each(['AR', 'UY'] as const)('in %s', (country) => {
  test('who may not log in is told so by every way, once they have shown who they are', async () => {
    const person = await addPerson(product, { country, password });
    const customer = String(person.id);
    const { cellphone } = person;
    const email = person.email.toLowerCase();
    const call: typeof product.call = (...asked) => product.call(...asked);
    const withPassword = (word: string) =>
      call('POST /api/v3/authenticate-new', { country, body: { email, password: word } });
    const { token } = (await withPassword(password)).body;
    const passkeys = customerPasskeys(product, sites[country], country);
    const phone = passkeys.newAuthenticator();
    expect((await passkeys.add(token, phone)).status).toBe(200);

    const linkOf = async (
      to: string,
      key: 'POST /api/auth/sendpin' | 'POST /api/auth/magic-link',
      path: string,
    ) =>
      hashIn(
        await messageOf(product, to, () =>
          call(key, { country, body: key.endsWith('sendpin') ? { cellphone } : { email } }),
        ),
        path,
      );
    const ways = {
      password: () => withPassword(password),
      passkey: () => passkeys.logIn(phone),
      google: () => call('POST /api/social/google', { country, body: { token: `sandbox:${email}` } }),
      facebook: () => call('POST /api/social/facebook', { country, body: { token: `sandbox:${email}` } }),
      sms: async () =>
        call('POST /api/auth/autologin', {
          country,
          body: { hash: await linkOf(cellphone, 'POST /api/auth/sendpin', 'login') },
        }),
      magic: async () =>
        call('POST /api/auth/magicLink', {
          country,
          body: { code: await linkOf(email, 'POST /api/auth/magic-link', 'magic-link') },
        }),
    };
    for (const [way, enter] of Object.entries(ways))
      expect([way, (await enter()).status]).toEqual([way, 200]);
    const open = await call('POST /api/v3/authenticate-new', { country, body: { email, password } });
    const early = await linkOf(email, 'POST /api/auth/magic-link', 'magic-link');

    const id = await at.hold(customer, 'fraud');
    expect((await call('GET /api/v3/account-new', { country, token: open.body.token })).status).toBe(401);
    for (const [way, enter] of Object.entries(ways)) {
      const answer = await enter();
      expect([way, answer.status, answer.body.code]).toEqual([way, 403, 'account_held']);
      expect(answer.body.message).toBe(
        'Por ahora no podés ingresar a tu cuenta. Escribinos desde Ayuda y lo vemos con vos.',
      );
    }
    // A link of before was ended, and who guesses a password learns nothing.
    const spent = await call('POST /api/auth/magicLink', { country, body: { code: early } });
    expect(spent.body.code).toBe('link_invalid');
    expect((await withPassword('otra clave larga')).body.code).toBe('credentials');
    const recovery = await messageOf(product, email, () =>
      call('GET /api/recovery', { country, query: { email } }),
    );
    const body = {
      token: hashIn(recovery, 'recupero-contrasena'),
      email,
      password: 'Otra-clave-77-larga',
      password_confirmation: 'Otra-clave-77-larga',
    };
    expect((await call('POST /api/recovery', { country, body })).body.code).toBe('account_held');
    // Nor does the staff send what leads nowhere.
    const link = { params: { id: customer, link: 'login_email' } };
    const sent = await at.agent.call('POST /api/staff/customers/{id}/links/{link}', {
      ...link,
      version: (await at.head.call('GET /api/staff/customers/{id}', { params: { id: customer } })).body.result
        .version,
      body: { reason_code: 'help', reason: 'Lo pidió' },
    });
    expect(sent.body.code).toBe('customer_held');

    await at.lift(id);
    for (const [way, enter] of Object.entries(ways))
      expect([way, (await enter()).status]).toEqual([way, 200]);
    expect((await call('GET /api/v3/account-new', { country, token: open.body.token })).status).toBe(401);
  }, 60_000);
});
