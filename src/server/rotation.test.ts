import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpAndVerify } from './testing/journey.ts';
import { newCustomer } from './testing/new-customer.ts';
import { photo, photoForm } from './testing/photos.ts';
import { startProduct, type TestProduct } from './testing/product.ts';

/** Two processes, one of which has been given the new secret already (docs/operations.md#changing-the-secret). */

const old = 'the-secret-until-now-of-some-length';
const next = 'the-secret-from-now-on-of-some-length';

let earlier: TestProduct;
let later: TestProduct;
beforeAll(async () => {
  const settings = { APP_SECRET: old, APP_SECRETS_ACCEPTED: next, ROLE: 'api' };
  earlier = await startProduct({ settings });
  later = await startProduct({
    beside: earlier,
    settings: { APP_SECRET: next, APP_SECRETS_ACCEPTED: old },
  });
});
afterAll(async () => {
  await later?.close();
  await earlier?.close();
});

test('what one has answered for a key the other answers again', async () => {
  const person = {
    first_name: 'Ana',
    last_name: 'Pérez',
    email_address: 'rotation@example.com',
    document_number: '30111228',
    birthdate: '1990-05-17',
    country_id: 858,
    phone: '1145301112',
    whatsapp_tc: true,
    parameter: '',
    bank_code: '011',
  };
  const headers = { 'idempotency-key': 'rotation-1' };
  const send = (product: TestProduct, body: object) =>
    product.call('POST /vendors-api/v1/leads', { headers, body });
  const first = await send(earlier, person);
  expect(first.status).toBe(200);
  expect((await send(later, person)).body).toEqual(first.body);
  expect((await send(later, { ...person, phone: '1145301113' })).body.code).toBe('key_reused');
});

test('an address that one has signed the other opens', async () => {
  const { token } = await newCustomer(earlier);
  const form = photoForm(await photo('jpeg'), { type: 'front_document' });
  const { body } = await earlier.call('POST /api/v3/upload', { token, form });
  expect((await later.raw(body.model.thumb)).status).toBe(200);
});

test('what one has enqueued the other sends', async () => {
  await signUpAndVerify(earlier, 'AR', { isByCalls: true });
  const sent = async () => {
    const rows = earlier.deps.db.selectFrom('message').select('id').where('state', '=', 'sent');
    return (await rows.execute()).length;
  };
  await expect.poll(sent, { timeout: 20_000 }).toBeGreaterThan(0);
});
