import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/countries.ts';
import { packOf } from '../../../countries/index.ts';
import { customerPasskeys } from '../../testing/customer-passkeys.ts';
import { addPerson, messageOf, type TestPerson } from '../../testing/people.ts';
import { startProduct, type TestAnswer, type TestProduct } from '../../testing/product.ts';
import { sites, siteSettings } from '../../testing/sites.ts';
import { openSession } from './service.ts';

/** docs/product/signup-and-login.md#new-proof */

const password = 'clave-larga-1';
const minuteMs = 60_000;
let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({
    settings: { ...siteSettings, LIMIT_PASSWORD_ADDRESS: '1000' },
  });
});
afterAll(() => product.close());

/** A session whose person proved who they are so many minutes ago, and has used it since. */
async function sessionOf({ id, country }: TestPerson, minutesAgo = 16): Promise<string> {
  const { db, clock } = product.deps;
  const { token } = await db.transaction().execute(async (tx) => {
    const opened = await openSession(tx, product.deps, {
      customerId: id,
      country,
      method: 'sms',
      origin: { device: '' },
    });
    await tx
      .updateTable('session')
      .set({ fresh_at: new Date(clock.now().getTime() - minutesAgo * minuteMs) })
      .where('customer_id', '=', id)
      .execute();
    return opened;
  });
  return token;
}

const refused = { status: 403, body: { code: 'fresh_login_required' } };
/** What needs a new proof of everybody: here ending the other sessions. */
const endOthers = (token: string, country: CountryCode) =>
  product.call('POST /api/v3/sessions/end', { country, token, body: { id: '' } });
const statusOf = async (country: CountryCode, token: string) =>
  (await product.call('GET /api/v3/account-new', { country, token })).status;

async function expectProves(answer: TestAnswer, country: CountryCode, before: string): Promise<void> {
  expect(answer).toMatchObject({ status: 200, body: { result: { token: answer.body.token } } });
  expect(answer.body.token).not.toBe(before);
  expect((await endOthers(answer.body.token, country)).status).toBe(200);
  expect(await statusOf(country, before)).toBe(401);
}

describe('a new proof', () => {
  const country = 'AR';
  const ways = (token: string) => product.call('GET /api/v3/proof', { country, token });
  const send = (token: string, channel: string) =>
    product.call('POST /api/v3/proof/code', { country, token, body: { channel } });
  const check = (token: string, state: string, code: string) =>
    product.call('POST /api/v3/proof/code/check', { country, token, body: { state, code } });

  /** Asks for a code. @returns what checks it, and the code that was sent */
  async function sentCode(token: string, to: string, channel: string) {
    let state = '';
    const message = await messageOf(product, to, async () => {
      const answer = await send(token, channel);
      expect(answer.status).toBe(200);
      ({ state } = answer.body.result);
    });
    const code = /\b\d{6}\b/.exec(message.text)?.[0] ?? '';
    expect(state).not.toContain(code);
    return { state, code };
  }

  test('is asked for after a quarter of an hour, not before', async () => {
    const person = await addPerson(product, { country, password });
    expect((await endOthers(await sessionOf(person, 14), country)).status).toBe(200);
    expect(await endOthers(await sessionOf(person, 15), country)).toMatchObject(refused);
  });

  test('is asked for to change a proved phone, also while a code is under way', async () => {
    const person = await addPerson(product, { country, password });
    const ask = (token: string) =>
      product.call('POST /api/v3/sendcode', { country, token, body: { cellphone: person.cellphone } });
    await product.deps.db
      .updateTable('customer')
      .set({ contact_data_verified: 1 })
      .where('id', '=', person.id)
      .execute();
    expect(await ask(await sessionOf(person))).toMatchObject(refused);
    // A code that was asked for and left takes the mark back, not the proof.
    expect((await ask(await sessionOf(person, 0))).status).toBe(200);
    expect(await ask(await sessionOf(person))).toMatchObject(refused);
  });

  test('is given with the password; a wrong one counts with those of logins', async () => {
    const person = await addPerson(product, { country, password });
    const token = await sessionOf(person);
    const email = `${person.email.slice(0, 1)}•••@Example.com`;
    const sms = person.cellphone.slice(-4);
    expect((await ways(token)).body.result).toEqual({ password: true, passkey: false, sms, email });
    const give = (typed: string) =>
      product.call('POST /api/v3/proof/password', { country, token, body: { password: typed } });
    expect(await give('otra-cosa')).toMatchObject({
      status: 422,
      body: { code: 'password_wrong', fields: { password: 'La contraseña no es correcta.' } },
    });
    await expectProves(await give(password), country, token);
    const again = await sessionOf(person);
    const tries = await Promise.all(
      Array.from({ length: 12 }, () =>
        product.call('POST /api/v3/proof/password', { country, token: again, body: { password: 'no' } }),
      ),
    );
    expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    const login = { email: person.email, password };
    expect((await product.call('POST /api/v3/authenticate-new', { country, body: login })).status).toBe(429);
  });

  test('is given with a passkey of the person, and of nobody else', async () => {
    const { newAuthenticator, add } = customerPasskeys(product, sites[country], country);
    const [person, other] = [await addPerson(product, { country }), await addPerson(product, { country })];
    const [phone, foreign] = [newAuthenticator(), newAuthenticator()];
    expect((await add(await sessionOf(person, 0), phone)).status).toBe(200);
    expect((await add(await sessionOf(other, 0), foreign)).status).toBe(200);
    const token = await sessionOf(person);
    expect((await ways(token)).body.result).toMatchObject({ password: false, passkey: true });
    const answerOf = async (authenticator: typeof phone) => {
      const begun = await product.call('POST /api/v3/proof/passkey', { country, token });
      return authenticator.use(begun.body.result);
    };
    const finish = (body: object) =>
      product.call('POST /api/v3/proof/passkey/finish', { country, token, body });
    expect((await finish(await answerOf(foreign))).body.code).toBe('passkey_refused');
    const login = await product.call('POST /api/auth/passkey', { country });
    // What was asked to log in is no answer here.
    expect((await finish(phone.use(login.body.result))).body.code).toBe('passkey_refused');
    await expectProves(await finish(await answerOf(phone)), country, token);
  });

  test.each(['sms', 'email'])(
    'is given with a code by %s, once and by the session that asked',
    async (way) => {
      const person = await addPerson(product, { country });
      const to = way === 'sms' ? person.cellphone : person.email;
      const [token, elsewhere] = [await sessionOf(person), await sessionOf(person)];
      const { state, code } = await sentCode(token, to, way);
      const wrong = code === '000000' ? '000001' : '000000';
      expect(await check(token, state, wrong)).toMatchObject({
        status: 422,
        body: { code: 'proof_code', fields: { code: expect.any(String) } },
      });
      expect((await check(elsewhere, state, code)).body.code).toBe('proof_code');
      expect((await check(token, 'otra', code)).body.code).toBe('proof_code');
      const proved = await check(token, state, code);
      expect((await check(token, state, code)).body.code).toBe('proof_code');
      await expectProves(proved, country, token);
    },
  );

  test('by code takes five tries in an hour, over all codes that are sent, and ten minutes', async () => {
    const person = await addPerson(product, { country });
    const token = await sessionOf(person, 20);
    const late = await sentCode(token, person.email, 'email');
    await product.deps.db
      .updateTable('rate_count')
      .set({ hits: 0 })
      .where('key', '=', `proof-code-tries:${person.id}`)
      .execute();
    await product.advance(10 * minuteMs + 1000);
    expect((await check(token, late.state, late.code)).body.code).toBe('proof_code');
    const { state, code } = await sentCode(token, person.email, 'email');
    const wrong = code === '000000' ? '000001' : '000000';
    const tries = await Promise.all(Array.from({ length: 50 }, () => check(token, state, wrong)));
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(4);
    const another = await sentCode(token, person.email, 'email');
    expect((await check(token, another.state, another.code)).status).toBe(429);
  });

  test('by SMS is not given to a number that was proved in the same stale session', async () => {
    const person = await addPerson(product, { country });
    const token = await sessionOf(person);
    const at = product.deps.clock.now();
    await product.deps.db
      .insertInto('phone_code')
      .values({
        customer_id: person.id,
        cellphone: person.cellphone,
        cellphone_prefix: packOf(country).prefix,
        digest: Buffer.alloc(32),
        request_started_at: at,
        sent_at: at,
        expires_at: at,
        used_at: at,
      })
      .execute();
    expect((await ways(token)).body.result.sms).toBe('');
    expect((await send(token, 'sms')).status).toBe(404);
    expect((await send(token, 'email')).status).toBe(200);
  });

  test('sends five codes in an hour at most', async () => {
    const person = await addPerson(product, { country });
    const token = await sessionOf(person);
    const sent = [];
    for (let count = 0; count < 6; count += 1) sent.push((await send(token, 'email')).status);
    expect(sent).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
