import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';

/** Every move of money leaves its event: who, what, when (docs/security.md#events), and nothing secret. */

let product: TestProduct;
let one: Borrower;
const log: string[] = [];
beforeAll(async () => {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.push(chunk.toString());
      done();
    },
  });
  product = await startProduct({ log: pino({ level: 'debug' }, stream) });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  one = await borrower(product, 'AR', 6);
});
afterAll(() => product.close());

const card = '4507990000004905';
const report = (hash: string, what: 'settle' | 'reject' | 'reverse') =>
  product.call(`POST /sandbox/payments/{hash}/${what}`, { params: { hash } });
const ask = async (number: number, method: string): Promise<string> =>
  (await one.ask([number], method, { token: one.person.token })).body.result.hash;
const charge = (hash: string, cvv: string) =>
  product.call('POST /api/v3/debit-payment', {
    body: {
      card_type: 'debit',
      brand: 'visa',
      number: card,
      holder: 'ANA PEREZ',
      expiration_date: '1235',
      cvv,
      hash,
    },
  });

test('asked, given up, declined, paid, rejected and taken back', async () => {
  const began = product.deps.clock.now();
  const { id: last } = await product.deps.db
    .selectFrom('event')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  const givenUp = await ask(1, 'pago-facil');
  await product.call('DELETE /api/v3/coupon/{hash}', {
    token: one.person.token,
    params: { hash: givenUp },
    query: { document_number: one.documentNumber },
  });
  const byCard = await ask(1, 'debit-card');
  expect((await charge(byCard, '999')).body.code).toBe('card_declined');
  expect((await charge(byCard, '472')).status).toBe(200);
  await report(await ask(2, 'pago-facil'), 'reject');
  const takenBack = await ask(2, 'pago-facil');
  await report(takenBack, 'settle');
  await report(takenBack, 'reverse');

  const { customer_id: customer } = await product.deps.db
    .selectFrom('loan')
    .select('customer_id')
    .where('id', '=', one.loanId)
    .executeTakeFirstOrThrow();
  const events = await product.deps.db
    .selectFrom('event')
    .select(['at', 'country', 'kind', 'customer_id', 'loan_id', 'detail', 'address', 'request_id'])
    .where('id', '>', last)
    .orderBy('id')
    .execute();
  const money = events.filter(({ kind }) => /^(?:payment|card-charge)-/.test(kind));
  expect(money.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'payment-asked',
      'payment-given-up',
      'payment-received',
      'payment-rejected',
      'payment-reversed',
    ]),
  );
  for (const { at, country, customer_id, loan_id } of money) {
    expect({ country, customer_id, loan_id }).toEqual({
      country: 'AR',
      customer_id: customer,
      loan_id: one.loanId,
    });
    expect(at.getTime()).toBeGreaterThanOrEqual(began.getTime());
  }
  const all = await product.deps.db.selectFrom('event').select(['kind', 'detail']).execute();
  expect(all.map(({ kind }) => kind)).toContain('card-charge-declined');
  expect(log.join('')).toContain('/api/v3/debit-payment');
  for (const text of [JSON.stringify(all), log.join('')])
    for (const secret of [card, '"472"', one.documentNumber, one.person.email, one.person.token, takenBack])
      expect(text.includes(secret), secret).toBe(false);
});
