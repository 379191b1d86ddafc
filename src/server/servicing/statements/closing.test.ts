import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({
    settings: { ROLE: 'api', SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const dayMs = 86_400_000;

async function statement(one: Borrower) {
  const answer = await one.person.call('GET /api/v3/statement/{id}', { params: { id: one.publicId } });
  expect(answer.status).toBe(200);
  return answer.body.result;
}

/** The balance as its owner sees it. */
async function ownBalance(one: Borrower) {
  const body = { document_type: 1, document_number: one.documentNumber };
  return (await one.person.call('POST /api/v3/balance', { body })).body.model;
}

test.each(['AR', 'UY'] as const)(
  '%s: an open payment that closes the loan is what closing costs',
  async (country) => {
    const one = await borrower(product, country, 3);
    const params = { id: one.publicId };
    const quote = (await one.person.call('GET /api/v3/loan/{id}/settlement', { params })).body.result;
    const body = { kind: 'settlement', payment_method: 'bank-transfer', total: quote.total };
    const { hash } = (await one.person.call('POST /api/v3/loan/{id}/settlement', { params, body })).body
      .result;
    await product.advance(2 * dayMs);
    const { closing, files } = await statement(one);
    const [open] = (await ownBalance(one)).open_payments;
    expect(open.amount).toBe(quote.total);
    expect(closing).toMatchObject({ payoff: quote.total, payoff_until: open.due_date });
    expect((await product.raw(files.csv, { country })).body).toContain(`en curso, hasta el ${open.due_date}`);
    await one.person.call('DELETE /api/v3/coupon/{hash}', {
      params: { hash },
      query: { document_number: one.documentNumber },
    });
    const after = (await statement(one)).closing;
    expect(after.payoff).toBeGreaterThan(quote.total);
    expect(after.payoff_until).toBe('');
    await product.advance(-2 * dayMs);
  },
);

test.each(['AR', 'UY'] as const)(
  '%s: after a withdrawal the loan ends by giving its money back',
  async (country) => {
    const one = await borrower(product, country, 3);
    expect((await statement(one)).closing).toMatchObject({ is_return: false, payoff_until: '' });
    const done = await one.person.call('POST /api/v3/withdrawal/own', { body: { kind: 'loan' } });
    expect(done.status).toBe(200);
    const { withdrawal } = await ownBalance(one);
    const { closing, files } = await statement(one);
    expect(closing).toMatchObject({
      is_return: true,
      payoff: withdrawal.amount,
      payoff_until: withdrawal.until,
    });
    expect((await product.raw(files.csv, { country })).body).toContain(
      `sin intereses ni gastos, hasta el ${withdrawal.until}`,
    );
  },
);

test.each(['AR', 'UY'] as const)(
  '%s: what is due is what the balance says, also while a coupon holds its price',
  async (country) => {
    const one = await borrower(product, country, 3);
    await product.advance(40 * dayMs);
    expect((await one.ask([1], 'bank-transfer', { token: one.person.token })).status).toBe(200);
    await product.advance(2 * dayMs);
    const { total } = await ownBalance(one);
    const { due, default_interest: interest } = (await statement(one)).closing;
    expect(interest).toBeGreaterThan(0);
    expect(due).toBe(total);
    await product.advance(-42 * dayMs);
  },
);
