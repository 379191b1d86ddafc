import { afterAll, beforeAll, expect, test } from 'vitest';
import { correctCustomer, lockCustomer } from './service.ts';
import { transaction } from '../platform/database.ts';
import { customerPasskeys } from '../testing/customer-passkeys.ts';
import { addPerson } from '../testing/people.ts';
import { startProduct, type TestAnswer, type TestProduct } from '../testing/product.ts';
import { waitingForLocks } from '../testing/waiting-for-locks.ts';
import { createLink, endAccess, forgetSocialIdentities, openSession } from './sessions/service.ts';

/** docs/security.md#sessions: whoever comes in while the ways into an account end is out, too. */

const site = 'https://ar.cuota.test';
const old = 'clave-larga-1';
let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { PUBLIC_URL_AR: site, LIMIT_PASSWORD_ADDRESS: '1000' } });
});
afterAll(() => product.close());

const logIn = (email: string) =>
  product.call('POST /api/v3/authenticate-new', { body: { email, password: old } });
const linkOf = (customerId: number, kind: 'sms' | 'recovery') =>
  transaction(product.deps.db, (tx) => createLink(tx, product.deps, { kind, customerId, country: 'AR' }));
/** Without a login, whose new decision would wait for the customer, too. */
const sessionOf = (customerId: number) =>
  transaction(product.deps.db, (tx) =>
    openSession(tx, product.deps, { customerId, country: 'AR', method: 'sms', origin: { device: '' } }),
  );
const statusOf = async (token: string) => (await product.call('GET /api/v3/account-new', { token })).status;
const passkeysOf = (customerId: number) =>
  product.deps.db.selectFrom('customer_passkey').select('id').where('customer_id', '=', customerId).execute();

interface Person {
  readonly id: number;
  readonly email: string;
  /** Of a session that is open. */
  readonly token: string;
}

/** What a call waits with that has been let in; prepared before anything changes. */
const WAYS: Readonly<Record<string, (person: Person) => Promise<() => Promise<TestAnswer>>>> = {
  'a login by password':
    async ({ email }) =>
    () =>
      logIn(email),
  'a login by link': async ({ id }) => {
    const hash = await linkOf(id, 'sms');
    return () => product.call('POST /api/auth/autologin', { body: { hash } });
  },
  'a login by passkey': async ({ token }) => {
    const { newAuthenticator, add, toLogIn } = customerPasskeys(product, site);
    const phone = newAuthenticator();
    expect((await add(token, phone)).status).toBe(200);
    const answer = await toLogIn(phone);
    return () => product.call('POST /api/auth/passkey/finish', answer);
  },
  'a new proof':
    async ({ token }) =>
    () =>
      product.call('POST /api/v3/proof/password', { token, body: { password: old } }),
  'a new passkey': async ({ token }) => {
    const { newAuthenticator, toAdd } = customerPasskeys(product, site);
    const made = await toAdd(token, newAuthenticator());
    return () => product.call('POST /api/v3/passkeys', made);
  },
};

test.each(
  Object.entries(WAYS).flatMap(([name, way]) => [
    [name, 'before', way] as const,
    [name, 'after', way] as const,
  ]),
)('%s that is under way %s a recovery does not outlive it', async (_name, order, way) => {
  const { db } = product.deps;
  const { id, email } = await addPerson(product, { password: old });
  const person = { id, email, token: (await sessionOf(id)).token };
  const comeIn = await way(person);
  const token = await linkOf(id, 'recovery');
  const password = 'otra-clave-2';
  const body = { token, email, password, password_confirmation: password };
  const recover = () => product.call('POST /api/recovery', { body });
  const calls = order === 'before' ? [comeIn, recover] : [recover, comeIn];
  const { answers } = await transaction(db, async (tx) => {
    await lockCustomer(tx, id);
    const begun: Promise<TestAnswer>[] = [];
    for (const call of calls) {
      begun.push(call());
      await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBe(begun.length);
    }
    return { answers: Promise.all(begun) };
  });
  const [first, second] = await answers;
  const [entered, recovered] = order === 'before' ? [first, second] : [second, first];
  expect(recovered?.status).toBe(200);
  // Refused, it has none, which is nobody's either.
  expect(await statusOf(entered?.body.token ?? 'none')).toBe(401);
  expect(await passkeysOf(id)).toEqual([]);
});

test('a social login with an address that is corrected meanwhile opens and links nothing', async () => {
  const { db, clock } = product.deps;
  const { id, email } = await addPerson(product, { password: old });
  const { answer } = await transaction(db, async (tx) => {
    await lockCustomer(tx, id);
    const call = product.call('POST /api/social/google', { body: { token: `sandbox:${email}` } });
    await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBe(1);
    await forgetSocialIdentities(tx, id);
    await correctCustomer(tx, id, { email: `otra-${email}` }, 'Julia');
    await endAccess(tx, id, clock.now());
    return { answer: call };
  });
  expect((await answer).body.code).toBe('social_token');
  const linked = db.selectFrom('social_identity').select('subject').where('customer_id', '=', id);
  expect(await linked.execute()).toEqual([]);
});
