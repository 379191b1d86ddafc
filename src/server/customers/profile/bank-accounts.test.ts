import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LegalNumber } from '../../../countries/country.ts';
import { known } from '../../../countries/identifiers/checked.ts';
import { parseDni, cuitsOfDni, parseCuit } from '../../../countries/identifiers/cuit.ts';
import { asChecked } from '../../testing/as-checked.ts';
import { marksOf, newCustomer, type TestCustomer } from '../../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const add = 'POST /api/bank-accounts';
const list = 'GET /api/v3/bank';
const remove = 'DELETE /api/bank-accounts';
const created = 'La cuenta bancaria ha sido creada.';
/** Banco Nación and a wallet, with right check digits. */
const cbu = '0110000600000123456784';
const cvu = '0000031400000123456784';

const cuitOf = ({ documentNumber }: TestCustomer) => cuitsOfDni(known(parseDni(documentNumber)))[0] ?? '';

function send({ token, country }: TestCustomer, body: object, headers = {}) {
  return product.call(add, { country, token, body, headers });
}

async function banksOf({ token, country }: TestCustomer) {
  return (await product.call(list, { country, token })).body.model;
}

describe('Argentina', () => {
  test('a CBU with the CUIT, which is asked once', async () => {
    const customer = await newCustomer(product, 'AR');
    const cuit = cuitOf(customer);
    const masked = cuit.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3');
    const first = await send(customer, { accountNumber: cbu, holderIdentityNumber: masked });
    expect(first).toMatchObject({ status: 200, body: { messages: [created] } });
    const saved = {
      bankId: '011',
      bankName: 'Banco de la Nación Argentina',
      accountNumber: cbu,
      cbu,
      holderIdentityNumber: cuit,
      bank: 'Banco de la Nación Argentina',
      account_holder: 'Ana Prueba',
      legal_number: cuit,
    };
    expect(first.body.model).toEqual(saved);
    expect(await marksOf(product, customer)).toMatchObject({
      banking_verified: 1,
      legal_number: cuit,
      delivery_type: null,
    });
    const second = await send(customer, { accountNumber: 'Mi.Alias.MP' });
    expect(second.body.model).toMatchObject({
      accountNumber: 'mi.alias.mp',
      cbu: 'mi.alias.mp',
      legal_number: cuit,
    });
    const third = await send(customer, { accountNumber: cvu, holderIdentityNumber: cuit });
    expect(third.body.model).toMatchObject({ bankId: '000', bankName: 'Billetera virtual' });
    expect(await banksOf(customer)).toEqual([saved, second.body.model, third.body.model]);
  });

  test("a legal number of '0' counts as none", async () => {
    const customer = await newCustomer(product, 'AR', { legalNumber: asChecked<LegalNumber>('0') });
    expect((await send(customer, { accountNumber: cbu })).body.fields).toEqual({
      holderIdentityNumber: 'Campo requerido.',
    });
    expect(
      (await send(customer, { accountNumber: cbu, holderIdentityNumber: cuitOf(customer) })).status,
    ).toBe(200);
  });

  test('a DNI of seven digits matches the CUIT that carries it with a zero', async () => {
    const customer = await newCustomer(product, 'AR', { documentNumber: '5123456' });
    const answer = await send(customer, { accountNumber: cbu, holderIdentityNumber: cuitOf(customer) });
    expect(answer.status).toBe(200);
  });

  const required = 'El CBU es requerido.';
  const length = 'El CBU debe contener 22 números.';
  test.each([
    ['', required],
    [undefined, required],
    ['123', length],
    [`${cbu}0`, length],
    ['0110000-60000012345678', length],
    [`${cbu.slice(0, 8)}-${cbu.slice(8)}`, length],
    [`${cbu.slice(0, 8)} ${cbu.slice(8)}`, length],
    [` ${cbu}`, length],
    ['0110000600000123456785', 'El CBU ingresado no es válido. Revisalo y volvé a intentarlo.'],
    ['0000000000000000000000', 'El CBU ingresado no es válido. Revisalo y volvé a intentarlo.'],
    ['corto', 'El alias debe tener entre 6 y 20 letras, números, puntos o guiones.'],
    ['con espacio', 'El alias debe tener entre 6 y 20 letras, números, puntos o guiones.'],
  ])('the account %j is refused with its sentence', async (accountNumber, message) => {
    const customer = await newCustomer(product, 'AR');
    const answer = await send(customer, { accountNumber, holderIdentityNumber: cuitOf(customer) });
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toEqual({ accountNumber: message });
    expect(await marksOf(product, customer)).toMatchObject({ banking_verified: 0, legal_number: '' });
  });

  test.each([
    ['', 'Campo requerido.'],
    ['2012345678', 'El CUIT/CUIL debe contener 11 números.'],
    ['20123456789', 'El CUIT/CUIL ingresado no es válido. Revisalo y volvé a intentarlo.'],
  ])('the CUIT %j is refused with its sentence', async (holderIdentityNumber, message) => {
    const customer = await newCustomer(product, 'AR');
    const answer = await send(customer, { accountNumber: cbu, holderIdentityNumber });
    expect(answer.body.fields).toEqual({ holderIdentityNumber: message });
    expect(await banksOf(customer)).toEqual([]);
  });

  test("another person's CUIT, at first and once it is known", async () => {
    const customer = await newCustomer(product, 'AR');
    const stranger = cuitsOfDni(known(parseDni('20111222')))[0] ?? '';
    expect(parseCuit(stranger).ok).toBe(true);
    const holder = {
      status: 422,
      body: { code: 'bank_account_holder', message: 'La cuenta tiene que estar a tu nombre.' },
    };
    expect(await send(customer, { accountNumber: cbu, holderIdentityNumber: stranger })).toMatchObject(
      holder,
    );
    const cuit = cuitOf(customer);
    await send(customer, { accountNumber: cbu, holderIdentityNumber: cuit });
    expect(
      await send(customer, { accountNumber: 'otro.alias', holderIdentityNumber: stranger }),
    ).toMatchObject(holder);
    expect(await marksOf(product, customer)).toMatchObject({ legal_number: cuit });
  });
});

describe('Uruguay', () => {
  const wrong = 'El formato de cuenta es inválido, por favor corrobore la información ingresada.';
  const noBank = 'Seleccioná en qué banco tenés cuenta bancaria. Allí depositaremos tu préstamo.';
  /** Shortest and longest digits by bank (docs/product/countries.md#uruguayan-accounts). */
  const lengths: [bank: string, shortest: number, longest: number][] = [
    ['1', 14, 14],
    ['91', 12, 12],
    ['110', 9, 9],
    ['113', 7, 7],
    ['128', 10, 10],
    ['137', 16, 16],
    ['153', 8, 9],
    ['157', 4, 10],
    ['162', 9, 9],
    ['205', 10, 10],
    ['246', 12, 12],
    ['361', 1, 7],
    ['607', 9, 9],
    ['815', 7, 7],
    ['6500', 3, 11],
    ['6905', 8, 8],
  ];

  test.each(lengths)('bank %s takes %i to %i digits', async (bankId, shortest, longest) => {
    const customer = await newCustomer(product, 'UY');
    for (const count of new Set([shortest, longest])) {
      const answer = await send(customer, { bankId, bankName: 'x', accountNumber: '7'.repeat(count) });
      expect(answer).toMatchObject({
        status: 200,
        body: { messages: [created], model: { bankId, legal_number: '', cbu: '' } },
      });
    }
    for (const count of [shortest - 1, longest + 1].filter((each) => each > 0)) {
      const answer = await send(customer, { bankId, accountNumber: '7'.repeat(count) });
      expect(answer.body.fields).toEqual({ accountNumber: wrong });
    }
  });

  test('BHU with hyphens is the same account as without', async () => {
    const customer = await newCustomer(product, 'UY');
    const hyphens = await send(customer, { bankId: '91', accountNumber: '123-4567890-1-2' });
    expect(hyphens).toMatchObject({
      status: 200,
      body: { model: { accountNumber: '123456789012', bankName: 'BHU' } },
    });
    expect(await send(customer, { bankId: '91', accountNumber: '123456789012' })).toMatchObject({
      status: 409,
    });
    const { token, country } = customer;
    expect(
      await product.call(remove, { country, token, query: { accountNumber: '123-4567890-1-2' } }),
    ).toMatchObject({ status: 200 });
  });

  test.each([
    ['', noBank],
    [undefined, noBank],
    ['2', noBank],
    ['toString', noBank],
  ])('the bank %j is refused', async (bankId, message) => {
    const customer = await newCustomer(product, 'UY');
    const answer = await send(customer, { bankId, accountNumber: '1234567' });
    expect(answer.body.fields).toEqual({ bankId: message });
    expect(await marksOf(product, customer)).toMatchObject({ banking_verified: 0 });
  });
});

describe('once, and whose', () => {
  const duplicate = {
    status: 409,
    body: { code: 'bank_account_duplicate', message: 'La cuenta bancaria ya fue registrada anteriormente.' },
  };

  test('the same account is registered once, however often it is sent at once', async () => {
    const customer = await newCustomer(product, 'AR');
    const body = { accountNumber: cbu, holderIdentityNumber: cuitOf(customer) };
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(customer, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(duplicate);
    expect(await banksOf(customer)).toHaveLength(1);
  });

  test('the same key answers the first answer again, another body is refused', async () => {
    const customer = await newCustomer(product, 'UY');
    const headers = { 'idempotency-key': 'cuenta-1' };
    const body = { bankId: '113', accountNumber: '7654321' };
    const first = await send(customer, body, headers);
    const again = await send(customer, body, headers);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await send(customer, { ...body, accountNumber: '1111111' }, headers)).toMatchObject({
      body: { code: 'key_reused' },
    });
  });

  test("another customer neither sees nor removes it, and one's own is removed", async () => {
    const owner = await newCustomer(product, 'UY');
    const other = await newCustomer(product, 'UY');
    const accountNumber = '7000001';
    await send(owner, { bankId: '113', accountNumber });
    expect(await banksOf(other)).toEqual([]);
    const removal = ({ token, country }: TestCustomer) =>
      product.call(remove, { country, token, query: { accountNumber } });
    expect(await removal(other)).toMatchObject({ status: 404 });
    expect(await removal(owner)).toMatchObject({
      status: 200,
      body: { model: [], messages: ['La cuenta bancaria ha sido eliminada.'] },
    });
    expect(await banksOf(owner)).toEqual([]);
    expect(await marksOf(product, owner)).toMatchObject({ banking_verified: 0 });
    expect(await removal(owner)).toMatchObject({ status: 404 });
    expect(await send(owner, { bankId: '113', accountNumber })).toMatchObject({ status: 200 });
  });

  test('one of two accounts may go and the bank step stays done', async () => {
    const customer = await newCustomer(product, 'UY');
    await send(customer, { bankId: '113', accountNumber: '7000001' });
    await send(customer, { bankId: '815', accountNumber: '7000002' });
    const { token, country } = customer;
    const { body } = await product.call(remove, { country, token, query: { accountNumber: '7000001' } });
    expect(body.model).toMatchObject([{ accountNumber: '7000002' }]);
    expect((await product.call(list, { country, token })).body).toMatchObject({
      status: 'success',
      messages: [],
      model: [{ accountNumber: '7000002' }],
    });
    expect(await marksOf(product, customer)).toMatchObject({ banking_verified: 1 });
  });

  test('without a login nothing', async () => {
    expect((await product.call(add, { body: {} })).status).toBe(401);
    expect((await product.call(list)).status).toBe(401);
    expect((await product.call(remove, { query: { accountNumber: cbu } })).status).toBe(401);
  });
});
