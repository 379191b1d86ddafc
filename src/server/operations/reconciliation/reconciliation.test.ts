import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDate } from '../../../countries/local-time.ts';
import { centavos } from '../../../domain/money.ts';
import { decideWalletPayment } from '../../integrations/wallet/sandbox.ts';
import { debtor } from '../../servicing/debits/testing/debtor.ts';
import type { Borrower } from '../../servicing/payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { closeDifference, openDifferences } from './queries.ts';
import { reconcile } from './service.ts';

let product: TestProduct;
let one: Borrower;
let card: string;
let wallet: string;
let payout: string;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  one = await debtor(product);
  card = await payByCard();
  wallet = await payByWallet();
  const { db } = product.deps;
  const order = db.selectFrom('payout').select('reference').where('loan_id', '=', one.loanId);
  payout = (await order.executeTakeFirstOrThrow()).reference;
}, 60_000);
afterAll(() => product.close());

async function payByCard(): Promise<string> {
  const { hash } = (await one.ask([1], 'debit-card')).body.result;
  const body = {
    hash,
    card_type: 'debit',
    brand: 'visa',
    number: '4507990000004905',
    holder: 'ANA PEREZ',
    expiration_date: '1239',
    cvv: '123',
  };
  expect((await product.call('POST /api/v3/debit-payment', { body })).status).toBe(200);
  const { db } = product.deps;
  return (
    await db
      .selectFrom('card_charge')
      .select('reference')
      .where('purpose', '=', 'payment')
      .executeTakeFirstOrThrow()
  ).reference;
}

async function payByWallet(): Promise<string> {
  const { hash } = (await one.ask([2], 'mercado-pago')).body.result;
  const { reference, amount } = (await product.call('GET /api/v3/coupon/{hash}', { params: { hash } })).body
    .result;
  const id = await decideWalletPayment(product.deps.db, {
    reference,
    amount: centavos(Math.round(amount * 100)),
    currency: 'ARS',
    state: 'approved',
  });
  await product.call('POST /api/v3/online_payment/uCoupon', { body: { hash } });
  return id;
}

const run = () => {
  const date = localDate(product.deps.clock.now(), 'AR');
  return reconcile(product.deps, { country: 'AR', date });
};
const open = async () => {
  const rows = await openDifferences(product.deps.db);
  return rows
    .map(({ provider, key, kind, our_state, their_state }) => ({
      provider,
      key,
      kind,
      our_state,
      their_state,
    }))
    .toSorted((a, b) => `${a.provider} ${a.kind}`.localeCompare(`${b.provider} ${b.kind}`));
};
const alarms = async () => {
  const rows = await product.deps.db
    .selectFrom('event')
    .select('detail')
    .where('kind', '=', 'reconciliation-difference')
    .execute();
  return rows.length;
};
const setCard = (change: { state?: string; amount?: number }, key = card) =>
  product.deps.db.updateTable('sandbox_payment').set(change).where('reference', '=', key).execute();

describe('a day is compared with the providers', () => {
  test('and is the same, with a card, a wallet, a payout and a card that was saved', async () => {
    await run();
    expect(await open()).toEqual([]);
    const runs = await product.deps.db
      .selectFrom('reconciliation_run')
      .select(['provider', 'theirs', 'ours', 'differences'])
      .orderBy('provider')
      .execute();
    expect(runs).toMatchObject([
      { provider: 'card:payway', theirs: 2, differences: 0 },
      { provider: 'payout:bank-transfer', theirs: 1, ours: 1, differences: 0 },
      { provider: 'payout:pdv', theirs: 0, ours: 0 },
      { provider: 'payout:red-pagos', theirs: 0, ours: 0 },
      { provider: 'wallet:mercado-pago', theirs: 1, ours: 1, differences: 0 },
    ]);
  });

  test('and what differs is a row and one alarm, however often it runs', async () => {
    const { db } = product.deps;
    await setCard({ state: 'refunded' });
    await db.updateTable('sandbox_payment').set({ amount: 1 }).where('id', '=', wallet).execute();
    await db.deleteFrom('sandbox_payout').where('reference', '=', payout).execute();
    const foreign = {
      id: 'card-77',
      reference: '77',
      amount: 500,
      currency: 'ARS',
      state: 'approved',
    } as const;
    await db.insertInto('sandbox_payment').values(foreign).execute();
    await run();
    await run();
    expect(await open()).toEqual([
      { provider: 'card:payway', key: card, kind: 'state', our_state: 'taken', their_state: 'given-back' },
      { provider: 'card:payway', key: '77', kind: 'unknown-here', our_state: '', their_state: 'taken' },
      {
        provider: 'payout:bank-transfer',
        key: payout,
        kind: 'unknown-there',
        our_state: 'taken',
        their_state: '',
      },
      {
        provider: 'wallet:mercado-pago',
        key: wallet,
        kind: 'amount',
        our_state: 'taken',
        their_state: 'taken',
      },
    ]);
    expect(await alarms()).toBe(3);
  });

  test('and what is the same again closes by itself, on a later day as well', async () => {
    await setCard({ state: 'approved' });
    await product.advance(3 * 86_400_000);
    await run();
    expect((await open()).map(({ key }) => key)).toEqual(['77', payout, wallet]);
    await setCard({ state: 'refunded' });
    await run();
    expect((await open()).map(({ key }) => key)).toContain(card);
    await setCard({ state: 'approved' });
    await run();
  });

  test('and what a person has closed stays closed until it differs otherwise', async () => {
    const { db, clock } = product.deps;
    const [foreign] = await openDifferences(db);
    expect(foreign?.key).toBe('77');
    expect(await closeDifference(db, foreign?.id ?? 0, { note: 'of another shop' }, clock.now())).toBe(true);
    expect(await closeDifference(db, foreign?.id ?? 0, { note: 'again' }, clock.now())).toBe(false);
    await run();
    expect((await open()).map(({ key }) => key)).not.toContain('77');
    await setCard({ state: 'refunded' }, '77');
    await run();
    expect((await open()).map(({ key }) => key)).toContain('77');
  });

  test('and a provider that is away does not keep the others from it', async () => {
    const { cardPayments } = product.deps.ports;
    const away = () => Promise.reject(new Error('the gateway is away'));
    Object.assign(product.deps.ports, {
      cardPayments: { ...cardPayments, listing: { list: away, stateOf: away } },
    });
    await product.deps.db.deleteFrom('reconciliation_run').execute();
    await expect(run()).rejects.toThrow('the gateway is away');
    Object.assign(product.deps.ports, { cardPayments });
    const runs = await product.deps.db.selectFrom('reconciliation_run').select('provider').execute();
    expect(runs).toHaveLength(4);
  });
});
