import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { timeRatio } from '../../testing/time-ratio.ts';
import { addPerson, messageOf } from '../../testing/people.ts';
import { checkPassword } from './password-check.ts';
import { hashPassword } from './passwords.ts';

const quarterHourMs = 15 * 60_000;
/** One address stands for many here; its own limit has a test of its own. */
const many = { LIMIT_PASSWORD_ADDRESS: '100000', LIMIT_LINKS_PERSON: '100000' };
let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: many });
});
afterAll(() => product.close());

const login = (email: string, password: string, at: TestProduct = product) =>
  at.call('POST /api/v3/authenticate-new', { body: { email, password } });

const failuresOf = async (customerId: number) => {
  const events = await product.deps.db
    .selectFrom('event')
    .select('kind')
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'login-failed')
    .execute();
  return events.length;
};

describe('wrong passwords of an account', () => {
  test('stop at ten in fifteen minutes, the right one too, known or not', async () => {
    const { email } = await addPerson(product, { password: 'clave-larga-1' });
    for (const address of [email, 'nadie@example.com']) {
      for (let tried = 0; tried < 10; tried += 1) expect((await login(address, 'mala')).status).toBe(401);
      const refused = await login(address, 'clave-larga-1');
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await product.advance(quarterHourMs);
    expect((await login(email, 'clave-larga-1')).status).toBe(200);
  });

  test('are all that counts: right ones are free', async () => {
    const { email } = await addPerson(product, { password: 'clave-larga-1' });
    for (let time = 0; time < 12; time += 1) expect((await login(email, 'clave-larga-1')).status).toBe(200);
  });

  test('right ones take places in the queue of hashes too: ten times as many of an address', async () => {
    const { email } = await addPerson(product, { password: 'clave-larga-1' });
    const config = { ...product.deps.config, SANDBOX: false, LIMIT_PASSWORD_ADDRESS: 1 };
    const find = async () => ({ password_hash: await hashPassword('clave-larga-1'), disabled_at: null });
    const whose = { country: 'AR', email, address: '203.0.113.9', find } as const;
    const check = () => checkPassword({ ...product.deps, config }, whose, 'clave-larga-1');
    for (let time = 0; time < 10; time += 1)
      expect(await check()).toMatchObject({ value: { isRight: true } });
    expect(await check()).toMatchObject({ ok: false, code: 'too_many' });
  });

  test('1,000 at once: no more than ten are evaluated', async () => {
    const person = await addPerson(product, { password: 'clave-larga-1' });
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_none, index) => login(person.email, `adivinanza-${index}`)),
    );
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
    const others = answers.filter(({ status }) => ![401, 429].includes(status));
    expect(others.map(({ status }) => status)).toEqual([]);
    expect(await failuresOf(person.id)).toBeLessThanOrEqual(10);
  });

  test('hold in a second process and after a restart', async () => {
    const person = await addPerson(product, { password: 'clave-larga-1' });
    const beside = await startProduct({ beside: product, settings: many });
    await Promise.all(
      Array.from({ length: 40 }, (_none, index) => login(person.email, 'mala', index % 2 ? product : beside)),
    );
    await beside.close();
    const restarted = await startProduct({ beside: product, settings: many });
    expect((await login(person.email, 'clave-larga-1', restarted)).status).toBe(429);
    await restarted.close();
    expect(await failuresOf(person.id)).toBe(10);
  });
});

describe('guesses of an address stop at its limit, over all accounts', () => {
  const limit = 8;
  let strict: TestProduct;
  beforeAll(async () => {
    // Before it starts: a product hears of another's clock a moment later.
    await product.advance(quarterHourMs);
    strict = await startProduct({ beside: product, settings: { LIMIT_PASSWORD_ADDRESS: String(limit) } });
  });
  afterAll(() => strict.close());

  test.each<[string, (time: number) => Promise<{ status: number }>]>([
    ['passwords', (time) => login(`nadie${time}@example.com`, 'mala', strict)],
    ['links', (time) => strict.call('POST /api/auth/autologin', { body: { hash: `adivinanza-${time}` } })],
  ])('%s', async (_what, guess) => {
    const answers = [];
    for (let time = 0; time <= limit; time += 1) answers.push((await guess(time)).status);
    expect(answers).toEqual([...Array.from({ length: limit }, () => 401), 429]);
  });
});

test('the daily cap of a country stops SMS for everybody, and is counted by what was sent', async () => {
  const capped = await startProduct({ settings: { LIMIT_SMS_COUNTRY_DAY: '1' } });
  const one = await addPerson(capped);
  const two = await addPerson(capped);
  const ask = (cellphone: string) => capped.call('POST /api/auth/sendpin', { body: { cellphone } });
  expect((await ask('1144440009')).status).toBe(200);
  await messageOf(capped, one.cellphone, async () => expect((await ask(one.cellphone)).status).toBe(200));
  expect((await ask(two.cellphone)).status).toBe(429);
  expect((await ask('1144440009')).status).toBe(429);
  await capped.advance(24 * 3_600_000);
  expect((await ask(two.cellphone)).status).toBe(200);
  await capped.close();
});

describe('known and unknown people take as long', () => {
  // A worker's sending would be measured as part of the next call.
  let api: TestProduct;
  beforeAll(async () => {
    api = await startProduct({ settings: { ...many, ROLE: 'api' } });
  });
  afterAll(() => api.close());
  const nobody = { email: 'nadie@example.com', cellphone: '1144440010' };
  type Who = typeof nobody;
  const calls: readonly [string, number, (who: Who) => Promise<{ status: number }>][] = [
    // The hash takes most of a login's time, even on a busy machine.
    ['to log in', 24, ({ email }) => login(email, 'mala', api)],
    ['to be sent an SMS', 80, ({ cellphone }) => api.call('POST /api/auth/sendpin', { body: { cellphone } })],
    [
      'to be sent a magic link',
      80,
      ({ email }) => api.call('POST /api/auth/magic-link', { body: { email } }),
    ],
    ['to recover a password', 80, ({ email }) => api.call('GET /api/recovery', { query: { email } })],
  ];

  test.each(calls)('%s', async (_what, rounds, send) => {
    const person = await addPerson(api, { password: 'clave-larga-1' });
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      // Each few in a window of their own: what is measured is the work, not the refusal. Which one is
      // first alternates, so that other load of the machine hits both alike.
      if (round % 8 === 0) await api.advance(quarterHourMs);
      const order = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const who of order) {
        const start = performance.now();
        const { status } = await send(who === 'known' ? person : nobody);
        times[who].push(performance.now() - start);
        expect(status).not.toBe(429);
      }
    }
    // Both in one run, in turns: a hash or a statement left out is seen; the machine's other load is not.
    expect(timeRatio(times.known, times.unknown)).toBeLessThan(1.3);
  });
});
