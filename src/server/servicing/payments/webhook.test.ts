import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { localDate } from '../../../countries/local-time.ts';
import { centavos } from '../../../domain/money.ts';
import type { Wallet, WalletPaymentState } from '../../integrations/wallet/port.ts';
import { decideWalletPayment, sandboxWalletSecrets } from '../../integrations/wallet/sandbox.ts';
import { signNotification } from '../../integrations/wallet/signature.ts';
import { trialBalance } from '../../loans/ledger/service.ts';
import { transaction, type Queryable } from '../../platform/database.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { reportPayment } from './reports/report.ts';
import { walletQueue } from './wallet.ts';
import { borrower, type Borrower } from './testing/borrower.ts';

/** The wallet's webhook under bad luck (docs/security.md#webhooks). */

let product: TestProduct;
let one: Borrower;
let wallet: Wallet;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  ({ wallet } = product.deps.ports);
});
beforeEach(async () => {
  Object.assign(product.deps.ports, { wallet });
  one = await borrower(product, 'AR', 3);
});
afterAll(() => product.close());

const requestId = 'a2f8c1d0-0000-4000-8000-000000000002';
function notify(id: string, secret = sandboxWalletSecrets[0] ?? '') {
  const ts = String(Math.floor(product.deps.clock.now().getTime() / 1000));
  return product.call('POST /api/v3/payment/mercado-pago/webhook', {
    query: { 'data.id': id, type: 'payment' },
    headers: {
      'x-request-id': requestId,
      'x-signature': signNotification(secret, { dataId: id, requestId }, ts),
    },
    body: { id: 1, live_mode: false, type: 'payment', action: 'payment.updated', data: { id } },
  });
}

async function decide(hash: string, state: WalletPaymentState, id?: string): Promise<string> {
  const { result } = (await product.call('GET /api/v3/coupon/{hash}', { params: { hash } })).body;
  const { reference, amount } = result;
  return decideWalletPayment(product.deps.db, {
    reference,
    state,
    amount: centavos(Math.round(amount * 100)),
    currency: 'ARS',
    ...(id === undefined ? {} : { id }),
  });
}

const ask = async () => (await one.ask([1], 'mercado-pago')).body.result.hash;
const owed = async () => Math.round((await one.balance()).installments[0].amount * 100);
const stateOf = async () => (await one.balance()).installments[0].state_name;
async function until(isDone: () => Promise<boolean>) {
  const deadline = Date.now() + 15_000;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error('it did not happen within 15 seconds');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
const jobsWaiting = async () => {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from jobs.job where name = ${walletQueue} and state in ('created', 'retry', 'active')
  `.execute(product.deps.db);
  return rows[0]?.open ?? 0;
};

test('is answered within a second while the provider hangs, and has its effect when it comes back', async () => {
  const hash = await ask();
  const amount = await owed();
  const id = await decide(hash, 'approved');
  let release = () => undefined as void;
  const hanging = new Promise<void>((resolve) => (release = resolve));
  Object.assign(product.deps.ports, {
    wallet: { ...wallet, payment: (which: string) => hanging.then(() => wallet.payment(which)) },
  });
  const start = performance.now();
  expect((await notify(id)).status).toBe(200);
  expect(performance.now() - start).toBeLessThan(1000);
  expect(await one.collected()).toBe(0);
  release();
  await until(async () => (await stateOf()) === 'payed');
  expect(await one.collected()).toBe(amount);
});

test('ten times over, under both secrets, in any order with what came of it later: one effect', async () => {
  const hash = await ask();
  const id = await decide(hash, 'approved');
  const secrets = Array.from({ length: 10 }, (_, index) => sandboxWalletSecrets[index % 2] ?? '');
  const answers = await Promise.all(secrets.map((secret) => notify(id, secret)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  await until(async () => (await stateOf()) === 'payed');
  await decide(hash, 'reversed', id);
  // What says 'approved' and what says 'reversed' look the same; the provider is asked in either order.
  await Promise.all(secrets.map((secret) => notify(id, secret)));
  await until(async () => (await stateOf()) === 'pending' && (await jobsWaiting()) === 0);
  expect(await one.collected()).toBe(0);
});

test('of something unknown changes nothing', async () => {
  const before = await trialBalance(product.deps.db, 'ARS');
  expect((await notify('wallet-nobody-knows')).status).toBe(200);
  await until(async () => (await jobsWaiting()) === 0);
  expect(await trialBalance(product.deps.db, 'ARS')).toEqual(before);
});

test('before the answer that opens the payment: the money waits and is booked with it', async () => {
  const amount = await owed();
  const waiting = async () => (await trialBalance(product.deps.db, 'ARS')).get('unidentified-payments') ?? 0;
  const before = await waiting();
  Object.assign(product.deps.ports, {
    wallet: {
      ...wallet,
      async createCheckout(order: Parameters<Wallet['createCheckout']>[0]) {
        const { reference, currency } = order;
        const id = await decideWalletPayment(product.deps.db, {
          reference,
          currency,
          amount: order.amount,
          state: 'approved',
        });
        await notify(id);
        await until(async () => (await waiting()) === before - amount);
        return wallet.createCheckout(order);
      },
    },
  });
  const hash = await ask();
  expect(await waiting()).toBe(before);
  expect(await one.collected()).toBe(amount);
  expect(await stateOf()).toBe('payed');
  const { result } = (await product.call('GET /api/v3/coupon/{hash}', { params: { hash } })).body;
  expect(result.state).toBe('paid');
});

/** What the provider reports of a payment, and a way to let it be found under another reference only. */
async function reportOf(hash: string, reportId: string) {
  const { db, clock } = product.deps;
  const { amount, currency, reference } = await db
    .selectFrom('payment_request')
    .innerJoin('loan', 'loan.id', 'loan_id')
    .select(['payment_request.amount', 'currency', 'reference'])
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  const report = { country: 'AR', source: wallet.name, reportId, reference, currency } as const;
  return {
    report: { ...report, amount: centavos(amount), paidOn: localDate(clock.now(), 'AR') },
    rename: (tx: Queryable, name: string) =>
      tx.updateTable('payment_request').set({ reference: name }).where('hash', '=', hash).execute(),
  };
}

test('at the moment at which the payment is written down: it is booked all the same', async () => {
  const { db } = product.deps;
  const { report, rename } = await reportOf(await ask(), 'wallet-at-once');
  // Nobody sees it under its reference before this transaction ends, as if it were inserted here.
  await rename(db, 'not written yet');
  const reported = await transaction(db, async (tx) => {
    await rename(tx, report.reference);
    // Stops who reports between the look for the loan and that for the payment, which reads the customer.
    await sql`lock table customer in access exclusive mode`.execute(tx);
    const answer = transaction(db, (other) => reportPayment(other, product.deps, report));
    await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBeGreaterThan(0);
    return { answer };
  });
  expect(await reported.answer).toEqual({ outcome: 'exact', isNew: true });
  expect(await one.collected()).toBe(report.amount);
  expect(await stateOf()).toBe('payed');
});

test('told again, money that was left waiting for an open payment is booked, once', async () => {
  const { db } = product.deps;
  const { report, rename } = await reportOf(await ask(), 'wallet-left');
  const say = () => transaction(db, (tx) => reportPayment(tx, product.deps, report));
  await rename(db, 'not found');
  expect(await say()).toEqual({ outcome: 'unmatched', isNew: true });
  await rename(db, report.reference);
  expect(await one.collected()).toBe(0);
  await Promise.all([say(), say()]);
  await say();
  expect(await one.collected()).toBe(report.amount);
  expect(await stateOf()).toBe('payed');
});

test('that failed for good is kept, and runs again when asked to', async () => {
  const hash = await ask();
  const amount = await owed();
  const id = await decide(hash, 'approved');
  Object.assign(product.deps.ports, {
    wallet: { ...wallet, payment: () => Promise.reject(new Error('the provider is away')) },
  });
  await transaction(product.deps.db, async (tx) => {
    await product.deps.jobs.send(tx, walletQueue, { paymentId: id });
    await sql`update jobs.job set retry_limit = 0 where name = ${walletQueue} and state = 'created'`.execute(
      tx,
    );
  });
  await until(async () => (await jobsWaiting()) === 0);
  expect(await one.collected()).toBe(0);
  Object.assign(product.deps.ports, { wallet });
  const jobs = product.deps.jobs as typeof product.deps.jobs & { replay(name: string): Promise<number> };
  expect(await jobs.replay(walletQueue)).toBe(1);
  await until(async () => (await stateOf()) === 'payed');
  expect(await one.collected()).toBe(amount);
  expect(await jobs.replay(walletQueue)).toBe(0);
});

const old = (query: Record<string, string>) =>
  product.call('POST /api/v3/payment/mercado-pago/webhook', { query, body: {} });

test('in its older form has the payment looked up, and proves nothing', async () => {
  const hash = await ask();
  const amount = await owed();
  const id = await decide(hash, 'approved');
  const asked: string[] = [];
  Object.assign(product.deps.ports, {
    wallet: { ...wallet, payment: (which: string) => (asked.push(which), wallet.payment(id)) },
  });
  expect((await old({ topic: 'payment', id: '123456789', source_news: 'ipn' })).status).toBe(200);
  await until(async () => (await stateOf()) === 'payed');
  expect(asked).toEqual(['123456789']);
  expect(await one.collected()).toBe(amount);
  // Orders of the wallet, and what is no payment of it, are taken and left at that.
  expect((await old({ topic: 'merchant_order', id: '77' })).status).toBe(200);
  expect((await old({ topic: 'payment', id: '../users/me' })).status).toBe(200);
  expect((await old({})).status).toBe(200);
  await until(async () => (await jobsWaiting()) === 0);
  expect(asked).toHaveLength(1);
});

test('without a signature in its present form is refused as before', async () => {
  expect((await old({ 'data.id': '123456789', type: 'payment' })).body.code).toBe('signature');
});
