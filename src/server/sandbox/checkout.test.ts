import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrower, type Borrower } from '../servicing/payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { changeSetting } from '../testing/settings.ts';

let product: TestProduct;
let one: Borrower;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  one = await borrower(product, 'AR', 6);
});
afterAll(() => product.close());

async function ask(instalment: number) {
  const { hash, url } = (await one.ask([instalment], 'mercado-pago')).body.result;
  const reference = new URL(url).pathname.replace('/sandbox/checkout/', '');
  return { hash: hash as string, reference };
}
const press = async (reference: string, body: object) =>
  product.call('POST /sandbox/checkout/{reference}', { params: { reference }, body });
const queryOf = (target: string) => Object.fromEntries(new URL(target, 'http://x').searchParams);
const stateOf = async (hash: string): Promise<string> =>
  (await product.call('GET /api/v3/coupon/{hash}', { params: { hash } })).body.result.state;

async function until(isDone: () => Promise<boolean>) {
  const deadline = Date.now() + 15_000;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error('it did not happen within 15 seconds');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

test('shows the order; paid there, its signed webhook settles it and the person is sent back', async () => {
  const { hash, reference } = await ask(1);
  const { amount } = (await one.balance()).installments[0];
  const order = () => product.call('GET /sandbox/checkout/{reference}/order', { params: { reference } });
  expect((await order()).body).toMatchObject({ amount, currency: 'ARS', is_open: true });
  const { body } = await press(reference, { outcome: 'approved', payment_type: 'debit_card' });
  expect(body.return_to).toMatch(new RegExp(`^/payment-success/${hash}\\?`));
  expect(queryOf(body.return_to)).toEqual({
    collection_id: `wallet-${reference}`,
    collection_status: 'approved',
    payment_id: `wallet-${reference}`,
    status: 'approved',
    external_reference: reference,
    payment_type: 'debit_card',
    merchant_order_id: 'null',
    preference_id: `sandbox-${reference}`,
    site_id: 'MLA',
    processing_mode: 'aggregator',
    merchant_account_id: 'null',
  });
  await until(async () => (await stateOf(hash)) === 'paid');
  expect((await order()).body.is_open).toBe(false);
  expect((await press(reference, { outcome: 'approved' })).body.code).toBe('payment_closed');
});

test('a late webhook leaves it open, also when the way back says otherwise; the sandbox page sends it', async () => {
  const { hash, reference } = await ask(2);
  const { body } = await press(reference, { outcome: 'approved', notify: false });
  expect(queryOf(body.return_to)).toMatchObject({ status: 'approved', payment_type: 'account_money' });
  const refreshed = await product.call('POST /api/v3/online_payment/uCoupon', { body: { hash } });
  expect(refreshed.body.result.state).toBe('open');
  await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash } });
  expect(await stateOf(hash)).toBe('paid');
});

test.each([
  ['rejected', 'payment-error', 'rejected', 'rejected'],
  ['pending', 'payment-success', 'pending', 'open'],
  ['abandoned', 'payment-error', 'null', 'open'],
] as const)('%s leads to %s', async (outcome, page, status, state) => {
  const { hash, reference } = await ask(3);
  const { body } = await press(reference, { outcome, payment_type: 'ticket' });
  expect(body.return_to).toMatch(new RegExp(`^/${page}/${hash}\\?`));
  expect(queryOf(body.return_to)).toMatchObject({ status, collection_status: status });
  await until(async () => (await stateOf(hash)) === state);
  if (state === 'open') await product.call('POST /api/v3/online_payment/dCoupon', { body: { hash } });
});

test('where the setting offers it, Uruguay pays by wallet and card as well', async () => {
  const { deps } = product;
  const uy = await borrower(product, 'UY', 3);
  const slugs = async () =>
    (await product.call('GET /api/v3/cashin/payment/availables', { country: 'UY' })).body.result.map(
      ({ slug }: { slug: string }) => slug,
    );
  expect(await slugs()).toEqual(['abitab', 'red-pagos', 'correo-uruguayo', 'bank-transfer']);
  expect((await uy.ask([1], 'mercado-pago')).body.code).toBe('payment_method');
  const value = 'abitab,red-pagos,correo-uruguayo,bank-transfer,debit-card,mercado-pago';
  await changeSetting(deps.db, 'UY', 'payment-methods', value);
  expect(await slugs()).toEqual(value.split(','));
  expect((await uy.ask([1], 'debit-card')).status).toBe(200);
  const { hash, url } = (await uy.ask([2], 'mercado-pago')).body.result;
  const reference = new URL(url).pathname.replace('/sandbox/checkout/', '');
  const { body } = await product.call('POST /sandbox/checkout/{reference}', {
    country: 'UY',
    params: { reference },
    body: { outcome: 'approved' },
  });
  expect(queryOf(body.return_to)).toMatchObject({ site_id: 'MLU', status: 'approved' });
  await until(async () => {
    const answer = await product.call('GET /api/v3/coupon/{hash}', { country: 'UY', params: { hash } });
    return answer.body.result.state === 'paid';
  });
});

test('is linked from the sandbox page; another payment has none', async () => {
  const { hash, reference } = await ask(4);
  const cash = (await one.ask([5], 'rapipago')).body.result.hash;
  const { payments } = (await product.call('GET /sandbox/state')).body;
  const of = (wanted: string) => payments.find((each: { hash: string }) => each.hash === wanted);
  expect(of(hash).checkout).toContain(`/sandbox/checkout/${reference}`);
  expect(of(cash).checkout).toBe('');
  const cashReference = (await product.call('GET /api/v3/coupon/{hash}', { params: { hash: cash } })).body
    .result.reference;
  expect((await press(cashReference, { outcome: 'approved' })).status).toBe(404);
  const page = await product.raw(`/sandbox/checkout/${reference}`);
  expect(page.body).toContain('Mercado Pago de prueba');
});
