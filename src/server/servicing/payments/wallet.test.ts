import { afterAll, beforeAll, expect, test } from 'vitest';
import { centavos } from '../../../domain/money.ts';
import { signNotification } from '../../integrations/wallet/signature.ts';
import { decideWalletPayment, sandboxWalletSecrets } from '../../integrations/wallet/sandbox.ts';
import type { WalletPaymentState } from '../../integrations/wallet/port.ts';
import { trialBalance } from '../../loans/ledger/service.ts';
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

interface Sent {
  readonly secret?: string;
  readonly ageSeconds?: number;
  readonly signature?: string;
  readonly signedId?: string;
}

/** Sends a webhook as the provider does. */
function notify(
  id: string,
  { secret = sandboxWalletSecrets[0] ?? '', ageSeconds = 0, signature, signedId = id }: Sent = {},
) {
  const ts = String(Math.floor(product.deps.clock.now().getTime() / 1000) - ageSeconds);
  const requestId = 'a2f8c1d0-0000-4000-8000-000000000001';
  return product.call('POST /api/v3/payment/mercado-pago/webhook', {
    query: { 'data.id': id, type: 'payment' },
    headers: {
      'x-request-id': requestId,
      'x-signature': signature ?? signNotification(secret, { dataId: signedId, requestId }, ts),
    },
    body: { id: 1, live_mode: false, type: 'payment', action: 'payment.updated', data: { id } },
  });
}

async function until(isDone: () => Promise<boolean>) {
  const deadline = Date.now() + 15_000;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error('it did not happen within 15 seconds');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

const ask = async (instalment: number) => (await one.ask([instalment], 'mercado-pago')).body.result;
const couponOf = async (hash: string) =>
  (await product.call('GET /api/v3/coupon/{hash}', { params: { hash } })).body.result;
const stateOf = async (instalment: number) => (await one.balance()).installments[instalment - 1].state_name;
const provider = async (hash: string, state: WalletPaymentState, more: object = {}) => {
  const { reference, amount } = await couponOf(hash);
  const payment = { reference, amount: centavos(Math.round(amount * 100)), state, ...more };
  return decideWalletPayment(product.deps.db, { currency: 'ARS', ...payment });
};
const refresh = (hash: string) => product.call('POST /api/v3/online_payment/uCoupon', { body: { hash } });
const reportsOf = (id: string) =>
  product.deps.db.selectFrom('payment_report').select('outcome').where('report_id', '=', id).execute();

test('goes to the wallet, and its signed webhook settles it once, however often it comes', async () => {
  const { hash, url, barcode } = await ask(1);
  expect(barcode).toBe('');
  expect(URL.canParse(url)).toBe(true);
  expect((await product.call('POST /api/v3/online_payment', { body: { hash } })).body.url).toBe(url);
  expect((await one.balance()).installments[0]).toMatchObject({
    state_name: 'online',
    payment: { hash, method: 'mercado-pago', url },
  });
  const id = await provider(hash, 'approved');
  const answers = await Promise.all(Array.from({ length: 10 }, () => notify(id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  await until(async () => (await stateOf(1)) === 'payed');
  await notify(id, { secret: sandboxWalletSecrets[1] ?? '' });
  await refresh(hash);
  const { amount } = (await one.balance()).installments[0];
  expect(await one.collected()).toBe(Math.round(amount * 100));
  expect(await reportsOf(id)).toEqual([{ outcome: 'exact' }]);
});

test('the return page settles nothing', async () => {
  const { hash } = await ask(2);
  const { reference } = await couponOf(hash);
  const back = await product.call('POST /api/v3/payment/mercado-pago/callback', {
    query: {
      collection_id: '1',
      collection_status: 'approved',
      payment_id: '1',
      status: 'approved',
      external_reference: reference,
      payment_type: 'account_money',
      merchant_order_id: 'null',
      preference_id: 'x',
      site_id: 'MLA',
      processing_mode: 'aggregator',
      merchant_account_id: 'null',
    },
  });
  expect(back.status).toBe(200);
  expect((await refresh(hash)).body.result.state).toBe('open');
  expect(await stateOf(2)).toBe('online');
});

test('a forged, altered, unsigned or old webhook is refused', async () => {
  const { hash } = await ask(3);
  const id = await provider(hash, 'approved');
  const bad: Sent[] = [
    { secret: 'a guess' },
    { signedId: 'wallet-1' },
    { signature: '' },
    { signature: 'ts=1,v1=' },
    { signature: `ts=${'9'.repeat(10)},v1=${'0'.repeat(64)}` },
    { ageSeconds: 301 },
    // The clock goes on until it arrives.
    { ageSeconds: -330 },
  ];
  for (const sent of bad) {
    expect(await notify(id, sent)).toMatchObject({ status: 401, body: { code: 'signature' } });
  }
  expect(await stateOf(3)).toBe('online');
  // Somebody tries: it is in the audit log, once, however often it is tried.
  const tried = await product.deps.db
    .selectFrom('event')
    .select(['country', 'address', 'detail'])
    .where('kind', '=', 'webhook-forged')
    .execute();
  expect(tried).toEqual([{ country: 'AR', address: '127.0.0.1', detail: { source: 'mercado-pago' } }]);
  expect((await notify(id, { ageSeconds: 290 })).status).toBe(200);
  await until(async () => (await stateOf(3)) === 'payed');
});

test('asking the provider settles it as well', async () => {
  const { hash } = await ask(4);
  await provider(hash, 'under-way');
  expect((await refresh(hash)).body.result.state).toBe('open');
  await provider(hash, 'approved');
  expect((await refresh(hash)).body.result.state).toBe('paid');
  expect(await stateOf(4)).toBe('payed');
});

test('in the wrong order: a rejection after the payment changes nothing, a payment after a rejection counts', async () => {
  const first = await ask(5);
  await provider(first.hash, 'approved');
  await refresh(first.hash);
  await provider(first.hash, 'rejected');
  expect((await refresh(first.hash)).body.result.state).toBe('paid');

  const second = await ask(6);
  await provider(second.hash, 'rejected');
  expect((await refresh(second.hash)).body.result.state).toBe('rejected');
  expect(await stateOf(6)).toBe('pending');
  const id = await provider(second.hash, 'approved');
  await refresh(second.hash);
  expect(await reportsOf(id)).toEqual([{ outcome: 'closed' }]);
  expect(await stateOf(6)).toBe('payed');
});

test('paid twice, the second is the customer’s credit', async () => {
  const { hash } = await ask(7);
  const before = await one.collected();
  await provider(hash, 'approved');
  await refresh(hash);
  const again = await provider(hash, 'approved');
  await refresh(hash);
  expect(await reportsOf(again)).toEqual([{ outcome: 'double' }]);
  const { amount } = (await one.balance()).installments[6];
  expect(await one.collected()).toBe(before + 2 * Math.round(amount * 100));
});

test('cancelled, it can be chosen again', async () => {
  const { hash } = await ask(8);
  const cancel = () => product.call('POST /api/v3/online_payment/dCoupon', { body: { hash } });
  expect((await cancel()).status).toBe(200);
  expect((await cancel()).status).toBe(200);
  expect((await product.call('POST /api/v3/online_payment', { body: { hash } })).body.code).toBe(
    'payment_closed',
  );
  expect(await stateOf(8)).toBe('pending');
});

test('money that leads nowhere, or in another currency, waits in the ledger', async () => {
  const waiting = async (currency: 'ARS' | 'UYU') =>
    0 - ((await trialBalance(product.deps.db, currency)).get('unidentified-payments') ?? 0);
  const { hash } = await ask(9);
  const unknown = await provider(hash, 'approved', { reference: '99999999999999' });
  const foreign = await provider(hash, 'approved', { currency: 'UYU' });
  const { amount } = await couponOf(hash);
  for (const id of [unknown, unknown, foreign]) {
    await notify(id);
    await until(async () => (await reportsOf(id)).length > 0);
    expect(await reportsOf(id)).toEqual([{ outcome: 'unmatched' }]);
  }
  expect(await waiting('ARS')).toBe(Math.round(amount * 100));
  expect(await waiting('UYU')).toBe(Math.round(amount * 100));
  expect(await stateOf(9)).toBe('online');
});

test('money taken back opens the instalment again, once', async () => {
  const { hash } = await ask(10);
  const id = await provider(hash, 'approved');
  await refresh(hash);
  await provider(hash, 'reversed', { id });
  await refresh(hash);
  await refresh(hash);
  expect(await reportsOf(`${id}:reversed`)).toEqual([{ outcome: 'reversed' }]);
  expect(await stateOf(10)).toBe('pending');
  expect((await couponOf(hash)).state).toBe('reversed');
});

test('without an answer of the wallet no payment is opened', async () => {
  const { wallet } = product.deps.ports;
  const createCheckout = () => Promise.reject(new Error('no answer'));
  Object.assign(product.deps.ports, { wallet: { ...wallet, createCheckout } });
  try {
    expect((await one.ask([11], 'mercado-pago')).status).toBe(503);
  } finally {
    Object.assign(product.deps.ports, { wallet });
  }
  expect(await stateOf(11)).toBe('pending');
});
