import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { TROUBLED_PROVIDERS, type ProviderMode, type TroubledProvider } from '../../../contract/sandbox.ts';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { confirmationOf, goodDocument, loanInState, signUp, signUpAndVerify } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

/** Flows of people while a provider is in trouble: nothing is lost or done twice. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const set = (name: TroubledProvider, mode: ProviderMode) =>
  product.call('POST /sandbox/providers/{name}', { params: { name }, body: { mode } });
afterEach(async () => {
  for (const name of TROUBLED_PROVIDERS) await set(name, 'ok');
});

test.each(['down', 'garbage'] as const)(
  'a rail that is %s pays once when it works again',
  async (mode) => {
    const person = await signUpAndVerify(product);
    await set('payouts', mode);
    const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
    const { id } = body.result;
    await expect.poll(async () => (await orderOf(id)).state, { timeout: 20_000 }).not.toBe('planned');
    await set('payouts', 'ok');
    await loanInState(person, id, 'approved', 60);
    const { reference } = await orderOf(id);
    const orders = await product.deps.db
      .selectFrom('sandbox_payout')
      .select('outcome')
      .where('reference', '=', reference)
      .execute();
    expect(orders).toEqual([{ outcome: 'completed' }]);
  },
  120_000,
);

const orderOf = (publicId: string) =>
  product.deps.db
    .selectFrom('payout as d')
    .innerJoin('loan as l', 'l.id', 'd.loan_id')
    .select(['d.state', 'd.reference'])
    .where('l.public_id', '=', publicId)
    .executeTakeFirstOrThrow();

test.each(['down', 'garbage'] as const)('while the bureau is %s a person decides', async (mode) => {
  await set('bureau', mode);
  const email = `duda.${mode}@example.com`;
  const hash = await signUp(product, 'AR', { documentNumber: goodDocument('AR'), email, parameter: '' });
  const { token } = (await product.call('POST /vendors-api/v2/token/creditrisk')).body;
  const answer = await product.call('GET /vendors-api/v1/leads/{hash}', { params: { hash }, token });
  expect(answer.body.result.rejection).toMatchObject({ waiting: true });
});

test.each(['down', 'garbage'] as const)('while the wallet is %s nothing is opened', async (mode) => {
  const one = await borrower(product, 'AR', 3);
  await set('wallet', mode);
  const refused = await one.ask([1], 'mercado-pago');
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  await set('wallet', 'ok');
  expect((await one.ask([1], 'mercado-pago')).status).toBe(200);
});

test.each(['down', 'garbage'] as const)('while social login is %s it says so', async (mode) => {
  await set('identity', mode);
  const answer = await product.call('POST /api/social/google', {
    body: { token: 'sandbox:ana@example.com' },
  });
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
});
