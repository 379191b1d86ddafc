import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { testCountry } from '../../../countries/testing/test-country.ts';
import { marksOf, newCustomer } from '../../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const key = 'POST /api/v3/address';

async function save(country: CountryCode, changes: object) {
  const customer = await newCustomer(product, country);
  const answer = await product.call(key, {
    country,
    token: customer.token,
    body: { ...testCountry(country).address, ...changes },
  });
  return { answer, customer };
}

describe('an address that is right', () => {
  test('in Argentina', async () => {
    const { answer, customer } = await save('AR', {});
    expect(answer.status).toBe(200);
    expect(answer.body.model.address).toEqual({
      country_id: 858,
      province_id: 2,
      province: 'Buenos Aires',
      city_id: 10515,
      city: 'Maipú',
      street: 'Belgrano',
      street_number: '250',
      floor: '3',
      office: 'B',
      zipcode: 'B1708ABC',
      state: '',
    });
    expect(answer.body.model.contacts).toEqual({
      cellphone: '1150000000',
      cellphone_prefix: '54',
      email_address: `persona-AR-${customer.documentNumber}@example.com`,
    });
    expect(await marksOf(product, customer)).toMatchObject({ address_verified: 1, personal_reference: 2 });
  });

  test('in Uruguay, whose postal code and free-text city are not kept', async () => {
    const { answer, customer } = await save('UY', { zipcode: '11000', state: 'otra' });
    expect(answer.body.model.address).toMatchObject({
      province: 'Montevideo',
      city_id: 515,
      city: 'Montevideo',
      zipcode: '',
      state: '',
      street_number: '1234',
    });
    expect(await marksOf(product, customer)).toMatchObject({ address_verified: 1, personal_reference: 2 });
  });

  test.each(['AR', 'UY'] as const)(
    'province 1 has city 515, also when another was chosen, in %s',
    async (country) => {
      const { answer } = await save(country, { province_id: 1, city_id: 10001, state: 'x' });
      expect(answer.body.model.address).toMatchObject({ city_id: 515, state: '' });
    },
  );

  test.each([[9999], ['9999'], [null], ['']])(
    'another city of Argentina is named freely (city_id %j)',
    async (cityId) => {
      const { answer } = await save('AR', { city_id: cityId, state: 'Villa Nueva' });
      expect(answer.body.model.address).toMatchObject({
        city_id: 9999,
        city: 'Villa Nueva',
        state: 'Villa Nueva',
      });
    },
  );

  test('is kept as papers print it', async () => {
    const { answer } = await save('AR', { street: '\u200eCalle\u00a0Ło\u0301dź ', office: 'B\u200b' });
    expect(answer.body.model.address).toMatchObject({ street: 'Calle Łódź', office: 'B' });
  });

  test('without floor and flat, which a house has not', async () => {
    const { token } = await newCustomer(product);
    const answer = await product.call(key, {
      token,
      body: { ...testCountry('AR').address, floor: undefined, office: null },
    });
    expect(answer.body.model.address).toMatchObject({ floor: '', office: '' });
  });

  test('saved again takes the place of the first', async () => {
    const { token, id } = await newCustomer(product);
    await product.call(key, { token, body: testCountry('AR').address });
    await product.call(key, { token, body: { ...testCountry('AR').address, street: 'San Martín' } });
    const rows = await product.deps.db
      .selectFrom('address')
      .select('street')
      .where('customer_id', '=', id)
      .execute();
    expect(rows).toEqual([{ street: 'San Martín' }]);
  });
});

describe('an address that is wrong', () => {
  const required = 'Campo requerido.';
  const unprintable = (character: string) =>
    `No podemos imprimir «${character}» en tus documentos: usá letras latinas, números y signos comunes.`;
  const noCity = 'Seleccionar una ciudad.';
  test.each([
    ['AR', { province_id: '' }, { province_id: required }],
    ['AR', { province_id: undefined }, { province_id: required }],
    ['AR', { province_id: 77 }, { province_id: 'Seleccionar una provincia.' }],
    ['AR', { province_id: '__proto__' }, { province_id: required }],
    ['AR', { city_id: null }, { city_id: noCity }],
    ['AR', { city_id: 9999, state: '  ' }, { state: required }],
    ['AR', { city_id: 11515 }, { city_id: noCity }],
    ['AR', { city_id: 'x' }, { city_id: noCity }],
    ['AR', { street: '   ' }, { street: required }],
    ['AR', { street: 'Casa 🏠' }, { street: unprintable('🏠') }],
    ['AR', { floor: 'א' }, { floor: unprintable('א') }],
    ['AR', { city_id: 9999, state: '北京' }, { state: unprintable('北') }],
    ['AR', { street: undefined }, { street: required }],
    ['AR', { street: 'a'.repeat(121) }, { street: 'Ingresá hasta 120 caracteres.' }],
    ['AR', { street_number: '' }, { street_number: required }],
    ['AR', { floor: ' ', office: '' }, { floor: required, office: required }],
    ['AR', { zipcode: '12' }, { zipcode: 'Ingresá un código postal válido (ej. 1425 o C1425ABC).' }],
    ['UY', { province_id: 3, city_id: null }, { city_id: noCity }],
    ['UY', { province_id: 3, city_id: 9999, state: 'Otra' }, { city_id: noCity }],
    ['UY', { province_id: 3, city_id: 123456 }, { city_id: noCity }],
    ['UY', { province_id: 20 }, { province_id: 'Seleccionar una provincia.' }],
    ['UY', { street: '', street_number: '' }, { street: required, street_number: required }],
  ] as const)('%s %j', async (country, changes, fields) => {
    const { answer, customer } = await save(country, changes);
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'invalid',
        message: 'Por favor, completa/revise todos los campos de color rojo para avanzar.',
      },
    });
    expect(answer.body.fields).toEqual(fields);
    expect(await marksOf(product, customer)).toMatchObject({ address_verified: 0, personal_reference: 0 });
  });

  test('a property of somebody else, no login', async () => {
    const { answer } = await save('AR', { customer_id: 1 });
    expect(answer.body.fields).toHaveProperty('customer_id');
    expect((await product.call(key, { body: testCountry('AR').address })).status).toBe(401);
  });
});
