import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CardPayments } from '../../integrations/card-payments/port.ts';
import { newCustomer } from '../../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { giveBackFirstPayment } from './card-registration.ts';

let product: TestProduct;
let usual: CardPayments;
beforeAll(async () => {
  product = await startProduct();
  usual = product.deps.ports.cardPayments;
});
afterEach(() => {
  Object.assign(product.deps.ports, { cardPayments: usual });
});
afterAll(() => product.close());

type Customer = Awaited<ReturnType<typeof newCustomer>>;
function save({ token }: Customer) {
  const body = {
    card_type: 'debit',
    brand: 'visa',
    number: '4507990000004905',
    holder: 'ANA PEREZ',
    expiration_date: '1239',
    cvv: '123',
  };
  return product.call('POST /api/v3/card-validation', { token, body });
}
const cardsOf = ({ id }: Customer) =>
  product.deps.db.selectFrom('card').selectAll().where('customer_id', '=', id).execute();
const registrationsOf = ({ id }: Customer) =>
  product.deps.db.selectFrom('card_registration').selectAll().where('customer_id', '=', id).execute();
const takenOf = async (customer: Customer) => {
  const [first] = await registrationsOf(customer);
  return product.deps.db
    .selectFrom('sandbox_payment')
    .select(['amount', 'state', 'submissions'])
    .where('reference', '=', first?.reference ?? '')
    .execute();
};
/** The gateway with another word for a call. */
const gateway = (changes: Partial<CardPayments>) =>
  Object.assign(product.deps.ports, { cardPayments: { ...usual, ...changes } });

describe('saving a card', () => {
  test('keeps the token of the gateway and not the one of the first payment, which is given back', async () => {
    const customer = await newCustomer(product);
    expect((await save(customer)).status).toBe(200);
    expect(await cardsOf(customer)).toMatchObject([
      { token: '', bin: '450799', last_four: '4905', stored_token: expect.stringContaining('-stored-') },
    ]);
    await vi.waitFor(async () => {
      expect(await registrationsOf(customer)).toMatchObject([{ state: 'returned', amount: 100 }]);
    }, 10_000);
    expect(await takenOf(customer)).toEqual([{ amount: 100, state: 'refunded', submissions: 1 }]);
  });

  test('that the bank refuses is refused at once', async () => {
    const customer = await newCustomer(product);
    const declined = { state: 'declined', providerId: '', authorizationCode: '' } as const;
    gateway({ charge: () => Promise.resolve(declined) });
    expect(await save(customer)).toMatchObject({ status: 422, body: { code: 'card_declined' } });
    expect(await cardsOf(customer)).toEqual([]);
    expect(await registrationsOf(customer)).toMatchObject([{ state: 'declined' }]);
  });

  test('whose answer is lost keeps no card, and what was taken is given back', async () => {
    const customer = await newCustomer(product);
    gateway({
      charge: async (order) => {
        await usual.charge(order);
        throw new Error('the answer was lost');
      },
    });
    expect(await save(customer)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(await cardsOf(customer)).toEqual([]);
    const [first] = await registrationsOf(customer);
    expect(first).toMatchObject({ state: 'sent' });
    await Promise.all([1, 2].map(() => giveBackFirstPayment(product.deps, first?.id ?? 0)));
    expect(await registrationsOf(customer)).toMatchObject([{ state: 'returned' }]);
    expect(await takenOf(customer)).toMatchObject([{ state: 'refunded' }]);
  });

  test('of which the gateway never heard ends without money', async () => {
    const customer = await newCustomer(product);
    gateway({ charge: () => Promise.reject(new Error('no connection')) });
    await save(customer);
    const [first] = await registrationsOf(customer);
    await giveBackFirstPayment(product.deps, first?.id ?? 0);
    expect(await registrationsOf(customer)).toMatchObject([{ state: 'declined' }]);
  });

  test('that the gateway does not keep is not saved, and its money goes back', async () => {
    const customer = await newCustomer(product);
    gateway({ storedCard: () => Promise.resolve(undefined) });
    expect((await save(customer)).status).toBe(503);
    expect(await cardsOf(customer)).toEqual([]);
    await vi.waitFor(async () => {
      expect(await registrationsOf(customer)).toMatchObject([{ state: 'returned' }]);
    }, 10_000);
  });
});
