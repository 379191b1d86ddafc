import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const argentine = {
  first_name: 'Ana',
  last_name: 'Suárez',
  email_address: 'Ana@example.com',
  document_number: '30111228',
  birthdate: '1990-05-17',
  country_id: 858,
  phone: '1123456789',
  whatsapp_tc: true,
  bank_code: '011',
  referrer: 'https://example.com/',
  parameter: 'utm_source=x',
};
const { bank_code: _bank, ...withoutBank } = argentine;
const uruguayan = { ...withoutBank, document_number: '12345672', phone: '99123456' };

async function serviceToken(): Promise<string> {
  return (await product.call('POST /vendors-api/v2/token/creditrisk', { body: {} })).body.result.token;
}

async function signUp(body: object, country: 'AR' | 'UY' = 'AR', headers: Record<string, string> = {}) {
  return product.call('POST /vendors-api/v1/leads', { country, body, headers });
}

async function offerOf(hash: string, country: 'AR' | 'UY' = 'AR') {
  return product.call('GET /vendors-api/v1/leads/{hash}', {
    country,
    params: { hash },
    token: await serviceToken(),
  });
}

async function plansOf(hash: string, amount: string, country: 'AR' | 'UY' = 'AR') {
  return product.call('GET /vendors-api/v1/leads/{hash}/loan-options/{amount}', {
    country,
    params: { hash, amount },
    token: await serviceToken(),
  });
}

describe('sign-up', () => {
  test('makes a lead with an offer', async () => {
    const answer = await signUp(argentine, 'AR', { 'x-application-token': 'rappi' });
    expect(answer.body).toMatchObject({
      status: 'success',
      model: { suitable: 1, document_number: '30111228' },
    });
    const { hash } = answer.body.model;
    expect(hash).toMatch(/^[\w-]{32}$/);
    const offer = await offerOf(hash);
    expect(offer.body.result).toMatchObject({ max_amount: 999_000, min_amount: 3_000 });
    expect(offer.body.result.profile).toEqual({
      first_name: 'Ana',
      last_name: 'Suárez',
      email: 'ana@example.com',
      phone: '1123456789',
      document_number: '30111228',
      birthdate: '1990-05-17',
      gender: '',
      amount: 999_000,
      origin: 'rappi',
      suitable: 1,
      hash,
      max_amount: 999_000,
    });
    expect(offer.body.result.max_option.membership.plans[0].amount).toBe(999_000);
  });

  test("reproduces the specification's example to the centavo", async () => {
    const { hash } = (await signUp(argentine)).body.model;
    const answer = await plansOf(hash, '290000');
    const plan = answer.body.result.no_membership.plans.at(-1);
    expect(plan).toMatchObject({
      installmentsQuantity: 12,
      payment: 76_736.24,
      final_amount: 920_834.6,
      interestRate: 2.6,
      cft: 3.146,
      amount: 290_000,
      amount_delivery: 290_000,
    });
    expect(plan.tea.toFixed(2)).toBe('9.52');
    expect(plan.cftea.toFixed(4)).toBe('12.9553');
  });
});
