import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { borrower, type Borrower } from './testing/borrower.ts';

let product: TestProduct;
/** Another process of the same deployment. */
let neighbour: TestProduct;
let one: Borrower;
beforeAll(async () => {
  product = await startProduct();
  neighbour = await startProduct({ beside: product });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  one = await borrower(product, 'AR', 12);
});
afterAll(async () => {
  await neighbour.close();
  await product.close();
});

type Gateway = TestProduct['deps']['ports']['cardPayments'];
let usual: Gateway | undefined;
afterEach(() => {
  if (usual) Object.assign(product.deps.ports, { cardPayments: usual });
});
function gateway(change: (usual: Gateway) => Partial<Gateway>): void {
  usual ??= product.deps.ports.cardPayments;
  Object.assign(product.deps.ports, { cardPayments: { ...usual, ...change(usual) } });
}

let instalment = 0;
async function openPayment(): Promise<string> {
  instalment += 1;
  return (await one.ask([instalment], 'debit-card')).body.result.hash;
}

const pay = (at: TestProduct, hash: string, key?: string) =>
  at.call('POST /api/v3/debit-payment', {
    headers: key === undefined ? {} : { 'idempotency-key': key },
    body: {
      card_type: 'debit',
      brand: 'visa',
      number: '4507990000004905',
      holder: 'ANA PEREZ',
      expiration_date: '1235',
      cvv: '472',
      hash,
    },
  });

/** A first request of this key that waits for its gateway until it is told to go on. */
async function chargingAt(hash: string, key: string) {
  const reached = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  gateway((real) => ({
    charge: async (order) => {
      reached.resolve();
      await free.promise;
      return real.charge(order);
    },
  }));
  const first = pay(product, hash, key);
  await reached.promise;
  return { first, goOn: () => free.resolve() };
}

const triesOf = async (hash: string) => {
  const { rows } = await sql<{ hits: number }>`
    select hits from rate_count where key = ${`debit-payment:${hash}`}`.execute(product.deps.db);
  return rows[0]?.hits;
};

describe('a card payment that another process is charging', () => {
  test('gives its repetition the first answer', async () => {
    const hash = await openPayment();
    const { first, goOn } = await chargingAt(hash, 'repeated-1');
    const repeated = pay(neighbour, hash, 'repeated-1');
    // Longer than it used to wait before it was told of another payment.
    setTimeout(goOn, 3_000);
    const [answer, again] = await Promise.all([first, repeated]);
    expect(answer.status).toBe(200);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.body).toEqual(answer.body);
    expect(await triesOf(hash)).toBe(1);
  });

  test('has a repetition that waited in vain come again, and any other request told that it is under way', async () => {
    const hash = await openPayment();
    const { first, goOn } = await chargingAt(hash, 'repeated-2');
    const repeated = pay(neighbour, hash, 'repeated-2');
    expect((await pay(neighbour, hash, 'another')).body.code).toBe('payment_in_progress');
    expect((await pay(neighbour, hash)).body.code).toBe('payment_in_progress');
    const again = await repeated;
    expect([again.status, again.body.code]).toEqual([409, 'key_in_flight']);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
    goOn();
    expect((await first).status).toBe(200);
    expect((await pay(neighbour, hash, 'repeated-2')).body).toEqual((await first).body);
  });

  test('and was answered without a final word gives its repetition the same answer', async () => {
    const hash = await openPayment();
    gateway(() => ({ charge: () => Promise.reject(new Error('no answer')) }));
    expect((await pay(product, hash, 'repeated-3')).body.code).toBe('payment_in_progress');
    const began = performance.now();
    expect((await pay(neighbour, hash, 'repeated-3')).body.code).toBe('payment_in_progress');
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('and has died is in flight no longer than the gateway may take', async () => {
    const hash = await openPayment();
    const { first, goOn } = await chargingAt(hash, hash);
    await product.advance(61_000);
    // It hears of it a moment later.
    await expect
      .poll(() => product.deps.clock.now().getTime() - neighbour.deps.clock.now().getTime())
      .toBeLessThan(1_000);
    expect((await pay(neighbour, hash, hash)).body.code).toBe('payment_in_progress');
    goOn();
    expect((await first).status).toBe(200);
  });
});
