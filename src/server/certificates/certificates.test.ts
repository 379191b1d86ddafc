import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const ask = (one: Pick<Borrower, 'country' | 'documentNumber'>, token?: string) =>
  product.call('POST /api/v3/debtfree', {
    country: one.country,
    ...(token === undefined ? {} : { token }),
    body: { document_type: 1, document_number: one.documentNumber, referrer: '', parameter: '' },
  });
const read = (hash: string, country: 'AR' | 'UY') =>
  product.call('GET /api/v3/debtfree/{hash}', { params: { hash }, country });

test.each(['AR', 'UY'] as const)(
  '%s: only once nothing is left, and named for its owner only',
  async (country) => {
    const one = await borrower(product, country, 3);
    for (const token of [undefined, one.person.token]) {
      expect(await ask(one, token)).toMatchObject({ status: 409, body: { code: 'debtfree_unavailable' } });
    }
    const { hash: payment } = (await one.ask([1, 2, 3], 'bank-transfer')).body.result;
    await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash: payment }, country });
    const own = (await ask(one, one.person.token)).body.result.hash;
    expect((await ask(one, one.person.token)).body.result.hash).toBe(own);
    expect((await read(own, country)).body.result).toMatchObject({
      hash: own,
      full_name: 'Ana Pérez',
      document_number: one.documentNumber,
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    });
    const strangers = (await ask(one)).body.result.hash;
    expect(strangers).not.toBe(own);
    expect((await read(strangers, country)).body.result).toMatchObject({ full_name: '', legal_number: '' });
    expect((await read(own, country === 'AR' ? 'UY' : 'AR')).status).toBe(404);
  },
);

test('an unknown document and one that owes nothing are not told apart', async () => {
  const unknown = await ask({ country: 'AR', documentNumber: '20304051' });
  expect(unknown.status).toBe(200);
  expect((await read(unknown.body.result.hash, 'AR')).body.result).toMatchObject({
    full_name: '',
    legal_number: '',
    document_number: '20304051',
  });
  expect((await ask({ country: 'AR', documentNumber: 'x' })).status).toBe(422);
  expect((await read('unknown', 'AR')).status).toBe(404);
});
