import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrower } from '../payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const ask = (country: 'AR' | 'UY', documentNumber: string, change: object = {}) =>
  product.call('POST /api/v3/cancellation', {
    country,
    body: { cancellationReasonId: 1, cancellationReasonSlug: 'regret', documentNumber, ...change },
  });

test('the reasons end with one in the person’s own words', async () => {
  const { result } = (await product.call('GET /api/v3/cancellation/reason')).body;
  expect(result.at(-1)).toMatchObject({ slug: 'other', showTextField: true });
  for (const reason of result) {
    expect(Object.keys(reason).toSorted()).toEqual(
      ['content', 'description', 'id', 'showTextField', 'slug', 'title'].toSorted(),
    );
  }
});

test.each(['AR', 'UY'] as const)(
  '%s: a request is reviewed; while it is, another is refused',
  async (country) => {
    const one = await borrower(product, country, 3);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(country, one.documentNumber)));
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted.map(({ body }) => body.result)).toEqual([{ cancellationState: 'under-review' }]);
    expect(await ask(country, one.documentNumber)).toMatchObject({
      status: 422,
      body: {
        code: 'cancellation_in_process',
        message: 'Tu solicitud está en proceso. Nos comunicaremos en breve.',
      },
    });
    const own = await product.call('POST /api/v3/balance', {
      country,
      token: one.person.token,
      body: { document_number: one.documentNumber },
    });
    // Requests made without a login are visible to staff only.
    expect(own.body.model.tickets).toEqual([]);
  },
);

test('without a loan in force it is rejected, for unknown documents too', async () => {
  for (let time = 0; time < 2; time += 1) {
    expect((await ask('AR', '20304051')).body.result).toEqual({ cancellationState: 'rejected' });
  }
});

test('the reason is checked', async () => {
  const fields = async (change: object) => (await ask('AR', '20304051', change)).body.fields;
  expect(await fields({ cancellationReasonId: 2 })).toHaveProperty('cancellationReasonId');
  const other = { cancellationReasonId: 5, cancellationReasonSlug: 'other' };
  expect(await fields(other)).toEqual({ otherReason: 'Contanos el motivo.' });
  expect(await fields({ ...other, otherReason: '   ' })).toEqual({ otherReason: 'Contanos el motivo.' });
  expect(await fields({ otherReason: 'algo' })).toHaveProperty('otherReason');
  expect((await ask('AR', '20304051', { ...other, otherReason: 'Me mudé' })).status).toBe(200);
});
