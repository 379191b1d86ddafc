import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChargeOrder } from '../../integrations/card-payments/port.ts';
import { marksOf, newCustomer, type TestCustomer } from '../../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { borrower, type Borrower } from './testing/borrower.ts';

// A card of which the browser has got a token from the gateway itself (decision 0042), on both calls that take one.
let product: TestProduct;
let one: Borrower;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  one = await borrower(product, 'AR', 12);
});
afterAll(() => product.close());

const token = 'e6c5f7a2-0000-4000-8000-000000000001';
const number = '4507990000004905';
const tokenised = {
  card_type: 'debit',
  brand: 'visa',
  token,
  bin: '450799',
  last_four: '4905',
  holder: 'ANA PRUEBA',
  expiration_date: '1235',
};
let tokens = 1;
/** Each is good for one payment. */
const newToken = () => ({ token: `${token.slice(0, -6)}${String((tokens += 1)).padStart(6, '0')}` });
const invalid = 'El dato ingresado no es válido.';
const required = 'Campo requerido.';

const save = (customer: TestCustomer, change: object = {}) =>
  product.call('POST /api/v3/card-validation', { token: customer.token, body: { ...tokenised, ...change } });
const pay = (hash: string, change: object = {}, headers: Record<string, string> = {}) =>
  product.call('POST /api/v3/debit-payment', { headers, body: { ...tokenised, hash, ...change } });
const ask = async (instalment: number): Promise<string> =>
  (await one.ask([instalment], 'debit-card')).body.result.hash;
const cardsOf = (customer: TestCustomer) =>
  product.deps.db.selectFrom('card').selectAll().where('customer_id', '=', customer.id).execute();
const chargesOf = (hash: string) =>
  product.deps.db
    .selectFrom('card_charge as c')
    .innerJoin('payment_request as r', 'r.id', 'c.request_id')
    .select(['c.state', 'c.brand', 'c.last_four'])
    .where('r.hash', '=', hash)
    .execute();

/** Runs with ports of its own; the tokeniser refuses to be asked unless told otherwise. */
async function withPorts<T>(ports: object, run: () => Promise<T>): Promise<T> {
  const { cards, cardPayments } = product.deps.ports;
  const tokenise = () => Promise.reject(new Error('asked for a token that the browser has'));
  Object.assign(product.deps.ports, { cards: { ...cards, tokenise }, ...ports });
  try {
    return await run();
  } finally {
    Object.assign(product.deps.ports, { cards, cardPayments });
  }
}

describe('a card saved by its token', () => {
  test('is stored as the gateway keeps it, without asking for another token', async () => {
    const customer = await newCustomer(product);
    const answer = await withPorts({}, () => save(customer, { token: 'approved-by-browser' }));
    expect(answer.status).toBe(200);
    expect(answer.body.model).toEqual({
      card_type: 'debit',
      brand: 'visa',
      number: '**** 4905',
      holder: 'ANA PRUEBA',
      expiration_date: '12/35',
    });
    expect(await cardsOf(customer)).toMatchObject([
      {
        gateway: 'sandbox',
        token: '',
        bin: '450799',
        last_four: '4905',
        expires_month: 12,
        expires_year: 2035,
      },
    ]);
    expect(await marksOf(product, customer)).toMatchObject({ credit_card_verified: 1, banking_verified: 1 });
  });

  test('is of the brand that its first digits tell', async () => {
    const customer = await newCustomer(product);
    const answer = await save(customer, { ...newToken(), brand: 'visa', bin: '589657' });
    expect(answer.body.model.brand).toBe('cabal');
  });

  test('is not taken where there is no gateway that could have given it', async () => {
    const customer = await newCustomer(product);
    const cards = { ...product.deps.ports.cards, name: 'none', givesTokens: false };
    const answer = await withPorts({ cards }, () => save(customer));
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(await cardsOf(customer)).toEqual([]);
  });

  test('counts among the ten of an hour', async () => {
    const customer = await newCustomer(product);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await save(customer, newToken())).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

describe('a payment by token', () => {
  test('is charged with that token and the first six digits, once', async () => {
    const hash = await ask(1);
    const orders: ChargeOrder[] = [];
    const { cardPayments } = product.deps.ports;
    const charge = (order: ChargeOrder) => {
      orders.push(order);
      return cardPayments.charge(order);
    };
    const before = await one.collected();
    const { amount } = (await one.balance()).installments[0];
    await withPorts({ cardPayments: { ...cardPayments, charge } }, async () => {
      const paid = await pay(hash, {}, { 'idempotency-key': 'token-1' });
      expect(paid.body.result).toMatchObject({ fullname: 'ANA PRUEBA', amount });
      const again = await pay(hash, {}, { 'idempotency-key': 'token-1' });
      expect(again.body.result).toEqual(paid.body.result);
      expect((await pay(hash)).body.code).toBe('payment_closed');
    });
    expect(orders).toMatchObject([
      { card: { kind: 'once', token }, bin: '450799', brand: 'visa', amount: Math.round(amount * 100) },
    ]);
    expect(await chargesOf(hash)).toEqual([{ state: 'approved', brand: 'visa', last_four: '4905' }]);
    expect(await one.collected()).toBe(before + Math.round(amount * 100));
  });

  test('with a token that the gateway does not know is declined and leaves the payment open', async () => {
    const hash = await ask(2);
    const { cardPayments } = product.deps.ports;
    const charge = () => Promise.resolve({ state: 'declined', providerId: '', authorizationCode: '' });
    const refused = await withPorts({ cardPayments: { ...cardPayments, charge } }, () =>
      pay(hash, { token: 'made-up-by-somebody' }),
    );
    expect(refused).toMatchObject({ status: 422, body: { code: 'card_declined' } });
    expect((await one.balance()).installments[1].state_name).toBe('online');
    expect((await pay(hash, newToken())).status).toBe(200);
  });

  test('is not tried where there is no gateway, and the payment stays open', async () => {
    const hash = await ask(3);
    const cards = { ...product.deps.ports.cards, givesTokens: false };
    expect((await withPorts({ cards }, () => pay(hash))).body.code).toBe('unavailable');
    expect((await one.balance()).installments[2].state_name).toBe('online');
  });

  test('ten tries are the most', async () => {
    const hash = await ask(4);
    for (let time = 0; time < 10; time += 1) await pay(hash, { token: `declined-${token}` });
    expect(await pay(hash)).toMatchObject({ status: 429, body: { code: 'too_many' } });
  });
});

describe('what is no token of a card is refused, names the member and changes nothing', () => {
  test.each<[string, object, Record<string, string>]>([
    ['an empty token', { token: '' }, { token: required }],
    ['a token that is the number', { token: number }, { token: invalid }],
    ['a token that is the number in groups', { token: '4507-9900-0000-4905' }, { token: invalid }],
    ['a token with a line of its own', { token: `${token}\n` }, { token: invalid }],
    ['a token of other characters', { token: "x' or 1=1 --" }, { token: invalid }],
    ['a token that is too long', { token: 'a'.repeat(101) }, { token: invalid }],
    ['a token that is a list', { token: [token] }, { token: invalid }],
    ['the number beside the token', { number }, { number: invalid }],
    ['the security code beside the token', { cvv: '123' }, { cvv: invalid }],
    ['no first digits', { bin: undefined }, { bin: required }],
    ['more than six first digits', { bin: '4507990' }, { bin: invalid }],
    ['no last four', { last_four: undefined }, { last_four: required }],
    ['the number as last four', { last_four: number }, { last_four: invalid }],
    ['digits of no accepted brand', { bin: '378282' }, { number: 'No se pudo detectar el tipo de tarjeta.' }],
    ['no holder', { holder: '' }, { holder: 'El campo nombre es obligatorio.' }],
    [
      'a past date',
      { expiration_date: '0120' },
      { expiration_date: 'El campo vencimiento es menor a la fecha actual.' },
    ],
    ['no token beside its digits', { token: undefined }, { bin: invalid, last_four: invalid }],
  ])('%s', async (_what, change, fields) => {
    const customer = await newCustomer(product);
    const saved = await save(customer, change);
    expect(saved.status).toBe(422);
    expect(saved.body.fields).toEqual(fields);
    expect(await cardsOf(customer)).toEqual([]);
    const hash = await ask(5);
    const paid = await pay(hash, change);
    expect(paid.status).toBe(422);
    expect(paid.body.fields).toEqual(fields);
    expect(await chargesOf(hash)).toEqual([]);
    await product.call('POST /api/v3/online_payment/dCoupon', { body: { hash } });
  });
});
