import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asChecked } from '../../testing/as-checked.ts';
import { listMessages } from '../../messages/service.ts';
import { transaction } from '../../platform/database.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { addPerson, hashIn, messageOf, newestMessage, type TestPerson } from '../../testing/people.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { changeProfile, lockCustomer } from '../service.ts';
import { sessionJobs } from './jobs.ts';

const hourMs = 3_600_000;
let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

async function smsLink(person: TestPerson, redirectTo?: string): Promise<string> {
  const { cellphone, country } = person;
  const body = { cellphone, ...(redirectTo === undefined ? {} : { redirectTo }) };
  const ask = async () =>
    expect((await product.call('POST /api/auth/sendpin', { country, body })).status).toBe(200);
  return hashIn(await messageOf(product, cellphone, ask), 'login');
}

async function magicLink(person: TestPerson, redirectTo?: string): Promise<string> {
  const { email, country } = person;
  const body = { email, ...(redirectTo === undefined ? {} : { redirectTo }) };
  const ask = async () =>
    expect((await product.call('POST /api/auth/magic-link', { country, body })).status).toBe(200);
  return hashIn(await messageOf(product, email, ask), 'magic-link');
}

const autologin = (hash: string, country: 'AR' | 'UY' = 'AR') =>
  product.call('POST /api/auth/autologin', { country, body: { hash } });
const token = (code: string) => product.call('POST /api/auth/token', { body: { code } });
const magic = (code: string) => product.call('POST /api/auth/magicLink', { body: { code } });

const isOpen = async (bearer: string) =>
  (await product.call('GET /api/v3/account-new', { token: bearer })).status === 200;

describe('the SMS link', () => {
  test('logs in once at autologin and once at token', async () => {
    const person = await addPerson(product);
    const first = await autologin(await smsLink(person));
    expect(first.body.result).toEqual({ token: first.body.token, expired: first.body.expired });
    expect(await isOpen(first.body.token)).toBe(true);
    const hash = await smsLink(person);
    const second = await token(hash);
    expect(await isOpen(second.body.token)).toBe(true);
    expect(await token(hash)).toMatchObject({ status: 401, body: { code: 'link_invalid' } });
  });

  test('goes to the E.164 number and keeps redirectTo', async () => {
    const person = await addPerson(product, { country: 'UY' });
    await smsLink(person, '/ver-prestamo/1?a=b');
    const sms = await newestMessage(product, person.cellphone);
    expect(sms).toMatchObject({ channel: 'sms', to: `+598${person.cellphone}` });
    expect(sms.text).toMatch(
      /^Wayni: .*http:\/\/uy\.localhost:\d+\/login\/[\w-]{32}\?redirectTo=%2Fver-prestamo%2F1%3Fa%3Db$/,
    );
  });

  test.each(['AR', 'UY'] as const)(
    '%s: is not sent to a phone that is corrected while it is written',
    async (country) => {
      const { deps } = product;
      const { id, cellphone: to } = await addPerson(product, { country });
      const about = { kind: 'sms', redirectTo: '', baseUrl: '', requestId: '', address: '' } as const;
      const [sending] = sessionJobs(deps);
      let sent: Promise<void> | undefined;
      await transaction(deps.db, async (tx) => {
        const { cellphone } = await lockCustomer(tx, id);
        sent = sending?.run({ ...about, country, to });
        await expect.poll(() => waitingForLocks(deps.db), { timeout: 20_000 }).toBeGreaterThan(0);
        await changeProfile(tx, id, {
          cellphone: asChecked(cellphone.replace(/\d$/, (last) => `${(Number(last) + 1) % 10}`)),
        });
      });
      await sent;
      const links = deps.db.selectFrom('one_time_link').select('digest').where('customer_id', '=', id);
      expect(await links.execute()).toEqual([]);
    },
  );

  test('says the same when it is unknown, used or old', async () => {
    const person = await addPerson(product);
    const used = await smsLink(person);
    await autologin(used);
    const old = await smsLink(person);
    await product.advance(3 * hourMs);
    const answers = [await autologin('unknown'), await autologin(used), await autologin(old)];
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'link_invalid' } });
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
  });

  test('lives to the end of its three hours', async () => {
    const person = await addPerson(product);
    const hash = await smsLink(person);
    await product.advance(3 * hourMs - 60_000);
    expect((await autologin(hash)).status).toBe(200);
  });

  test('is no use in the other country, to a disabled customer, or as another kind of link', async () => {
    const person = await addPerson(product);
    const hash = await smsLink(person);
    expect((await autologin(hash, 'UY')).status).toBe(401);
    expect((await magic(hash)).status).toBe(401);
    const set = {
      token: hash,
      email: person.email,
      password: 'clave-larga-1',
      password_confirmation: 'clave-larga-1',
    };
    expect((await product.call('POST /api/recovery', { body: set })).status).toBe(401);
    const disable = (at: Date | null) =>
      product.deps.db.updateTable('customer').set({ disabled_at: at }).where('id', '=', person.id).execute();
    await disable(product.deps.clock.now());
    expect((await autologin(hash)).status).toBe(401);
    await disable(null);
    expect((await autologin(hash)).status).toBe(200);
  });

  test('is no use once its number is no longer proved to be the customer’s', async () => {
    const person = await addPerson(product);
    const hash = await smsLink(person);
    const prove = (at: Date | null) =>
      product.deps.db
        .updateTable('customer')
        .set({ phone_proved_at: at })
        .where('id', '=', person.id)
        .execute();
    await prove(null);
    expect(await autologin(hash)).toMatchObject({ status: 401, body: { code: 'link_invalid' } });
    expect((await token(hash)).status).toBe(401);
    await prove(product.deps.clock.now());
    expect((await autologin(hash)).status).toBe(200);
  });

  test('used twenty times at once, it logs in once', async () => {
    const hash = await smsLink(await addPerson(product));
    const answers = await Promise.all(Array.from({ length: 20 }, () => autologin(hash)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('sent again under its key after its answer was lost, it gives the same session', async () => {
    const hash = await smsLink(await addPerson(product));
    const again = (key: string) =>
      product.call('POST /api/auth/autologin', { body: { hash }, headers: { 'idempotency-key': key } });
    const lost = await again('one');
    expect(await again('one')).toMatchObject({ status: 200, body: { token: lost.body.token } });
    expect(await isOpen(lost.body.token)).toBe(true);
    expect(await again('two')).toMatchObject({ status: 401, body: { code: 'link_invalid' } });
  });

  test('is not used up by what a mail scanner does', async () => {
    const hash = await smsLink(await addPerson(product));
    for (const path of [`/login/${hash}`, `/magic-link/${hash}`, `/api/auth/autologin?hash=${hash}`]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await product.raw(path, { method });
        expect(JSON.stringify(answer.body)).not.toContain('token');
      }
    }
    expect((await autologin(hash)).status).toBe(200);
  });
});

describe('the magic link', () => {
  test('leads to its target, or leaves it to the browser side', async () => {
    const person = await addPerson(product);
    expect((await magic(await magicLink(person, '/bienvenido'))).body.target).toBe('/bienvenido');
    const answer = await magic(await magicLink(person));
    expect(answer.body.target).toBe('dinamico');
    // Beside the token in both places where that stands.
    expect(answer.body.result).toMatchObject({ token: answer.body.token, target: 'dinamico' });
    expect(await isOpen(answer.body.token)).toBe(true);
  });

  test('works at autologin too, not at token', async () => {
    const person = await addPerson(product);
    const hash = await magicLink(person);
    expect((await token(hash)).status).toBe(401);
    expect((await autologin(hash)).status).toBe(200);
  });
});

describe('redirectTo', () => {
  const foreign = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'evil.example',
    '/a\nb',
  ];
  test.each(foreign)('%j is refused for known and unknown people', async (redirectTo) => {
    const { cellphone, email } = await addPerson(product);
    for (const phone of [cellphone, '1144440000']) {
      const answer = await product.call('POST /api/auth/sendpin', { body: { cellphone: phone, redirectTo } });
      expect(answer).toMatchObject({ status: 422, body: { fields: { redirectTo: expect.any(String) } } });
    }
    expect((await product.call('POST /api/auth/magic-link', { body: { email, redirectTo } })).status).toBe(
      422,
    );
    expect(await listMessages(product.deps, email)).toEqual([]);
  });
});

describe('asking for a link', () => {
  test('answers the same for known and unknown people and sends nothing to the unknown', async () => {
    const person = await addPerson(product);
    const ask = (cellphone: string, email: string) =>
      Promise.all([
        product.call('POST /api/auth/sendpin', { body: { cellphone, cellphone_prefix: '54' } }),
        product.call('POST /api/auth/magic-link', { body: { email } }),
        product.call('GET /api/recovery', { query: { email } }),
      ]);
    const known = await ask(person.cellphone, person.email);
    const unknown = await ask('1144440001', 'nadie@example.com');
    expect(unknown.map(({ status, body }) => ({ status, body }))).toEqual(
      known.map(({ status, body }) => ({ status, body })),
    );
    expect(known.every(({ status }) => status === 200)).toBe(true);
    await newestMessage(product, person.cellphone);
    expect(await listMessages(product.deps, '1144440001')).toEqual([]);
    expect(await listMessages(product.deps, 'nadie@example.com')).toEqual([]);
  });

  test('stops after five an hour for a person, known or not', async () => {
    const { cellphone } = await addPerson(product);
    for (const phone of [cellphone, '1144440002']) {
      const send = () => product.call('POST /api/auth/sendpin', { body: { cellphone: phone } });
      for (let time = 0; time < 5; time += 1) expect((await send()).status).toBe(200);
      const refused = await send();
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    }
    await product.advance(hourMs);
    expect((await product.call('POST /api/auth/sendpin', { body: { cellphone } })).status).toBe(200);
  });

  test.each([
    ['POST /api/auth/sendpin', 'sms'],
    ['POST /api/auth/magic-link', 'email'],
    ['GET /api/recovery', 'email'],
  ] as const)('%s sends one message however often its answer is lost', async (key, channel) => {
    const { email, cellphone } = await addPerson(product);
    const to = channel === 'sms' ? cellphone : email;
    const asked = key.startsWith('GET')
      ? { query: { email } }
      : { body: channel === 'sms' ? { cellphone } : { email } };
    const ask = (name: string) => product.call(key, { ...asked, headers: { 'idempotency-key': name } });
    const first = `${key} first`;
    // Seven tries of one request stay below the limit of five an hour.
    for (let count = 0; count < 7; count += 1) expect((await ask(first)).status).toBe(200);
    await messageOf(product, to, () => ask(`${key} second`));
    await expect.poll(async () => (await listMessages(product.deps, to)).length).toBe(2);
  });

  test('wants a phone of the country', async () => {
    for (const body of [{ cellphone: '011' }, { cellphone: '1155556666', cellphone_prefix: '598' }]) {
      expect((await product.call('POST /api/auth/sendpin', { body })).status).toBe(422);
    }
    for (const body of [{}, { cellphone: '' }])
      expect(await product.call('POST /api/auth/sendpin', { body })).toMatchObject({
        status: 422,
        body: { fields: { cellphone: 'El celular es requerido.' } },
      });
  });
});
