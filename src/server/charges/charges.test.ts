import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { holidaysOf } from '../../countries/holidays.ts';
import { debitAnnouncedOn, debitAttemptOn } from '../../countries/law/debits.ts';
import { listMessages } from '../messages/service.ts';
import { announceDebits } from '../servicing/debits/announce.ts';
import { attemptDebits } from '../servicing/debits/attempt.ts';
import { debitsOf, debtor, dueDatesOf, goTo, todayOf } from '../servicing/debits/testing/debtor.ts';
import { borrower, type Borrower } from '../servicing/payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { askFor } from './testing/ask.ts';

/** A charge that the gateway does not know of when it is asked (docs/decisions/0063-card-charges.md). */

let product: TestProduct;
let one: Borrower;
let usual: TestProduct['deps']['ports']['cardPayments'];
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  one = await borrower(product, 'AR', 12);
  usual = product.deps.ports.cardPayments;
});
afterEach(() => Object.assign(product.deps.ports, { cardPayments: usual }));
afterAll(() => product.close());

const card = {
  card_type: 'debit',
  brand: 'visa',
  number: '4507990000004905',
  holder: 'ANA PEREZ',
  expiration_date: '1235',
  cvv: '472',
};
const pay = (hash: string) => product.call('POST /api/v3/debit-payment', { body: { ...card, hash } });
const stateOf = async (number: number) => (await one.balance()).installments[number - 1].state_name;
const chargeOf = async (id: number) => {
  const { rows } = await sql<{ state: string; hours: number | null }>`
    select state, extract(epoch from due_at - now())::float8 / 3600 as hours from card_charge where id = ${id}
  `.execute(product.deps.db);
  return rows[0]!;
};
const mails = async () => (await listMessages(product.deps, one.person.email)).map(({ subject }) => subject);

/** A payment by card that is still on its way when the gateway is first asked. */
async function late(number: number) {
  const { hash } = (await one.ask([number], 'debit-card')).body.result;
  let deliver: () => Promise<unknown> = () => Promise.reject(new Error('nothing was sent'));
  const charge: typeof usual.charge = (order) => {
    deliver = () => usual.charge(order);
    return Promise.reject(new Error('no answer'));
  };
  Object.assign(product.deps.ports, { cardPayments: { ...usual, charge } });
  expect((await pay(hash)).body.code).toBe('payment_in_progress');
  Object.assign(product.deps.ports, { cardPayments: usual });
  const { id } = await product.deps.db
    .selectFrom('card_charge')
    .innerJoin('payment_request', 'payment_request.id', 'card_charge.request_id')
    .select('card_charge.id')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return { hash, id, deliver: () => deliver() };
}

describe('a payment whose charge the gateway does not know of', () => {
  test('can be made otherwise, and its money is booked once should it come after all', async () => {
    const { id, deliver } = await late(1);
    await askFor(product.deps, id);
    expect(await stateOf(1)).toBe('online');
    expect(await chargeOf(id)).toMatchObject({ state: 'missing' });
    expect((await mails()).filter((subject) => subject === 'Tu pago no se pudo realizar')).toHaveLength(1);
    const before = await one.collected();
    const [{ amount }] = (await one.balance()).installments;
    await deliver();
    await Promise.all([askFor(product.deps, id), askFor(product.deps, id)]);
    await askFor(product.deps, id);
    expect(await stateOf(1)).toBe('payed');
    expect(await one.collected()).toBe(before + Math.round(amount * 100));
    expect(await chargeOf(id)).toEqual({ state: 'approved', hours: null });
  });

  test('and that was paid otherwise meanwhile is money in favour', async () => {
    const { hash, id, deliver } = await late(2);
    await askFor(product.deps, id);
    expect((await pay(hash)).status).toBe(200);
    const before = await one.collected();
    await deliver();
    await askFor(product.deps, id);
    const { amount } = (await one.balance()).installments[1];
    expect(await one.collected()).toBe(before + Math.round(amount * 100));
    const outcomes = await product.deps.db
      .selectFrom('payment_report')
      .innerJoin('payment_request', 'payment_request.id', 'payment_report.request_id')
      .select('outcome')
      .where('hash', '=', hash)
      .orderBy('payment_report.id')
      .execute();
    expect(outcomes).toEqual([{ outcome: 'exact' }, { outcome: 'double' }]);
  });

  test('is looked for again, less and less often, for a week', async () => {
    const { id } = await late(6);
    const waited: number[] = [];
    for (let times = 0; times < 14; times += 1) {
      await askFor(product.deps, id);
      await sql`update card_charge set tries = tries + 1 where id = ${id}`.execute(product.deps.db);
      const { state, hours } = await chargeOf(id);
      expect(state).toBe('missing');
      waited.push(hours ?? -1);
    }
    const [first = 0, ...next] = waited;
    expect(first * 60).toBeCloseTo(10, 0);
    expect(next.at(-2)).toBeCloseTo(24, 1);
    expect(next.at(-1)).toBe(-1);
    const days = waited.reduce((sum, hours) => sum + Math.max(0, hours), 0) / 24;
    expect(days).toBeGreaterThan(6);
    expect(days).toBeLessThan(8);
  });

  test('is told nothing more when it is refused later', async () => {
    const { id } = await late(7);
    await askFor(product.deps, id);
    const told = (await mails()).length;
    const query: typeof usual.query = () =>
      Promise.resolve({ state: 'declined', providerId: '7', authorizationCode: '' });
    Object.assign(product.deps.ports, { cardPayments: { ...usual, query } });
    await askFor(product.deps, id);
    expect(await chargeOf(id)).toEqual({ state: 'declined', hours: null });
    expect((await mails()).length).toBe(told);
  });
});

test('a debit whose card was taken away before the gateway heard of it is given up, and never sent again', async () => {
  const { db } = product.deps;
  const debited = await debtor(product);
  const [due] = await dueDatesOf(product, debited);
  await goTo(product, debitAnnouncedOn(due!, holidaysOf('AR')));
  await announceDebits(product.deps, { country: 'AR', date: todayOf(product) });
  await goTo(product, debitAttemptOn(due!, holidaysOf('AR')));
  let sent = 0;
  const charge = () => {
    sent += 1;
    return Promise.reject(new Error('no answer'));
  };
  Object.assign(product.deps.ports, { cardPayments: { ...usual, charge } });
  await attemptDebits(product.deps, { country: 'AR', date: todayOf(product) });
  const [{ reference } = { reference: '' }] = await debitsOf(product, debited);
  const { id, card_id } = await db
    .selectFrom('card_charge')
    .select(['id', 'card_id'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  const setToken = (token: string) =>
    sql`update card set stored_token = ${token} where id = ${card_id}`.execute(db);
  await setToken('');
  await askFor(product.deps, id);
  expect(await chargeOf(id)).toMatchObject({ state: 'missing' });
  expect(await debitsOf(product, debited)).toMatchObject([{ state: 'declined' }]);
  await setToken('approved-stored-again');
  await askFor(product.deps, id);
  expect([sent, await chargeOf(id)]).toMatchObject([1, { state: 'missing' }]);
  // It had reached the gateway after all.
  const query: typeof usual.query = () =>
    Promise.resolve({ state: 'approved', providerId: '7', authorizationCode: '1' });
  Object.assign(product.deps.ports, { cardPayments: { ...usual, query } });
  await askFor(product.deps, id);
  expect(await debitsOf(product, debited)).toMatchObject([{ state: 'approved' }]);
  const [first] = (await debited.balance()).installments;
  expect(first).toMatchObject({ payed: true });
});
