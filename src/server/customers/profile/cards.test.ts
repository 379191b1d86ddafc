import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDate } from '../../../countries/local-time.ts';
import { createLogger } from '../../platform/logger.ts';
import { marksOf, newCustomer, type TestCustomer } from '../../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

const logged: string[] = [];
let product: TestProduct;
beforeAll(async () => {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString());
      done();
    },
  });
  product = await startProduct({ log: createLogger('debug', stream) });
});
afterAll(() => product.close());

const info = 'POST /api/v3/info_credit_card';
const save = 'POST /api/v3/card-validation';
const unknownType = 'No se pudo detectar el tipo de tarjeta.';
const visa = '4111111111111111';
const cvv = '7391';
const card = {
  card_type: 'debit',
  brand: 'visa',
  number: visa,
  holder: 'ANA PRUEBA',
  expiration_date: '1230',
  cvv,
};

function send({ token, country }: TestCustomer, changes: object = {}, headers = {}) {
  return product.call(save, { country, token, body: { ...card, ...changes }, headers });
}

/** Every row of every table, as a dump would have it. */
async function dump(): Promise<string> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const tables = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  let text = '';
  for (const { name } of tables.rows) {
    const rows = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
    text += rows.rows.map(({ row }) => row).join('\n');
  }
  await client.end();
  return text;
}

const formsOf = (digits: string) => [
  digits,
  Buffer.from(digits).toString('hex'),
  Buffer.from(digits).toString('base64').replaceAll('=', ''),
];

function thisMonth(): string {
  const [year = '', month = ''] = localDate(product.deps.clock.now(), 'AR').split('-');
  return month + year.slice(-2);
}

describe('brand and validity of a number', () => {
  test.each([
    [visa, 'visa', true],
    ['4111-1111-1111-1111', 'visa', true],
    ['5555555555554444', 'mastercard', true],
    ['5895626746595650', 'maestro', true],
    ['5896570000000008', 'cabal', true],
    ['4111111111111112', 'visa', false],
  ])('%s is %s, valid: %s', async (number, type, valid) => {
    const { token } = await newCustomer(product);
    const answer = await product.call(info, { token, body: { number } });
    expect(answer.body).toMatchObject({ status: 'success', type, valid });
  });

  test.each([
    ['378282246310005', 'card_type', unknownType],
    ['9999999999999999', 'card_type', unknownType],
    ['41111111111', 'invalid', 'El número de tarjeta debe tener entre 12 y 20 números.'],
    ['4'.repeat(21), 'invalid', 'El número de tarjeta debe tener entre 12 y 20 números.'],
    ['4111a11111111111', 'invalid', 'Solo números.'],
    ['', 'invalid', 'Campo requerido.'],
    [undefined, 'invalid', 'Campo requerido.'],
  ])('%s is refused as %s', async (number, code, message) => {
    const { token } = await newCustomer(product, 'UY');
    const answer = await product.call(info, { country: 'UY', token, body: { number } });
    expect(answer).toMatchObject({
      status: 422,
      body: { code, errors: [message], fields: { number: message } },
    });
  });

  test('a list of numbers is stopped', async () => {
    const { token } = await newCustomer(product);
    const answers = await Promise.all(
      Array.from({ length: 65 }, () => product.call(info, { token, body: { number: visa } })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe.each(['AR', 'UY'] as const)('saving a card in %s', (country) => {
  test("keeps the gateway's token, brand, first six and last four, holder and expiry", async () => {
    const customer = await newCustomer(product, country);
    const answer = await send(customer);
    expect(answer.status).toBe(200);
    expect(answer.body.model).toEqual({
      card_type: 'debit',
      brand: 'visa',
      number: '**** 1111',
      holder: 'ANA PRUEBA',
      expiration_date: '12/30',
    });
    expect(await marksOf(product, customer)).toMatchObject({ credit_card_verified: 1, banking_verified: 1 });
    const rows = await product.deps.db
      .selectFrom('card')
      .selectAll()
      .where('customer_id', '=', customer.id)
      .execute();
    expect(rows).toMatchObject([
      { gateway: 'sandbox', brand: 'visa', last_four: '1111', expires_month: 12, expires_year: 2030 },
    ]);
    expect(rows[0]?.stored_token).toMatch(/^[\w-]{20,}$/);
  });

  test('security code 999 is declined and changes nothing', async () => {
    const customer = await newCustomer(product, country);
    const answer = await send(customer, { cvv: '999' });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'card_declined',
        message: 'La tarjeta fue rechazada. Revisá los datos o probá con otra.',
      },
    });
    expect(await marksOf(product, customer)).toMatchObject({ credit_card_verified: 0, banking_verified: 0 });
    const events = await product.deps.db
      .selectFrom('event')
      .select('kind')
      .where('customer_id', '=', customer.id)
      .execute();
    expect(events).toEqual([{ kind: 'card-declined' }]);
  });
});

describe('rules of the card step', () => {
  const invalid = 'La fecha de vencimiento es inválida (ej. 12/25).';
  const past = 'El campo vencimiento es menor a la fecha actual.';

  test.each<[string, () => object, Record<string, string>]>([
    ['no number', () => ({ number: '' }), { number: 'Campo requerido.' }],
    [
      'a wrong check digit',
      () => ({ number: '4111111111111112' }),
      { number: 'El número de tarjeta no es válido. Revisalo y volvé a intentarlo.' },
    ],
    ['an unknown brand', () => ({ number: '378282246310005' }), { number: unknownType }],
    ['no holder', () => ({ holder: '  ' }), { holder: 'El campo nombre es obligatorio.' }],
    ['a missing holder', () => ({ holder: undefined }), { holder: 'El campo nombre es obligatorio.' }],
    [
      'a holder of 21 characters',
      () => ({ holder: 'A'.repeat(21) }),
      { holder: 'Ingresá hasta 20 caracteres.' },
    ],
    ['month 13', () => ({ expiration_date: '1330' }), { expiration_date: invalid }],
    ['a date of words', () => ({ expiration_date: 'dic30' }), { expiration_date: invalid }],
    ['a past date', () => ({ expiration_date: '01/20' }), { expiration_date: past }],
    ['the current month', () => ({ expiration_date: thisMonth() }), { expiration_date: past }],
    ['a code of 2', () => ({ cvv: '12' }), { cvv: 'El código de seguridad debe tener 3 o 4 números.' }],
    ['a code of 5', () => ({ cvv: '12345' }), { cvv: 'El código de seguridad debe tener 3 o 4 números.' }],
    ['a code of letters', () => ({ cvv: '1a3' }), { cvv: 'Solo números.' }],
  ])('%s', async (_what, changes, fields) => {
    const customer = await newCustomer(product);
    const answer = await send(customer, changes());
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toEqual(fields);
    expect(await marksOf(product, customer)).toMatchObject({ credit_card_verified: 0 });
  });

  test.each(['12-30', '12/30', '1230'])('the expiry may be written %s', async (expiration_date) => {
    expect((await send(await newCustomer(product), { expiration_date })).body.model.expiration_date).toBe(
      '12/30',
    );
  });

  test('the number tells the brand, not the client', async () => {
    const answer = await send(await newCustomer(product), { brand: 'cabal', number: '5555555555554444' });
    expect(answer.body.model.brand).toBe('mastercard');
  });

  test('the same card again is one card; ten tries in an hour are enough; no login, no card', async () => {
    const customer = await newCustomer(product);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await send(customer)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const current = await product.deps.db
      .selectFrom('card')
      .select('id')
      .where('customer_id', '=', customer.id)
      .where('removed_at', 'is', null)
      .execute();
    expect(current).toHaveLength(1);
    expect((await product.call(save, { body: card })).status).toBe(401);
  });

  test('the same card saved several times at once is one card', async () => {
    const customer = await newCustomer(product);
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(customer)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const rows = await product.deps.db
      .selectFrom('card')
      .select('removed_at')
      .where('customer_id', '=', customer.id)
      .execute();
    expect(rows).toHaveLength(4);
    expect(rows.filter(({ removed_at }) => removed_at === null)).toHaveLength(1);
  });

  test('a gateway that cannot be asked leaves nothing behind', async () => {
    const customer = await newCustomer(product);
    const { cards } = product.deps.ports;
    Object.assign(product.deps.ports, {
      cards: { name: 'down', tokenise: () => Promise.reject(new Error('refused')) },
    });
    try {
      expect(await send(customer)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    } finally {
      Object.assign(product.deps.ports, { cards });
    }
    expect(await marksOf(product, customer)).toMatchObject({ credit_card_verified: 0 });
  });
});

describe('card data', () => {
  const number = '4539148803436467';

  test('is nowhere in the database and in no log line, after every outcome of the call', async () => {
    const customer = await newCustomer(product);
    const { token } = customer;
    const headers = { 'idempotency-key': 'tarjeta-1' };
    expect((await send(customer, { number }, headers)).status).toBe(200);
    expect((await send(customer, { number }, headers)).headers.get('idempotency-replayed')).toBe('true');
    expect(await send(customer, { number, holder: 'OTRA' }, headers)).toMatchObject({
      body: { code: 'key_reused' },
    });
    expect((await send(customer, { number, cvv: '999' })).status).toBe(422);
    expect((await send(customer, { number, unknown: number })).status).toBe(422);
    await product.call(info, { token, body: { number } });
    await product.raw('/api/v3/card-validation', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: `{"number":"${number}"`,
    });
    const { cards } = product.deps.ports;
    Object.assign(product.deps.ports, {
      cards: { name: 'down', tokenise: () => Promise.reject(new Error('refused')) },
    });
    await send(customer, { number }).finally(() => Object.assign(product.deps.ports, { cards }));
    const rows = await dump();
    expect(rows).toContain(customer.documentNumber);
    expect(logged.join('')).toContain('card gateway failed');
    expect(logged.join('')).toContain('/api/v3/card-validation');
    for (const form of formsOf(number)) {
      expect(rows).not.toContain(form);
      expect(logged.join('')).not.toContain(form);
    }
    // Four digits may well be part of a request's random id or of an instant.
    const told = logged.join('').replaceAll(/"(requestId|time)":"[^"]*"/g, '');
    expect(told).not.toContain(cvv);
  });

  test('cannot be guessed back from the digest of an idempotent request', async () => {
    const customer = await newCustomer(product);
    await send(customer, { number }, { 'idempotency-key': 'tarjeta-2' });
    const row = await product.deps.db
      .selectFrom('idempotency')
      .select('digest')
      .where('caller', '=', `customer:${customer.id}`)
      .executeTakeFirstOrThrow();
    const guess = createHash('sha256')
      .update(JSON.stringify({ ...card, number }))
      .update('\0')
      .digest();
    expect(row.digest.equals(guess)).toBe(false);
  });
});
