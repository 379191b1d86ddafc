import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { mobileOf } from '../../../countries/testing/test-country.ts';
import { listMessages } from '../../messages/service.ts';
import { marksOf, newCustomer, type TestCustomer } from '../../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const send = 'POST /api/v3/sendcode';
const check = 'POST /api/v3/checkcode';
const minute = 60_000;
const wrongCode = {
  status: 422,
  body: { code: 'phone_code', message: 'El código ingresado es incorrecto / Por favor volvé a intentarlo.' },
};
const spent = { status: 429, body: { code: 'phone_code_spent' } };

let phones = 0;
/** A number that no other test uses. */
function newPhone(country: CountryCode): string {
  phones += 1;
  return mobileOf(country, 100_000 + phones);
}

function ask({ token, country }: TestCustomer, cellphone: string, more: object = {}) {
  return product.call(send, { country, token, body: { cellphone, ...more } });
}

function guess({ token, country }: TestCustomer, code: unknown) {
  return product.call(check, { country, token, body: { code } });
}

/** The code of the newest SMS to the phone. */
async function codeFor(cellphone: string): Promise<string> {
  const [newest] = await listMessages(product.deps, cellphone);
  return /^\d{4}/.exec(newest?.text ?? '')?.[0] ?? 'no SMS';
}

const otherThan = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');

async function advance(ms: number): Promise<void> {
  const before = product.deps.clock.now().getTime();
  await product.advance(ms);
  await expect.poll(() => product.deps.clock.now().getTime()).toBeGreaterThanOrEqual(before + ms);
}

describe.each([
  ['AR', '+549', '54'],
  ['UY', '+598', '598'],
] as const)('in %s', (country, e164, prefix) => {
  test('the code goes out by SMS and verifies the phone, once', async () => {
    const customer = await newCustomer(product, country);
    const phone = newPhone(country);
    expect(await ask(customer, phone, { cellphone_prefix: prefix })).toMatchObject({ status: 200 });
    expect(await marksOf(product, customer)).toMatchObject({
      contact_data_verified: 2,
      cellphone: '1150000000',
    });
    const [message] = await listMessages(product.deps, phone);
    expect(message).toMatchObject({ channel: 'sms', to: `${e164}${phone}` });
    const code = await codeFor(phone);
    expect(await guess(customer, code)).toMatchObject({ status: 200 });
    expect(await marksOf(product, customer)).toMatchObject({ contact_data_verified: 1, cellphone: phone });
    expect(await guess(customer, code)).toMatchObject(wrongCode);
    expect(await marksOf(product, customer)).toMatchObject({ contact_data_verified: 1 });
  });

  test('a code after ten minutes, an earlier code and a code of somebody else are wrong', async () => {
    const customer = await newCustomer(product, country);
    const phone = newPhone(country);
    const stranger = await newCustomer(product, country);
    const strangersPhone = newPhone(country);
    await ask(stranger, strangersPhone);
    await ask(customer, phone);
    const first = await codeFor(phone);
    await ask(customer, phone);
    const second = await codeFor(phone);
    const unlike = (code: string) => (code === second ? otherThan(second) : code);
    expect(await guess(customer, unlike(first))).toMatchObject(wrongCode);
    const strangers = await codeFor(strangersPhone);
    expect(await guess(customer, unlike(strangers))).toMatchObject(wrongCode);
    await advance(10 * minute + 1000);
    expect(await guess(customer, second)).toMatchObject(wrongCode);
    expect(await marksOf(product, customer)).toMatchObject({ contact_data_verified: 2 });
  });
});

test('whose answers are lost: pressed again, one SMS goes out and the right code is right', async () => {
  const { token, country } = await newCustomer(product);
  const cellphone = newPhone(country);
  const asked = {
    [send]: { country, token, body: { cellphone }, headers: { 'idempotency-key': 'send' } },
    [check]: { country, token, headers: { 'idempotency-key': 'check' } },
  };
  expect((await product.call(send, asked[send])).status).toBe(200);
  expect((await product.call(send, asked[send])).status).toBe(200);
  expect(await listMessages(product.deps, cellphone)).toHaveLength(1);
  const code = await codeFor(cellphone);
  // A wrong code is remembered under no key: the right one may follow.
  expect(await product.call(check, { ...asked[check], body: { code: otherThan(code) } })).toMatchObject(
    wrongCode,
  );
  expect((await product.call(check, { ...asked[check], body: { code } })).status).toBe(200);
  expect((await product.call(check, { ...asked[check], body: { code } })).status).toBe(200);
});

describe('what is refused', () => {
  const argentine = 'Incluye el código de área de tu ciudad, sin el 0 y sin el 15.';
  const uruguayan = 'Incluye el código de área de tu ciudad, sin el 0';
  test.each([
    ['AR', '', 'El celular es requerido.'],
    ['AR', undefined, 'El celular es requerido.'],
    ['AR', '01155555555', argentine],
    ['AR', '1555555555', argentine],
    ['AR', '11 5555 5555', argentine],
    ['AR', '99123456', argentine],
    ['UY', '099123456', uruguayan],
    ['UY', '9912345', uruguayan],
    ['UY', '1155555555', uruguayan],
  ] as const)('%s phone %j', async (country, cellphone, message) => {
    const customer = await newCustomer(product, country);
    const answer = await product.call(send, { country, token: customer.token, body: { cellphone } });
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toEqual({ cellphone: message });
    expect(await marksOf(product, customer)).toMatchObject({ contact_data_verified: 0 });
  });

  test('a prefix of elsewhere', async () => {
    const answer = await ask(await newCustomer(product, 'UY'), newPhone('UY'), { cellphone_prefix: '1' });
    expect(answer.body.fields).toHaveProperty('cellphone_prefix');
  });

  test.each([
    ['', 'Campo requerido.'],
    ['123', 'Ingresá los 4 números del código.'],
    ['12a4', 'Ingresá los 4 números del código.'],
  ])('the code %j, without using up a try', async (code, message) => {
    const customer = await newCustomer(product);
    const phone = newPhone('AR');
    await ask(customer, phone);
    for (let n = 0; n < 6; n += 1)
      expect((await guess(customer, code)).body.fields).toEqual({ code: message });
    expect(await guess(customer, await codeFor(phone))).toMatchObject({ status: 200 });
  });

  test('a code that was not asked for, and no login', async () => {
    expect(await guess(await newCustomer(product), '1234')).toMatchObject(wrongCode);
    expect((await product.call(send, { body: { cellphone: '1155555555' } })).status).toBe(401);
    expect((await product.call(check, { body: { code: '1234' } })).status).toBe(401);
  });
});

describe('guessing', () => {
  test('five tries for a request, with all codes and phones in between', async () => {
    const customer = await newCustomer(product);
    for (let n = 0; n < 4; n += 1) {
      const phone = newPhone('AR');
      expect((await ask(customer, phone)).status).toBe(200);
      expect(await guess(customer, otherThan(await codeFor(phone)))).toMatchObject(wrongCode);
    }
    const phone = newPhone('AR');
    await ask(customer, phone);
    const code = await codeFor(phone);
    expect(await guess(customer, otherThan(code))).toMatchObject(wrongCode);
    const over = await guess(customer, code);
    expect(over).toMatchObject(spent);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(60);
    // An hour is not 'unos minutos'.
    expect(over.body.message).toMatch(
      /^Hiciste demasiados intentos\. Esperá (5\d|60) minutos y volvé a probar\.$/,
    );
    expect(await ask(customer, newPhone('AR'))).toMatchObject(spent);
    await advance(61 * minute);
    expect(await guess(customer, code)).toMatchObject(wrongCode);
    const later = newPhone('AR');
    expect((await ask(customer, later)).status).toBe(200);
    expect(await guess(customer, await codeFor(later))).toMatchObject({ status: 200 });
  });

  test('of a thousand guesses at once, five are looked at', async () => {
    const customer = await newCustomer(product);
    await ask(customer, newPhone('AR'));
    const guesses = Array.from({ length: 1000 }, (_none, n) =>
      guess(customer, String(n * 10).padStart(4, '0')),
    );
    const answers = await Promise.all(guesses);
    const looked = answers.filter(({ status }) => status === 200 || status === 422);
    expect(looked.length).toBeGreaterThan(0);
    expect(looked.length).toBeLessThanOrEqual(5);
    const row = await product.deps.db
      .selectFrom('phone_code')
      .select('tries')
      .where('customer_id', '=', customer.id)
      .executeTakeFirstOrThrow();
    expect(row.tries).toBeLessThanOrEqual(5);
    // On a busy machine some wait five seconds for a connection: those are refused unseen.
    expect(answers.every(({ status }) => [200, 422, 429, 503].includes(status))).toBe(true);
  });

  test('a right code sent ten times at once counts once', async () => {
    const customer = await newCustomer(product);
    const phone = newPhone('AR');
    await ask(customer, phone);
    const code = await codeFor(phone);
    const answers = await Promise.all(Array.from({ length: 10 }, () => guess(customer, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('sending', () => {
  test('five codes for a person and hour, over all phones', async () => {
    const customer = await newCustomer(product);
    for (let n = 0; n < 5; n += 1) expect((await ask(customer, newPhone('AR'))).status).toBe(200);
    expect(await ask(customer, newPhone('AR'))).toMatchObject({ status: 429, body: { code: 'too_many' } });
    await advance(61 * minute);
    expect((await ask(customer, newPhone('AR'))).status).toBe(200);
  });

  test('five codes to a phone and hour, over all customers', async () => {
    const phone = newPhone('UY');
    for (let n = 0; n < 5; n += 1)
      expect((await ask(await newCustomer(product, 'UY'), phone)).status).toBe(200);
    expect(await ask(await newCustomer(product, 'UY'), phone)).toMatchObject({ status: 429 });
    expect(await listMessages(product.deps, phone)).toHaveLength(5);
  });
});

test('the code is nowhere in the database but in the encrypted message', async () => {
  const customer = await newCustomer(product);
  const phone = newPhone('AR');
  await ask(customer, phone);
  const code = await codeFor(phone);
  const row = await product.deps.db
    .selectFrom('phone_code')
    .selectAll()
    .where('customer_id', '=', customer.id)
    .executeTakeFirstOrThrow();
  expect(row.digest).toHaveLength(32);
  const message = await product.deps.db
    .selectFrom('message')
    .select('body')
    .where('recipient', 'like', `%${phone}`)
    .executeTakeFirstOrThrow();
  expect(message.body?.includes(code)).toBe(false);
  const events = await product.deps.db
    .selectFrom('event')
    .select('detail')
    .where('customer_id', '=', customer.id)
    .execute();
  expect(events.map(({ detail }) => detail)).toEqual([{ phoneEnd: phone.slice(-4) }]);
});
