import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { addLead, addOffer, hashIn, newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const create = (hash: string, email: string, more: object = {}, headers: Record<string, string> = {}) =>
  product.call('POST /api/v3/account', { body: { email, hash, ...more }, headers });
const profile = async (token: string) =>
  (await product.call('GET /api/v3/account-new', { token })).body.result;

describe('creating an account', () => {
  test('makes the lead a customer with its offer, and logs in', async () => {
    const hash = await addLead(product);
    await addOffer(product, hash);
    const { status, body } = await create(hash, 'Nueva@Example.com', { option: 'opcion-1', terms: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'success', result: { token: body.token, expired: body.expired } });
    expect(body.messages).toHaveLength(1);
    expect(await profile(body.token)).toMatchObject({
      email_address: 'nueva@example.com',
      first_name: 'Ana',
      last_name: 'Suárez',
      cellphone_prefix: '54',
      birthdate: '23-04-1990',
      loans: 0,
      avatar: null,
      address: null,
      banks: [],
      cards: [],
      delivery_type: null,
      selected_option: 'opcion-1',
      account_information: { legal_number: '', front_document_image: null, back_document_thumb: null },
      credit_rating: { avatar_verified: 0, credit_cart_verified: 0, active_loan: null, check_offer: 1 },
    });
    const customer = await product.deps.db
      .selectFrom('customer')
      .select(['origin', 'referrer', 'parameter', 'password_hash'])
      .where('email', '=', 'nueva@example.com')
      .executeTakeFirstOrThrow();
    expect(customer).toEqual({
      origin: 'rappi',
      referrer: 'https://example.com',
      parameter: '?utm=a',
      password_hash: null,
    });
  });

  test('welcomes with a link to set the first password', async () => {
    const hash = await addLead(product);
    await create(hash, 'clave@example.com');
    const token = hashIn(await newestMessage(product, 'CLAVE@example.com'), 'recupero-contrasena');
    const password = 'primera-clave';
    const set = { token, email: 'clave@example.com', password, password_confirmation: password };
    expect((await product.call('POST /api/recovery', { body: set })).status).toBe(200);
    const login = { email: 'clave@example.com', password };
    expect((await product.call('POST /api/v3/authenticate-new', { body: login })).status).toBe(200);
  });

  test('refuses a taken e-mail and a taken document', async () => {
    const hash = await addLead(product, { documentNumber: '31111111' });
    expect((await create(hash, 'uno@example.com')).status).toBe(200);
    const same = { status: 409, body: { code: 'user_exists' } };
    expect(await create(hash, 'otro@example.com')).toMatchObject(same);
    expect(await create(await addLead(product), 'UNO@example.com')).toMatchObject(same);
    expect(
      await create(await addLead(product, { documentNumber: '31111111' }), 'dos@example.com'),
    ).toMatchObject(same);
  });

  test('refuses what is not a lead of this country, not an address, or without the terms', async () => {
    const hash = await addLead(product, { country: 'UY' });
    expect(await create(hash, 'pais@example.com')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect((await create('unknown', 'pais@example.com')).status).toBe(404);
    const own = await addLead(product);
    expect((await create(own, 'no es un mail')).body.fields).toHaveProperty('email');
    expect((await create(own, 'pais@example.com', { terms: false })).body.fields).toEqual({
      terms: 'Debes aceptar los términos del sitio para continuar',
    });
    expect((await create(own, 'pais@example.com', { role: 'admin' })).status).toBe(422);
  });

  test('refuses what the database cannot keep', async () => {
    const hash = await addLead(product);
    expect((await create(hash, 'nulo@example.com', { option: 'a\u0000b' })).status).toBe(422);
    expect((await create('a\u0000b', 'nulo@example.com')).status).toBe(422);
  });

  test('the same key gives the same session again', async () => {
    const hash = await addLead(product);
    const key = { 'idempotency-key': 'cuenta-1' };
    const first = await create(hash, 'misma@example.com', {}, key);
    const second = await create(hash, 'misma@example.com', {}, key);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  test('twenty at once make one account', async () => {
    const hash = await addLead(product);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_none, index) => create(hash, `veinte${index}@example.com`)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ]);
  });
});

describe('check_offer', () => {
  test('is 0 for a rejection, an offer that has ended and none', async () => {
    const rejected = await addLead(product, { suitable: 0 });
    await addOffer(product, rejected, { maxAmount: null });
    const ended = await addLead(product);
    await addOffer(product, ended, { expiresAt: product.deps.clock.now() });
    const none = await addLead(product);
    for (const [index, hash] of [rejected, ended, none].entries()) {
      const { body } = await create(hash, `sinoferta${index}@example.com`);
      expect((await profile(body.token)).credit_rating.check_offer).toBe(0);
    }
  });

  test('is 0 while a loan is in force, which is told', async () => {
    const hash = await addLead(product);
    await addOffer(product, hash);
    const { body } = await create(hash, 'activo@example.com');
    const { db, clock } = product.deps;
    const { id } = await db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', 'activo@example.com')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('loan')
      .values({
        public_id: 'prestamo-en-curso',
        country: 'AR',
        currency: 'ARS',
        customer_id: id,
        state: 'preapproved',
        principal: 1,
        amount_delivered: 1,
        instalment_count: 1,
        instalment_amount: 1,
        final_amount: 1,
        is_membership: false,
        terms: '{}',
        rates: '{}',
        original: '{}',
        delivery_type: 'bank-transfer',
        interest_from: calendarDate('2026-01-01'),
        created_at: clock.now(),
      })
      .execute();
    expect(await profile(body.token)).toMatchObject({
      loans: 1,
      credit_rating: { active_loan: 'prestamo-en-curso', check_offer: 0 },
    });
  });
});

test('the profile is for its owner only', async () => {
  for (const token of [undefined, 'unknown']) {
    const answer = await product.call('GET /api/v3/account-new', token === undefined ? {} : { token });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  }
});
