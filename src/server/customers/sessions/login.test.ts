import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { addPerson } from '../../testing/people.ts';

const hourMs = 3_600_000;
let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const login = (email: string, password: string, country: 'AR' | 'UY' = 'AR') =>
  product.call('POST /api/v3/authenticate-new', { country, body: { email, password } });

const isOpen = async (token: string, country: 'AR' | 'UY' = 'AR') =>
  (await product.call('GET /api/v3/account-new', { country, token })).status === 200;

const open = async () => {
  const { email } = await addPerson(product, { password: 'clave-larga-1' });
  return String((await login(email, 'clave-larga-1')).body.token);
};

describe('password login', () => {
  test('gives the session at the top and under result, in any case of the address', async () => {
    const { email } = await addPerson(product, { password: 'buena clave no' });
    const { status, body } = await login(` ${email.toUpperCase()} `, 'buena clave no');
    expect(status).toBe(200);
    expect(body.result).toEqual({ token: body.token, expired: body.expired });
    expect(body.token.length).toBeGreaterThanOrEqual(22);
    expect(Date.parse(body.expired)).toBeGreaterThan(product.deps.clock.now().getTime());
    expect(await isOpen(body.token)).toBe(true);
  });

  test('wrong password, unknown address, no password and disabled say the same', async () => {
    const known = await addPerson(product, { password: 'clave-larga-1' });
    const without = await addPerson(product);
    const disabled = await addPerson(product, { password: 'clave-larga-1' });
    await product.deps.db
      .updateTable('customer')
      .set({ disabled_at: product.deps.clock.now() })
      .where('id', '=', disabled.id)
      .execute();
    const answers = [
      await login(known.email, 'otra-clave'),
      await login('nadie@example.com', 'otra-clave'),
      await login(without.email, 'otra-clave'),
      await login(disabled.email, 'clave-larga-1'),
    ];
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'credentials' } });
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
  });

  test('a customer of one country is unknown in the other, and so is the token', async () => {
    const { email } = await addPerson(product, { country: 'UY', password: 'clave-larga-1' });
    expect((await login(email, 'clave-larga-1', 'AR')).status).toBe(401);
    const { body } = await login(email, 'clave-larga-1', 'UY');
    expect(await isOpen(body.token, 'UY')).toBe(true);
    expect(await isOpen(body.token, 'AR')).toBe(false);
  });

  test('is counted as an event, failed ones too', async () => {
    const person = await addPerson(product, { password: 'clave-larga-1' });
    await login(person.email, 'mala-clave');
    await login(person.email, 'clave-larga-1');
    const events = await product.deps.db
      .selectFrom('event')
      .select('kind')
      .where('customer_id', '=', person.id)
      .orderBy('id')
      .execute();
    expect(events.map(({ kind }) => kind)).toEqual(['login-failed', 'login']);
  });
});

describe('a session', () => {
  test('ends at logout, and only that one', async () => {
    const { email } = await addPerson(product, { password: 'clave-larga-1' });
    const one = (await login(email, 'clave-larga-1')).body.token;
    const two = (await login(email, 'clave-larga-1')).body.token;
    expect(one).not.toBe(two);
    expect((await product.call('POST /api/auth/logout', { token: one })).status).toBe(200);
    expect(await isOpen(one)).toBe(false);
    expect(await isOpen(two)).toBe(true);
    expect((await product.call('POST /api/auth/logout', { token: one })).status).toBe(401);
  });

  test('ends when the customer is disabled', async () => {
    const person = await addPerson(product, { password: 'clave-larga-1' });
    const { token } = (await login(person.email, 'clave-larga-1')).body;
    await product.deps.db
      .updateTable('customer')
      .set({ disabled_at: product.deps.clock.now() })
      .where('id', '=', person.id)
      .execute();
    expect(await isOpen(token)).toBe(false);
  });

  test('ends after a day without use, and lives on with use', async () => {
    const idle = await open();
    const used = await open();
    await product.advance(23 * hourMs);
    expect(await isOpen(used)).toBe(true);
    await product.advance(2 * hourMs);
    expect(await isOpen(used)).toBe(true);
    expect(await isOpen(idle)).toBe(false);
  });

  test('ends after 30 days however much it is used', async () => {
    const token = await open();
    for (let day = 0; day < 29; day += 1) {
      await product.advance(23.9 * hourMs);
      expect(await isOpen(token)).toBe(true);
    }
    await product.advance(23 * hourMs);
    expect(await isOpen(token)).toBe(true);
    await product.advance(6 * hourMs);
    expect(await isOpen(token)).toBe(false);
  });
});
