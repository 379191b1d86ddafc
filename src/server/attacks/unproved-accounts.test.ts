import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../countries/countries.ts';
import type { CellPhone } from '../../countries/identifiers/phones.ts';
import { asChecked } from '../testing/as-checked.ts';
import { transaction } from '../platform/database.ts';
import { createLink, hashPassword, openSession } from '../customers/sessions/service.ts';
import { customerPasskeys } from '../testing/customer-passkeys.ts';
import { confirmationOf, phoneOf, signUpAndVerify } from '../testing/journey.ts';
import { addLead, hashIn, messageOf, newestMessage } from '../testing/people.ts';
import { startProduct, type TestAnswer, type TestProduct } from '../testing/product.ts';
import { sites, siteSettings } from '../testing/sites.ts';

/** An account opened by a stranger with another person's e-mail address. */

const password = 'clave-del-extraño-1';
let product: TestProduct;
let count = 0;
beforeAll(async () => {
  product = await startProduct({
    settings: { ...siteSettings, LIMIT_PASSWORD_ADDRESS: '10000' },
  });
});
afterAll(() => product.close());

interface Account {
  readonly country: CountryCode;
  readonly id: number;
  readonly email: string;
  readonly token: string;
  readonly cellphone: CellPhone;
}

/** Opens an account as a stranger with the victim's address. */
async function opened(country: CountryCode): Promise<Account> {
  count += 1;
  const email = `victima${count}@example.com`;
  const hash = await addLead(product, { country });
  const { status, body } = await product.call('POST /api/v3/account', { country, body: { email, hash } });
  expect(status).toBe(200);
  const { id } = await product.deps.db
    .selectFrom('customer')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const cellphone = asChecked<CellPhone>(phoneOf(country, `4466${String(count).padStart(2, '0')}`));
  return { country, id, email, token: body.token, cellphone };
}

const isOpen = async (country: CountryCode, token: string) =>
  (await product.call('GET /api/v3/account-new', { country, token })).status === 200;

/** Proves the number by its code, in the session of the account. */
async function provePhone({ country, token, cellphone }: Account): Promise<void> {
  const sms = await messageOf(product, `598${cellphone}`.slice(-8), async () => {
    const sent = await product.call('POST /api/v3/sendcode', { country, token, body: { cellphone } });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  });
  const body = { code: /^\d{4}/.exec(sms.text)?.[0] ?? '' };
  expect((await product.call('POST /api/v3/checkcode', { country, token, body })).status).toBe(200);
}

const linkOf = ({ country, id: customerId }: Account, kind: 'sms' | 'magic' | 'recovery') =>
  transaction(product.deps.db, (tx) => createLink(tx, product.deps, { kind, customerId, country }));

const setRow = ({ id }: Account, values: { readonly password_hash: string }) =>
  product.deps.db.updateTable('customer').set(values).where('id', '=', id).execute();

const isWelcome = ({ text }: { readonly text: string }) => text.includes('/recupero-contrasena/');

type Try = () => Promise<TestAnswer>;

/** Ways in that a stranger leaves behind; some only on an account of before addresses were proved. */
const WAYS_IN: Readonly<Record<string, (account: Account) => Promise<Try>>> = {
  'the session':
    async ({ country, token }) =>
    () =>
      product.call('GET /api/v3/account-new', { country, token }),
  'a session that a link opened': async ({ country, id: customerId }) => {
    const who = { customerId, country, method: 'sms', origin: { device: '' } } as const;
    const { token } = await transaction(product.deps.db, (tx) => openSession(tx, product.deps, who));
    return () => product.call('GET /api/v3/account-new', { country, token });
  },
  'a password': async (account) => {
    await setRow(account, { password_hash: await hashPassword(password) });
    const { country, email } = account;
    return () => product.call('POST /api/v3/authenticate-new', { country, body: { email, password } });
  },
  'a passkey': async (account) => {
    const { country, id, token } = account;
    const passkeys = customerPasskeys(product, sites[country], country);
    const key = passkeys.newAuthenticator();
    const { db, clock } = product.deps;
    const prove = (at: Date | null) =>
      db.updateTable('customer').set({ email_proved_at: at }).where('id', '=', id).execute();
    await prove(clock.now());
    expect((await passkeys.add(token, key)).status).toBe(200);
    await prove(null);
    return () => passkeys.logIn(key);
  },
  'a link by SMS': async (account) => {
    const hash = await linkOf(account, 'sms');
    return () => product.call('POST /api/auth/autologin', { country: account.country, body: { hash } });
  },
  'the phone': async (account) => {
    const { country, cellphone } = account;
    await provePhone(account);
    return async () => {
      const links = () =>
        product.deps.db.selectFrom('one_time_link').select('digest').where('kind', '=', 'sms').execute();
      const before = (await links()).length;
      await product.call('POST /api/auth/sendpin', { country, body: { cellphone } });
      // The next job of the queue has run when the link after it is there.
      const other = await opened(country);
      await messageOf(product, other.email, () =>
        product.call('POST /api/auth/magic-link', { country, body: { email: other.email } }),
      );
      const isSent = (await links()).length > before;
      return { status: isSent ? 200 : 401, body: {}, headers: new Headers() };
    };
  },
  'a provider': async ({ country, id }) => {
    const email = `extraño${id}@example.com`;
    await product.deps.db
      .insertInto('social_identity')
      .values({
        provider: 'facebook',
        subject: email,
        country,
        customer_id: id,
        created_at: product.deps.clock.now(),
      })
      .execute();
    return () => product.call('POST /api/social/facebook', { country, body: { token: `sandbox:${email}` } });
  },
};

/** Ways to prove an address. @returns the token of the owner */
const PROOFS: Readonly<Record<string, (account: Account) => Promise<string>>> = {
  'a link by e-mail': async ({ country, email }) => {
    const mail = await messageOf(product, email, () =>
      product.call('POST /api/auth/magic-link', { country, body: { email } }),
    );
    const body = { code: hashIn(mail, 'magic-link') };
    return (await product.call('POST /api/auth/magicLink', { country, body })).body.token;
  },
  'the same link at autologin': async (account) => {
    const body = { hash: await linkOf(account, 'magic') };
    const { country } = account;
    return (await product.call('POST /api/auth/autologin', { country, body })).body.token;
  },
  'the welcome’s link': async ({ country, email }) => {
    const token = hashIn(await newestMessage(product, email, isWelcome), 'recupero-contrasena');
    const own = 'clave-de-la-dueña-2';
    const body = { token, email, password: own, password_confirmation: own };
    expect((await product.call('POST /api/recovery', { country, body })).status).toBe(200);
    const login = await product.call('POST /api/v3/authenticate-new', {
      country,
      body: { email, password: own },
    });
    return login.body.token;
  },
  Google: async ({ country, email }) =>
    (await product.call('POST /api/social/google', { country, body: { token: `sandbox:${email}` } })).body
      .token,
};

describe.each(['AR', 'UY'] as const)('%s: the owner of an address comes', (country) => {
  describe.each(Object.entries(PROOFS))('by %s', (_proof, prove) => {
    test.each(Object.entries(WAYS_IN))(
      'and %s of a stranger no longer opens the account',
      async (_way, leave) => {
        const account = await opened(country);
        const comeIn = await leave(account);
        const owner = await prove(account);
        expect(await isOpen(country, owner)).toBe(true);
        expect((await comeIn()).status).toBeGreaterThanOrEqual(400);
        expect(await isOpen(country, account.token)).toBe(false);
        // The owner's session, opened after the proof, survives.
        expect(await isOpen(country, owner)).toBe(true);
      },
    );
  });

  test('by a code in the session that applies, which goes on; others end', async () => {
    const account = await opened(country);
    const { token, email } = account;
    const others = [
      await WAYS_IN['a session that a link opened']!(account),
      await WAYS_IN['a password']!(account),
    ];
    await provePhone(account);
    let state = '';
    const mail = await messageOf(product, email, async () => {
      const sent = await product.call('POST /api/v3/proof/code', {
        country,
        token,
        body: { channel: 'email' },
      });
      ({ state } = sent.body.result);
    });
    const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
    const proved = await product.call('POST /api/v3/proof/code/check', {
      country,
      token,
      body: { state, code },
    });
    expect(proved.status).toBe(200);
    expect([await isOpen(country, token), await isOpen(country, proved.body.token)]).toEqual([true, true]);
    for (const comeIn of others) expect((await comeIn()).status).toBe(401);
    const { cellphone } = account;
    const sms = await messageOf(product, `598${cellphone}`.slice(-8), () =>
      product.call('POST /api/auth/sendpin', { country, body: { cellphone } }),
    );
    expect(sms.text).toContain('/login/');
  });

  test('a second time, and the password and the session of the first stay', async () => {
    const account = await opened(country);
    const own = await PROOFS['the welcome’s link']!(account);
    const again = await PROOFS['a link by e-mail']!(account);
    expect([await isOpen(country, own), await isOpen(country, again)]).toEqual([true, true]);
  });
});

describe.each(['AR', 'UY'] as const)('%s: before the address is proved', (country) => {
  const unproved = { status: 403, body: { code: 'address_unproved' } };
  const set = { current_password: '', password, password_confirmation: password };

  test('a session sets no password and adds no passkey', async () => {
    const { token } = await opened(country);
    expect(await product.call('POST /api/v3/password', { country, token, body: set })).toMatchObject(
      unproved,
    );
    expect(await product.call('POST /api/v3/passkeys/challenge', { country, token })).toMatchObject(unproved);
    const made = { state: 'x', credential: '{}' };
    expect(await product.call('POST /api/v3/passkeys', { country, token, body: made })).toMatchObject(
      unproved,
    );
  });

  test('a first loan is confirmed, a second one is not; afterwards both go on in the owner’s session', async () => {
    const person = await signUpAndVerify(product, country);
    const { email } = person;
    const { db } = product.deps;
    const confirmed = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
    await db
      .updateTable('loan')
      .set({ state: 'finished' })
      .where('public_id', '=', confirmed.body.result.id)
      .execute();
    const second = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
    expect(second).toMatchObject(unproved);
    const { id } = await db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const token = await PROOFS['a link by e-mail']!({ ...person, id, cellphone: asChecked('0') });
    const answer = await product.call('POST /api/v3/password', { country, token, body: set });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  });

  test('the application goes on in the session of the link', async () => {
    const person = await signUpAndVerify(product, country);
    const { db } = product.deps;
    const { id } = await db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow();
    const token = await PROOFS['a link by e-mail']!({ ...person, id, cellphone: asChecked('0') });
    expect(await isOpen(country, person.token)).toBe(false);
    const body = confirmationOf(person);
    expect((await product.call('POST /api/v3/finish-new', { country, token, body })).status).toBe(200);
  });
});
