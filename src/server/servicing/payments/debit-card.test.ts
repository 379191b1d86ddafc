import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { askFor } from '../../charges/testing/ask.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { borrower, type Borrower } from './testing/borrower.ts';

let product: TestProduct;
let one: Borrower;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  one = await borrower(product, 'AR', 12);
});
afterAll(() => product.close());

const number = '4507990000004905';
const cvv = '4729';
const pay = (hash: string, change: object = {}, headers: Record<string, string> = {}) =>
  product.call('POST /api/v3/debit-payment', {
    headers,
    body: {
      card_type: 'debit',
      brand: 'visa',
      number,
      holder: 'ANA MARIA PEREZ DE LOS SANTOS Y GONZALEZ',
      expiration_date: '1235',
      cvv,
      hash,
      ...change,
    },
  });
const stateOf = async (instalment: number) => (await one.balance()).installments[instalment - 1].state_name;
const openCardPayment = async (instalment: number): Promise<string> =>
  (await one.ask([instalment], 'debit-card')).body.result.hash;
const chargesOf = (hash: string) =>
  product.deps.db
    .selectFrom('card_charge')
    .innerJoin('payment_request', 'payment_request.id', 'card_charge.request_id')
    .select(['card_charge.id', 'card_charge.reference', 'card_charge.state'])
    .where('hash', '=', hash)
    .orderBy('card_charge.id')
    .execute();

describe('a debit-card payment', () => {
  test('is declined and tried again, then paid, once', async () => {
    const hash = await openCardPayment(1);
    const [{ amount, payment }] = (await one.balance()).installments;
    expect(payment).toMatchObject({ hash, url: `/debit-payment/${hash}` });
    expect(await pay(hash, { cvv: '999' })).toMatchObject({ status: 422, body: { code: 'card_declined' } });
    expect(await stateOf(1)).toBe('online');
    const paid = await pay(hash, {}, { 'idempotency-key': 'card-1' });
    expect(paid.body.result).toMatchObject({
      document_number: one.documentNumber,
      amount,
      fullname: 'ANA MARIA PEREZ DE LOS SANTOS Y GONZALEZ',
      ingenico_date: expect.stringMatching(/^\d{2}-\d{2}-\d{4}$/),
    });
    expect(paid.body.result.ingenico_transaction).not.toBe('');
    expect((await pay(hash, {}, { 'idempotency-key': 'card-1' })).body.result).toEqual(paid.body.result);
    expect((await pay(hash)).body.code).toBe('payment_closed');
    expect(await stateOf(1)).toBe('payed');
    expect(await one.collected()).toBe(Math.round(amount * 100));
  });

  test('is checked by the rules of the form', async () => {
    const hash = await openCardPayment(2);
    const wrong = async (change: object) => (await pay(hash, change)).body.fields;
    expect(await wrong({ number: '4507990000004906' })).toHaveProperty('number');
    expect(await wrong({ expiration_date: '0120' })).toEqual({
      expiration_date: 'El campo vencimiento es menor a la fecha actual.',
    });
    expect(await wrong({ holder: '' })).toEqual({ holder: 'El campo nombre es obligatorio.' });
    expect(await wrong({ holder: 'x'.repeat(61) })).toHaveProperty('holder');
    expect(await wrong({ cvv: '12' })).toHaveProperty('cvv');
    expect((await pay('unknown')).status).toBe(404);
    expect(await chargesOf(hash)).toEqual([]);
  });

  test('asks for the type of the card without a login', async () => {
    const answer = await product.call('POST /api/v3/info_credit_card', { body: { number } });
    expect(answer.body).toMatchObject({ valid: true, type: 'visa' });
  });

  test('pressed twenty times at once is one charge', async () => {
    const hash = await openCardPayment(3);
    const before = await one.collected();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(hash)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await chargesOf(hash)).toHaveLength(1);
    const { amount } = (await one.balance()).installments[2];
    expect(await one.collected()).toBe(before + Math.round(amount * 100));
  });

  test('whose answer is lost is shown as paid, cannot be cancelled, and is asked for', async () => {
    const hash = await openCardPayment(4);
    const { cardPayments } = product.deps.ports;
    const lost = async (order: Parameters<typeof cardPayments.charge>[0]) => {
      await cardPayments.charge(order);
      throw new Error('no answer');
    };
    Object.assign(product.deps.ports, { cardPayments: { ...cardPayments, charge: lost } });
    try {
      expect((await pay(hash)).body.code).toBe('payment_in_progress');
    } finally {
      Object.assign(product.deps.ports, { cardPayments });
    }
    expect(await stateOf(4)).toBe('waiting');
    expect((await pay(hash)).body.code).toBe('payment_in_progress');
    const drop = await product.call('POST /api/v3/online_payment/dCoupon', { body: { hash } });
    expect(drop.body.code).toBe('payment_in_progress');
    const before = await one.collected();
    const [charge] = await chargesOf(hash);
    await Promise.all(Array.from({ length: 5 }, () => askFor(product.deps, charge!.id)));
    expect(await stateOf(4)).toBe('payed');
    const { amount } = (await one.balance()).installments[3];
    expect(await one.collected()).toBe(before + Math.round(amount * 100));
  });

  test('that never reached the gateway can be tried again', async () => {
    const hash = await openCardPayment(5);
    const { cardPayments } = product.deps.ports;
    const charge = () => Promise.reject(new Error('no connection'));
    Object.assign(product.deps.ports, { cardPayments: { ...cardPayments, charge } });
    try {
      await pay(hash);
    } finally {
      Object.assign(product.deps.ports, { cardPayments });
    }
    const [lost] = await chargesOf(hash);
    await askFor(product.deps, lost!.id);
    expect(await stateOf(5)).toBe('online');
    expect((await pay(hash)).status).toBe(200);
    expect((await chargesOf(hash)).map(({ state }) => state)).toEqual(['missing', 'approved']);
  });

  test('ten tries are the most', async () => {
    const hash = await openCardPayment(6);
    const stops = () =>
      product.deps.db
        .selectFrom('event')
        .select(['loan_id', 'address', 'detail'])
        .where('kind', '=', 'card-tries-stopped')
        .execute();
    const before = await stops();
    for (let time = 0; time < 10; time += 1) await pay(hash, { cvv: '999' });
    expect(await pay(hash)).toMatchObject({ status: 429, body: { code: 'too_many' } });
    await pay(hash);
    // Once, however often it is tried afterwards.
    const stop = { loan_id: one.loanId, address: '127.0.0.1', detail: { by: 'payment' } };
    expect(await stops()).toEqual([...before, stop]);
  });

  test('leaves neither number nor security code in the database', async () => {
    const { db } = product.deps;
    const tables = await sql<{ name: string }>`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in ('public', 'jobs')`.execute(db);
    for (const { name } of tables.rows) {
      // The code's four digits stand in random ids too: looked for as the whole of a value.
      const found = await sql`
        select 1 from ${sql.raw(name)} as t
        where t::text like ${`%${number}%`} or t::text ~ ${`[ ,("]${cvv}[,)"]`}`.execute(db);
      expect(found.rows, name).toEqual([]);
    }
  });
});
