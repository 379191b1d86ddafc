import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextStep } from '../../../countries/application-steps.ts';
import type { CountryCode, DeliveryType } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { marksOf, newCustomer, type TestCustomer } from '../../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const key = 'POST /api/v3/delivery-type';
const message = 'Por favor, seleccione como quiere recibir el dinero.';
const brou = { bankId: '1', bankName: 'BROU', accountNumber: '12345678901234' };

function choose({ token, country }: TestCustomer, deliveryType: unknown) {
  return product.call(key, { country, token, body: { deliveryType } });
}

/** Where the application goes on for somebody who has done everything but the money's destination. */
async function stepFor(customer: TestCustomer) {
  const marks = await marksOf(product, customer);
  const verifications = {
    avatar_verified: 1,
    front_document_verified: 1,
    back_document_verified: 1,
    address_verified: 1,
    contact_data_verified: 1,
    credit_cart_verified: 0,
    banking_verified: marks.banking_verified,
  };
  const deliveryType = (marks.delivery_type ?? undefined) as DeliveryType | undefined;
  return nextStep(packOf(customer.country), { verifications, deliveryType })?.name;
}

test.each([
  ['AR', 'bank-transfer'],
  ['AR', 'pdv'],
  ['UY', 'bank-transfer'],
  ['UY', 'red-pagos'],
] as const)('%s offers %s', async (country, deliveryType) => {
  const customer = await newCustomer(product, country);
  expect((await choose(customer, deliveryType)).body.model).toEqual({ deliveryType, deliveryPoint: '' });
  expect(await marksOf(product, customer)).toMatchObject({ delivery_type: deliveryType });
});

test.each<[CountryCode, unknown]>([
  ['AR', 'red-pagos'],
  ['UY', 'pdv'],
  ['UY', ''],
  ['UY', undefined],
  ['AR', 'cheque'],
])('%s does not offer %j', async (country, deliveryType) => {
  const customer = await newCustomer(product, country);
  const answer = await choose(customer, deliveryType);
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'delivery_type', message, fields: { deliveryType: message } },
  });
  expect(await marksOf(product, customer)).toMatchObject({ delivery_type: null, banking_verified: 0 });
});

test('a pickup point goes with its way only, and must exist', async () => {
  const customer = await newCustomer(product, 'AR');
  const { token, country } = customer;
  const ask = (deliveryType: string, deliveryPoint: string) =>
    product.call(key, { country, token, body: { deliveryType, deliveryPoint } });
  const pointOf = async () =>
    (await product.call('GET /api/v3/account-new', { country, token })).body.result.delivery_point;
  expect((await ask('pdv', '3')).body.model).toEqual({ deliveryType: 'pdv', deliveryPoint: '3' });
  expect(await pointOf()).toBe('3');
  const unknown = await ask('pdv', '99');
  expect(unknown).toMatchObject({ status: 422, body: { code: 'delivery_point' } });
  expect(Object.keys(unknown.body.fields)).toEqual(['deliveryPoint']);
  expect(await pointOf()).toBe('3');
  await ask('bank-transfer', '3');
  expect(await pointOf()).toBe('');
});

describe('what the choice means for the bank step', () => {
  test('cash asks for no account, going back to a transfer asks for it again', async () => {
    const customer = await newCustomer(product, 'UY');
    expect(await stepFor(customer)).toBe('delivery');
    await choose(customer, 'red-pagos');
    expect(await marksOf(product, customer)).toMatchObject({ banking_verified: 1 });
    expect(await stepFor(customer)).toBe('review');
    await choose(customer, 'bank-transfer');
    expect(await stepFor(customer)).toBe('account');
    const { token, country } = customer;
    await product.call('POST /api/bank-accounts', { country, token, body: brou });
    expect(await stepFor(customer)).toBe('review');
    await choose(customer, 'red-pagos');
    await product.call('DELETE /api/bank-accounts', {
      country,
      token,
      query: { accountNumber: brou.accountNumber },
    });
    expect(await stepFor(customer)).toBe('review');
    await choose(customer, 'bank-transfer');
    expect(await stepFor(customer)).toBe('account');
  });

  test('an account given unasked is the choice of a transfer in Uruguay; Argentina does not ask', async () => {
    const { token, country, ...rest } = await newCustomer(product, 'UY');
    await product.call('POST /api/bank-accounts', { country, token, body: brou });
    expect(await marksOf(product, { token, country, ...rest })).toMatchObject({
      delivery_type: 'bank-transfer',
    });
  });
});
