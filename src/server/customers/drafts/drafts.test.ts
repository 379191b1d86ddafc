import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { known } from '../../../countries/identifiers/checked.ts';
import { parseDni, cuitsOfDni } from '../../../countries/identifiers/cuit.ts';
import { draftSteps } from '../../../contract/drafts.ts';
import { openSession } from '../sessions/service.ts';
import { newCustomer, type TestCustomer } from '../../testing/new-customer.ts';
import { signUpAndVerify } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const dayMs = 86_400_000;
const typed = { street: 'Rivadavia', street_number: '45', city_name: '' };

function keep({ token, country }: TestCustomer, step: string, values: unknown) {
  return product.call('POST /api/v3/application-draft', { country, token, body: { step, values } });
}

async function draftsOf({ token, country }: TestCustomer) {
  return (await product.call('GET /api/v3/account-new', { country, token })).body.result.drafts;
}

/** A session of today: those of thirty days ago have ended. */
async function loginAgain(customer: TestCustomer): Promise<TestCustomer> {
  const { deps } = product;
  const who = {
    customerId: customer.id,
    country: customer.country,
    method: 'password',
    origin: { device: '' },
  } as const;
  const { token } = await deps.db.transaction().execute((tx) => openSession(tx, deps, who));
  return { ...customer, token };
}

describe('what is typed into a step', () => {
  test('comes back with the profile, of its own customer only, and is replaced by what is typed later', async () => {
    const [ana, beto] = [await newCustomer(product), await newCustomer(product, 'UY')];
    expect(await draftsOf(ana)).toEqual({});
    expect((await keep(ana, 'address', typed)).status).toBe(200);
    await keep(ana, 'phone', { cellphone: '1155' });
    await keep(ana, 'address', { ...typed, street_number: '4500' });
    expect(await draftsOf(ana)).toEqual({
      address: { ...typed, street_number: '4500' },
      phone: { cellphone: '1155' },
    });
    expect(await draftsOf(beto)).toEqual({});
  });

  test('is forgotten with no values, and once the step is sent', async () => {
    const ana = await newCustomer(product);
    for (const step of draftSteps) await keep(ana, step, { choice: 'x' });
    await keep(ana, 'phone', {});
    const { token } = ana;
    const house = { province_id: '1', city_id: '515', street: 'Corrientes', street_number: '1' };
    expect((await product.call('POST /api/v3/address', { token, body: house })).status).toBe(200);
    expect(Object.keys(await draftsOf(ana))).toEqual(['bank', 'delivery', 'account']);
    await product.call('POST /api/v3/delivery-type', { token, body: { deliveryType: 'pdv' } });
    expect(Object.keys(await draftsOf(ana))).toEqual(['account']);
    await product.call('POST /api/bank-accounts', {
      token,
      body: {
        accountNumber: '2850590940090418135201',
        holderIdentityNumber: cuitsOfDni(known(parseDni(ana.documentNumber)))[0],
      },
    });
    expect(await draftsOf(ana)).toEqual({});
  });

  test('is stored encrypted, for thirty days', async () => {
    const ana = await newCustomer(product);
    await keep(ana, 'address', typed);
    const { body } = await product.deps.db
      .selectFrom('application_draft')
      .select('body')
      .where('customer_id', '=', ana.id)
      .executeTakeFirstOrThrow();
    expect(body.includes('Rivadavia')).toBe(false);
    await product.advance(29 * dayMs);
    expect(await draftsOf(await loginAgain(ana))).toEqual({ address: typed });
    await product.advance(2 * dayMs);
    expect(await draftsOf(await loginAgain(ana))).toEqual({});
    await keep(await loginAgain(await newCustomer(product)), 'phone', { cellphone: '1' });
    const left = product.deps.db
      .selectFrom('application_draft')
      .select('step')
      .where('customer_id', '=', ana.id);
    expect(await left.execute()).toEqual([]);
  });

  test.each([
    ['card', { number: '4111' }],
    ['address', { street: 'x'.repeat(201) }],
    ['address', { street: 1 }],
    ['address', Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`f${index}`, 'x']))],
    ['address', undefined],
  ])('%s with %j is refused', async (step, values) => {
    const ana = await newCustomer(product);
    expect((await keep(ana, step, values)).status).toBeGreaterThanOrEqual(400);
    expect(await draftsOf(ana)).toEqual({});
  });
});

describe('the chosen plan', () => {
  test('is kept for the own offer only, and forgotten with an empty one', async () => {
    const [ana, beto] = [await signUpAndVerify(product), await signUpAndVerify(product)];
    const choose = (option: string) => ana.call('POST /api/v3/selected-option', { body: { option } });
    const chosen = async () =>
      (await ana.call('GET /api/v3/account-new')).body.result.selected_option as string;
    const plan = ana.offer.max_option.membership.plans[0].id as string;
    expect((await choose(plan)).status).toBe(200);
    expect(await chosen()).toBe(plan);
    for (const foreign of [beto.offer.max_option.membership.id, 'x', `${'a'.repeat(20)}.1000.m`]) {
      expect((await choose(foreign)).body.code).toBe('offer_unknown');
      expect(await chosen()).toBe(plan);
    }
    await choose('');
    expect(await chosen()).toBe('');
  });
});
