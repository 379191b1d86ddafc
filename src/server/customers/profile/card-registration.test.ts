import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CardPayments } from '../../integrations/card-payments/port.ts';
import { askFor } from '../../charges/testing/ask.ts';
import { newCustomer } from '../../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { giveBackFirstPayment, resumeRegistrations } from './card-registration.ts';

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
/** Has the gateway asked what became of the first payment, by two workers at once. */
async function ask(customer: Customer) {
  const { id } = await product.deps.db
    .selectFrom('card_charge')
    .innerJoin('card_registration', 'card_registration.id', 'card_charge.registration_id')
    .select('card_charge.id')
    .where('customer_id', '=', customer.id)
    .executeTakeFirstOrThrow();
  await Promise.all([askFor(product.deps, id), askFor(product.deps, id)]);
}
async function untilReturned(customer: Customer) {
  await vi.waitFor(async () => {
    expect(await registrationsOf(customer)).toMatchObject([{ state: 'returned' }]);
  }, 10_000);
  expect(await takenOf(customer)).toMatchObject([{ state: 'refunded' }]);
}
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
    expect(await registrationsOf(customer)).toMatchObject([{ state: 'sent' }]);
    await ask(customer);
    await untilReturned(customer);
  });

  test('of which the gateway never heard ends without money', async () => {
    const customer = await newCustomer(product);
    gateway({ charge: () => Promise.reject(new Error('no connection')) });
    await save(customer);
    await ask(customer);
    expect(await registrationsOf(customer)).toMatchObject([{ state: 'declined' }]);
  });

  test('of which the gateway hears late gives back what came after all', async () => {
    const customer = await newCustomer(product);
    let deliver = () => Promise.resolve<unknown>(undefined);
    gateway({
      charge: (order) => {
        deliver = () => usual.charge(order);
        return Promise.reject(new Error('no answer'));
      },
    });
    await save(customer);
    await ask(customer);
    await deliver();
    await ask(customer);
    await untilReturned(customer);
    expect(await cardsOf(customer)).toEqual([]);
  });

  test('gives the money back once, whoever tries again', async () => {
    const customer = await newCustomer(product);
    gateway({ giveBack: () => Promise.reject(new Error('no connection')) });
    expect((await save(customer)).status).toBe(200);
    const [first] = await registrationsOf(customer);
    await expect(giveBackFirstPayment(product.deps, first?.id ?? 0)).rejects.toThrow('no connection');
    expect(await registrationsOf(customer)).toMatchObject([{ state: 'approved' }]);
    gateway({});
    await resumeRegistrations(product.deps);
    await Promise.all([1, 2].map(() => giveBackFirstPayment(product.deps, first?.id ?? 0)));
    await untilReturned(customer);
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
