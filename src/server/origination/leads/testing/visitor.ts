import type { CountryCode } from '../../../../countries/country-pack.ts';
import { testCountry } from '../../../../countries/testing/test-country.ts';
import type { TestAnswer, TestProduct } from '../../../testing/product.ts';

/** Body of a sign-up in a country; the sandbox bureau gives its document an offer. */
export const signUpBody = (country: CountryCode) => ({
  first_name: 'Ana',
  last_name: 'Suárez',
  email_address: 'Ana@example.com',
  birthdate: '1990-05-17',
  country_id: 858,
  whatsapp_tc: true,
  referrer: 'https://example.com/',
  parameter: 'utm_source=x',
  ...testCountry(country).visitor,
});
export const argentine = signUpBody('AR');
export const uruguayan = signUpBody('UY');

/** What somebody without an account can ask. */
export interface Visitor {
  signUp(body: object, country?: CountryCode, headers?: Record<string, string>): Promise<TestAnswer>;
  /** Signs up and gives the lead's hash. */
  hashOf(body: object, country?: CountryCode): Promise<string>;
  serviceToken(): Promise<string>;
  offerOf(hash: string, country?: CountryCode): Promise<TestAnswer>;
  plansOf(hash: string, amount: string, country?: CountryCode): Promise<TestAnswer>;
}

export function visitorOf(product: TestProduct): Visitor {
  const visitor: Visitor = {
    signUp: (body, country = 'AR', headers = {}) =>
      product.call('POST /vendors-api/v1/leads', { country, body, headers }),
    hashOf: async (body, country) => (await visitor.signUp(body, country)).body.model.hash,
    serviceToken: async () =>
      (await product.call('POST /vendors-api/v2/token/creditrisk', { body: {} })).body.result.token,
    offerOf: async (hash, country = 'AR') =>
      product.call('GET /vendors-api/v1/leads/{hash}', {
        country,
        params: { hash },
        token: await visitor.serviceToken(),
      }),
    plansOf: async (hash, amount, country = 'AR') =>
      product.call('GET /vendors-api/v1/leads/{hash}/loan-options/{amount}', {
        country,
        params: { hash, amount },
        token: await visitor.serviceToken(),
      }),
  };
  return visitor;
}
