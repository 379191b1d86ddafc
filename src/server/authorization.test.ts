import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type CallKey } from '../contract/contract.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { signUpAndVerify, type Traveller } from './testing/journey.ts';
import { startProduct, type TestProduct } from './testing/product.ts';

/**
 * Every call × who asks, from the contract itself: a call that is added is covered at once
 * (docs/security.md#who-may-call).
 */

let product: TestProduct;
let owner: Traveller;
let other: Traveller;
let serviceToken: string;
let loanId: string;
/** An account that only the owner has. */
const ownersCbu = '0110376030037695834983';

beforeAll(async () => {
  product = await startProduct();
  [owner, other] = await Promise.all([signUpAndVerify(product, 'AR'), signUpAndVerify(product, 'AR')]);
  serviceToken = (await product.call('POST /vendors-api/v2/token/creditrisk')).body.result.token;
  expect((await owner.call('POST /api/bank-accounts', { body: { accountNumber: ownersCbu } })).status).toBe(
    200,
  );
  const { offer } = owner;
  const confirmed = await owner.call('POST /api/v3/finish-new', {
    body: {
      accountNumber: ownersCbu,
      creditStructure: {
        selectedId: offer.max_option.no_membership.id,
        maxId: offer.max_option.no_membership.id,
        installmentsQuantity: 12,
      },
      isMembershipIncluded: false,
    },
  });
  loanId = confirmed.body.result.id;
});
afterAll(() => product.close());

const callsOf = (access: Endpoint['access']): CallKey[] =>
  (Object.keys(contract) as CallKey[]).filter((key) => (contract[key] as Endpoint).access === access);

/** Something for every name that a path of the contract has. */
const params = Object.fromEntries(
  Object.keys(contract).flatMap((key) =>
    [...key.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '858'] as const),
  ),
);

/** Something of the right kind, so that a refusal is about who asks. */
const bodyOf = (key: CallKey) => ((contract[key] as Endpoint).body ? { body: {} } : {});

describe('customer calls', () => {
  test.each(callsOf('customer'))('%s refuses everybody but a customer of this country', async (key) => {
    const ask = (more: object) => product.call(key, { params, ...bodyOf(key), ...more });
    for (const more of [
      {},
      { token: 'x' },
      { token: serviceToken },
      { token: owner.token, country: 'UY' as const },
    ]) {
      expect(await ask(more)).toMatchObject({
        status: 401,
        body: { status: 'error', code: 'unauthenticated' },
      });
    }
  });
});

describe('service calls', () => {
  test.each(callsOf('service'))('%s refuses everybody without a service token', async (key) => {
    const ask = (more: object) => product.call(key, { params, ...bodyOf(key), ...more });
    const forged = serviceToken.replace(/^web\./, 'rappi.');
    for (const more of [{}, { token: owner.token }, { token: forged }]) {
      expect(await ask(more)).toMatchObject({ status: 401, body: { code: 'service_token' } });
    }
  });
});

describe("another person's records", () => {
  test('a loan is masked for a stranger, an anonymous visitor and the other country', async () => {
    const own = (await owner.call('GET /api/v3/loan-new/{id}', { params: { id: loanId } })).body.result;
    expect(own.bank.cbu).toMatch(/^\d{22}$/);
    for (const more of [{}, { token: other.token }]) {
      const { status, body } = await product.call('GET /api/v3/loan-new/{id}', {
        params: { id: loanId },
        ...more,
      });
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(own.bank.cbu);
      expect(JSON.stringify(body)).not.toContain(own.last_name);
    }
    expect(
      await product.call('GET /api/v3/loan-new/{id}', { params: { id: loanId }, country: 'UY' }),
    ).toMatchObject({ status: 404 });
  });

  test('a receipt and a bank account are not found by a stranger', async () => {
    const receipt = await other.call('GET /api/v3/transference-receipt/{id}', { params: { id: loanId } });
    expect(receipt.status).toBe(404);
    const removed = await other.call('DELETE /api/bank-accounts', { query: { accountNumber: ownersCbu } });
    expect(removed.status).toBe(404);
    expect((await owner.call('GET /api/v3/bank')).body.model).toHaveLength(2);
  });

  test('a loan cannot be confirmed on an offer or to an account of somebody else', async () => {
    const confirm = (selectedId: string, accountNumber: string) =>
      other.call('POST /api/v3/finish-new', {
        body: {
          accountNumber,
          creditStructure: { selectedId, maxId: '', installmentsQuantity: 6 },
          isMembershipIncluded: false,
        },
      });
    expect(await confirm(owner.offer.max_option.no_membership.id, '')).toMatchObject({
      status: 422,
      body: { code: 'offer_unknown' },
    });
    expect(await confirm(other.offer.max_option.no_membership.id, ownersCbu)).toMatchObject({
      status: 422,
      body: { code: 'account_unknown' },
    });
    expect((await other.call('GET /api/loan')).body.result).toEqual([]);
  });

  test('the list of loans holds only one’s own', async () => {
    expect((await owner.call('GET /api/loan')).body.result.map((loan: { id: string }) => loan.id)).toEqual([
      loanId,
    ]);
  });
});

describe('malformed ids', () => {
  const strange = [
    '..%2f..%2fetc%2fpasswd',
    "' or 1=1 --",
    '%00',
    '-1',
    '1e309',
    'null',
    'a'.repeat(150),
    '💥',
  ];
  const withParams = (Object.keys(contract) as CallKey[]).filter((key) => /^GET .*\{/.test(key));
  test.each(withParams)('%s answers a clear 4xx', async (key) => {
    for (const value of strange) {
      const answer = await product.call(key, {
        params: { id: value, hash: value, amount: value, country_id: value, slug: value },
        query: { expires: value, signature: value },
        token: (contract[key] as Endpoint).access === 'service' ? serviceToken : owner.token,
      });
      expect(answer.status, `${key} with ${value}`).toBeGreaterThanOrEqual(400);
      expect(answer.status, `${key} with ${value}`).toBeLessThan(500);
      expect(answer.body).toMatchObject({ status: 'error' });
    }
  });
});
