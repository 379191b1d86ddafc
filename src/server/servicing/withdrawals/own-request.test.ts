import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrower } from '../payments/testing/borrower.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { withdrawalsOf } from './testing/withdrawals.ts';

/** A logged-in customer withdraws on the screen, without a link by e-mail. */

let product: TestProduct;
let tools: ReturnType<typeof withdrawalsOf>;
beforeAll(async () => {
  product = await startProduct();
  tools = withdrawalsOf(product);
  await tools.mode('manual');
});
afterAll(() => product.close());

const key = 'POST /api/v3/withdrawal/own';

describe.each(['AR', 'UY'] as const)('a withdrawal with a session in %s', (country) => {
  test('takes effect at once, once per key, and is told by e-mail and as a ticket', async () => {
    const one = await borrower(product, country, 3);
    const to = { country, token: one.person.token ?? '' };
    const loan = { ...to, params: { id: one.publicId } };
    const right = (await product.call('GET /api/v3/loan/{id}/settlement', loan)).body.result;
    const stored = await tools.stored(one.publicId);
    expect(right.right_to_withdraw.amount).toBe(stored.amount_delivered / 100);

    const headers = { 'idempotency-key': `own-${country}-00000000` };
    const body = { kind: 'loan', loan_id: one.publicId };
    const first = await product.call(key, { ...to, body, headers });
    const again = await product.call(key, { ...to, body, headers });
    expect(again.body).toEqual(first.body);
    const { code, state, return_amount } = first.body.model;
    expect(state).toBe('return-due');
    await newestMessage(product, one.person.email, ({ subject }) => subject === `Tu pedido ${code}`);
    expect(await tools.ticketsOf(one.person)).toMatchObject([{ type: 'withdrawal', status: 'open' }]);

    const quote = (await product.call('GET /api/v3/loan/{id}/settlement', loan)).body.result;
    expect(quote.right_to_withdraw).toBeNull();
    const { withdrawal } = quote;
    expect(withdrawal).toMatchObject({ code, amount: return_amount });
    const status = { country, body: { document_number: one.documentNumber } };
    const own = await product.call('POST /api/v3/balance', { ...to, ...status });
    expect(own.body.model.withdrawal).toEqual({ ...withdrawal, state: 'return-due' });
    // A stranger does not learn of it.
    expect((await product.call('POST /api/v3/balance', status)).body.model.withdrawal).toBeNull();
    const stranger = await product.call('GET /api/v3/loan-new/{id}', { country, params: loan.params });
    expect(stranger.body.result.withdrawal).toBeNull();

    const paid = await product.call('POST /api/v3/loan/{id}/settlement', {
      ...loan,
      body: { kind: 'withdrawal', total: return_amount, payment_method: 'bank-transfer' },
    });
    const open = (await product.call('POST /api/v3/balance', { ...to, ...status })).body.model;
    for (const each of open.installments) expect(each.state_name).toBe('pending');
    const { hash } = paid.body.result;
    await product.call('POST /sandbox/payments/{hash}/settle', { country, params: { hash } });
    const { result } = (await product.call('GET /api/v3/loan-new/{id}', loan)).body;
    expect(result).toMatchObject({ state_slug: 'canceled', withdrawal: { code, state: 'returned' } });
  });

  test('cancels what was not paid out, and refuses to end a membership that does not exist', async () => {
    const { person, id } = await tools.waiting(country);
    const to = { country, token: person.token ?? '' };
    const done = await product.call(key, { ...to, body: { kind: 'loan' } });
    expect(done.body.model).toMatchObject({ state: 'canceled', return_amount: null });
    const { result } = (await product.call('GET /api/v3/loan-new/{id}', { ...to, params: { id } })).body;
    expect(result).toMatchObject({ state_slug: 'canceled', withdrawal: { state: 'canceled' } });
    expect((await product.call(key, { ...to, body: { kind: 'membership' } })).body.model.state).toBe(
      'refused',
    );
  });

  test('asks for a session', async () => {
    expect((await product.call(key, { country, body: { kind: 'loan' } })).status).toBe(401);
  });
});
