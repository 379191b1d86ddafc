import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrower, type Borrower } from '../servicing/payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** A stranger opens and deletes payments of others without end. */

let limited: TestProduct;
beforeAll(async () => {
  limited = await startProduct({
    settings: {
      LIMIT_STRANGERS_PAYMENTS_DOCUMENT: '10',
      LIMIT_STRANGERS_PAYMENTS_ADDRESS: '30',
      TRUST_PROXY: '127.0.0.1',
      LIMIT_CHALLENGE_ADDRESSES: '1000',
    },
  });
  await limited.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => limited.close());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const cycle = async (one: Borrower, address: string) => {
  const asked = await one.ask([1], 'rapipago', from(address));
  if (asked.status !== 200) return asked;
  const { hash } = asked.body.result;
  await limited.call('DELETE /api/v3/coupon/{hash}', {
    params: { hash },
    query: { document_number: one.documentNumber },
  });
  return asked;
};

test('opening for a document, from wherever; reading and the owner go on', async () => {
  const one = await borrower(limited);
  for (let count = 0; count < 10; count += 1)
    expect((await cycle(one, `198.51.${count}.1`)).status).toBe(200);
  const refused = await cycle(one, '203.0.113.9');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
  // A wallet creates its checkout before the payment is counted.
  const { wallet } = limited.deps.ports;
  let checkouts = 0;
  const createCheckout: typeof wallet.createCheckout = (order) => {
    checkouts += 1;
    return wallet.createCheckout(order);
  };
  Object.assign(limited.deps.ports, { wallet: { ...wallet, createCheckout } });
  expect((await one.ask([1], 'mercado-pago', from('203.0.113.9'))).status).toBe(429);
  Object.assign(limited.deps.ports, { wallet });
  expect(checkouts).toBe(0);
  expect((await one.balance()).installments).toHaveLength(3);
  expect((await one.ask([1], 'rapipago', { token: one.person.token ?? '' })).status).toBe(200);
});

test('opening from an address and its neighbourhood; what is refused does not count', async () => {
  const people: Borrower[] = [];
  for (let count = 0; count < 4; count += 1) people.push(await borrower(limited));
  const wrong = await people[0]!.ask([1], 'rapipago', { ...from('2001:db8:1::1'), change: { total: 1 } });
  expect(wrong.body.code).toBe('payment_total');
  for (let count = 0; count < 30; count += 1) {
    const { status } = await cycle(people[count % 3]!, `2001:db8:1::${count + 1}`);
    expect(status).toBe(200);
  }
  // The /64 is one address.
  expect((await cycle(people[3]!, '2001:db8:1::ffff')).status).toBe(429);
  expect((await cycle(people[3]!, '2001:db8:1:1::1')).status).toBe(200);
  const events = await limited.deps.db
    .selectFrom('event')
    .select('detail')
    .where('kind', '=', 'strangers-payments-stopped')
    .execute();
  expect(events.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([{ by: 'document' }, { by: 'address' }]),
  );
});
