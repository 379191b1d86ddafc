import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { shownText } from '../../content/service.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { addLead, addPerson, newestMessage } from '../../testing/people.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const google = (email: string, more: object = {}) =>
  product.call('POST /api/social/google', { body: { token: `sandbox:${email}`, ...more } });
const facebook = (email: string, more: object = {}) =>
  product.call('POST /api/social/facebook', { body: { token: `sandbox:${email}`, ...more } });
const profile = async (token: string, country: CountryCode = 'AR') =>
  (await product.call('GET /api/v3/account-new', { token, country })).body.result;

test('somebody without an account is sent to register', async () => {
  for (const send of [google, facebook]) {
    expect(await send('nadie@example.com')).toMatchObject({
      status: 422,
      body: {
        code: 'social_commercial_offer',
        message: 'No podes iniciar sesión si no te registraste antes.',
      },
    });
  }
});

test('a lead becomes a customer, who comes back without the lead', async () => {
  const hash = await addLead(product);
  const created = await google('lucia.perez@example.com', { hash, option: 'plan-3', terms: true });
  expect(created.status).toBe(200);
  expect(created.body.result).toEqual({ token: created.body.token, expired: created.body.expired });
  expect(await profile(created.body.token)).toMatchObject({
    email_address: 'lucia.perez@example.com',
    selected_option: 'plan-3',
  });
  await newestMessage(product, 'lucia.perez@example.com');
  expect((await google('lucia.perez@example.com')).status).toBe(200);
});

test.each(['AR', 'UY'] as const)('registering in %s needs the terms and records them', async (country) => {
  const hash = await addLead(product, { country });
  const email = `terminos.${country.toLowerCase()}@example.com`;
  const send = (more: object) =>
    product.call('POST /api/social/facebook', {
      country,
      body: { token: `sandbox:${email}`, hash, ...more },
      headers: { 'user-agent': 'Navegador de prueba' },
    });
  for (const more of [{}, { terms: false }, { terms: 0 }]) {
    expect(await send(more)).toMatchObject({
      status: 422,
      body: { fields: { terms: 'Debes aceptar los términos del sitio para continuar' } },
    });
  }
  const { body } = await send({ terms: true });
  expect((await profile(body.token, country)).email_address).toBe(email);
  const { detail } = await product.deps.db
    .selectFrom('event')
    .innerJoin('customer', 'customer.id', 'event.customer_id')
    .select('detail')
    .where('customer.email', '=', email)
    .where('kind', '=', 'terms-accepted')
    .executeTakeFirstOrThrow();
  const version = shownText(country, 'terminos', product.deps.config).version;
  expect(detail).toMatchObject({
    terminos: version,
    'terminos-sha256': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    'privacidad-sha256': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    device: 'Navegador de prueba',
  });
  // A customer with an account only logs in.
  expect((await send({})).status).toBe(200);
});

test('the verified address of a customer logs in and is remembered', async () => {
  const { email, id } = await addPerson(product, { password: 'clave-larga-1' });
  const { body } = await facebook(email);
  expect((await profile(body.token)).email_address).toBe(email);
  await product.deps.db
    .updateTable('customer')
    .set({ email: 'nuevo@example.com' })
    .where('id', '=', id)
    .execute();
  expect((await profile((await facebook(email)).body.token)).email_address).toBe('nuevo@example.com');
  expect((await google(email)).status).toBe(422);
});

test('ends the sessions of a person who claimed the address without proving it', async () => {
  const hash = await addLead(product);
  const claimed = await product.call('POST /api/v3/account', { body: { email: 'robada@example.com', hash } });
  const { body } = await google('robada@example.com');
  expect((await profile(body.token)).email_address).toBe('robada@example.com');
  expect(await profile(claimed.body.token)).toBeUndefined();
});

test('says why an account could not be made', async () => {
  expect(await google('otra@example.com', { hash: 'unknown', terms: 1 })).toMatchObject({
    status: 422,
    body: { code: 'account_create_exception' },
  });
  const person = await addPerson(product);
  const hash = await addLead(product, { documentNumber: person.documentNumber });
  expect(await google('otra@example.com', { hash, terms: 1 })).toMatchObject({
    status: 409,
    body: { code: 'user_exists' },
  });
});

test('refuses a disabled customer and a token that is not one', async () => {
  const { email, id } = await addPerson(product);
  await google(email);
  await product.deps.db
    .updateTable('customer')
    .set({ disabled_at: product.deps.clock.now() })
    .where('id', '=', id)
    .execute();
  for (const answer of [await google(email), await facebook(email), await google('no-es-un-mail')]) {
    expect(answer).toMatchObject({ status: 401, body: { code: 'social_token' } });
  }
});

test('thirty wrong tokens and the address has to wait', async () => {
  const answers = [];
  for (let tried = 0; tried < 31; tried += 1) answers.push(await google('no-es-un-mail'));
  expect(answers.at(-1)?.status).toBe(429);
});

test('with the sandbox off its tokens are nothing', async () => {
  const real = await startProduct({ settings: { SANDBOX: 'off' } });
  try {
    const { email } = await addPerson(real);
    const answer = await real.call('POST /api/social/google', { body: { token: `sandbox:${email}` } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'social_token' } });
  } finally {
    await real.close();
  }
});
