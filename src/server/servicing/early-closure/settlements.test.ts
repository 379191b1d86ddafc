import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loanBalance } from '../../loans/ledger/service.ts';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  // The clock is moved by weeks: sessions outlive that here.
  product = await startProduct({
    settings: { ROLE: 'api', SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const days = (count: number) => product.call('POST /sandbox/clock', { body: { advance: `P${count}D` } });

/** What a logged-in borrower does with a loan. */
function acting(one: Borrower, token = one.person.token ?? '') {
  const to = { country: one.country, token, params: { id: one.publicId } };
  return {
    quote: () => product.call('GET /api/v3/loan/{id}/settlement', to),
    ahead: (amount: number | string) =>
      product.call('GET /api/v3/loan/{id}/prepayment', { ...to, query: { amount: String(amount) } }),
    ask: (kind: string, total: number, more: object = {}) =>
      product.call('POST /api/v3/loan/{id}/settlement', {
        ...to,
        body: { kind, total, payment_method: 'bank-transfer' },
        ...more,
      }),
    settle: (hash: string, amount?: number) =>
      product.call('POST /sandbox/payments/{hash}/settle', {
        country: one.country,
        params: { hash },
        ...(amount === undefined ? {} : { body: { amount } }),
      }),
    loan: async () => (await product.call('GET /api/v3/loan-new/{id}', to)).body.result,
  };
}

const cents = (units: number) => Math.round(units * 100);

describe('closing a loan', () => {
  test.each(['AR', 'UY'] as const)(
    '%s: paying the quoted figure within its days leaves exactly zero',
    async (country) => {
      const one = await borrower(product, country, 6);
      const { quote, ask, settle, loan } = acting(one);
      await days(12);
      const { result } = (await quote()).body;
      const { total, overdue, accrued_interest, tax, principal, outstanding, saved } = result;
      expect(cents(total)).toBe(cents(overdue + accrued_interest + tax + principal));
      expect(cents(outstanding - total)).toBe(cents(saved));
      expect(saved).toBeGreaterThan(0);
      expect(result.fee).toEqual({ amount: 0, text: expect.stringContaining('ningún cargo') });
      const { hash } = (await ask('settlement', total)).body.result;
      const coupon = await product.call('GET /api/v3/coupon/{hash}', { params: { hash }, country });
      expect(coupon.body.result).toMatchObject({
        amount: total,
        due_date: result.valid_until,
        purpose: 'settlement',
      });
      await days(3);
      await settle(hash);
      expect((await loan()).state_slug).toBe('finished');
      const ledger = await loanBalance(product.deps.db, one.loanId);
      expect(ledger.get('collections')).toBe(cents(total));
      for (const account of ['principal-receivable', 'interest-receivable', 'tax-receivable'] as const)
        expect(ledger.get(account) ?? 0).toBe(0);
      expect(ledger.get('customer-credit') ?? 0).toBe(0);
      expect((await quote()).status).toBe(404);
    },
  );

  test('overdue, it says what of it is default interest', async () => {
    const one = await borrower(product, 'UY', 3);
    await days(60);
    const { result } = (await acting(one).quote()).body;
    expect(result.default_interest).toBeGreaterThan(0);
    expect(result.overdue).toBeGreaterThan(result.default_interest);
  });

  test('paid too late it counts as paid ahead: no interest of days to come on what was paid', async () => {
    const one = await borrower(product, 'UY', 6);
    const { quote, ask, settle } = acting(one);
    await days(5);
    const { total } = (await quote()).body.result;
    const { hash } = (await ask('settlement', total)).body.result;
    await days(6);
    const now = (await quote()).body.result.total;
    await settle(hash);
    const left = (await quote()).body.result;
    expect(cents(left.total)).toBe(cents(now - total));
    // What the few pesos that are left cost until the next due date, and no more.
    expect(left.saved).toBeLessThan(left.total);
  });

  test('another figure, another person, another payment under way', async () => {
    const one = await borrower(product, 'UY', 3);
    const other = await borrower(product, 'UY', 3);
    const { quote, ask } = acting(one);
    const { total } = (await quote()).body.result;
    expect(await ask('settlement', total - 0.01)).toMatchObject({
      status: 422,
      body: { code: 'payment_total' },
    });
    const stranger = acting(one, other.person.token);
    for (const answer of [
      await stranger.quote(),
      await stranger.ahead(1000),
      await stranger.ask('fewer', 1000),
    ])
      expect(answer.status).toBe(404);
    expect((await ask('settlement', total, { token: '' })).status).toBe(401);
    const { hash } = (await one.ask([2], 'abitab', { token: one.person.token ?? '' })).body.result;
    expect((await quote()).body.result.open_payment).toMatchObject({ hash, method: 'abitab' });
    expect(await ask('settlement', total)).toMatchObject({ body: { code: 'payment_instalment' } });
  });

  test('asked for ten times at once there is one payment; with one key, one answer', async () => {
    const one = await borrower(product, 'UY', 3);
    const { quote, ask } = acting(one);
    const { total } = (await quote()).body.result;
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('settlement', total)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'payment_instalment')).toHaveLength(9);
    const two = await borrower(product, 'UY', 3);
    const key = { headers: { 'idempotency-key': 'one-and-the-same-key' } };
    const figure = (await acting(two).quote()).body.result.total;
    const first = await acting(two).ask('settlement', figure, key);
    const again = await acting(two).ask('settlement', figure, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('paying ahead', () => {
  test.each([
    ['AR', 'fewer'],
    ['UY', 'smaller'],
  ] as const)('%s, %s: the plan that was quoted is the plan that follows', async (country, kind) => {
    const one = await borrower(product, country, 6);
    const { quote, ahead, ask, settle, loan } = acting(one);
    await days(9);
    const { prepayment, total } = (await quote()).body.result;
    const amount = Math.floor((prepayment.min + total) / 2);
    const { result } = (await ahead(amount)).body;
    expect(result.current).toMatchObject({ instalment_count: 6, saved: 0 });
    expect(result.smaller).toMatchObject({ instalment_count: 6 });
    expect(result.smaller.instalment).toBeLessThan(result.current.instalment);
    expect(result.fewer.instalment_count).toBeLessThan(6);
    expect(result.fewer.instalment).toBeLessThanOrEqual(result.current.instalment);
    expect(result.fewer.saved).toBeGreaterThan(result.smaller.saved);
    const before = await loan();
    const { hash } = (await ask(kind, amount)).body.result;
    await days(2);
    await settle(hash);
    const left = (await loan()).installments.filter(({ payed }: { payed: boolean }) => !payed);
    const shown = left.map(({ number, amount: each }: { number: number; amount: number }) => [number, each]);
    const planned = result[kind].instalments.map((each: { number: number; amount: number }) => [
      each.number,
      each.amount,
    ]);
    expect(shown).toEqual(planned);
    // Taken back, everything is as it was agreed, and the plan in between is on record.
    await product.call('POST /sandbox/payments/{hash}/reverse', { country, params: { hash } });
    expect((await loan()).installments).toEqual(
      // Only the trace of what was taken back stays.
      before.installments.map((each: object) => ({ ...each, reversals: expect.any(Array) })),
    );
    const versions = await product.deps.db
      .selectFrom('schedule_version')
      .select('version')
      .where('loan_id', '=', one.loanId)
      .orderBy('version')
      .execute();
    expect(versions).toEqual([{ version: 1 }, { version: 2 }]);
  });

  test('an amount out of bounds is refused with the bounds', async () => {
    const one = await borrower(product, 'UY', 3);
    const { quote, ahead, ask } = acting(one);
    const { prepayment } = (await quote()).body.result;
    for (const amount of [0, -5, 'x', '1e9', prepayment.min - 0.01, prepayment.max + 0.01]) {
      const answer = await ahead(amount);
      expect(answer).toMatchObject({ status: 422, body: { code: 'prepayment_amount' } });
      expect(answer.body.fields.amount).toContain('Ingresá un monto entre $');
    }
    expect((await ask('smaller', prepayment.max + 0.01)).body.code).toBe('prepayment_amount');
    expect((await ahead(prepayment.min)).status).toBe(200);
    expect((await ahead(prepayment.max)).status).toBe(200);
  });

  test('less than was asked for still goes ahead; enough for all closes the loan', async () => {
    const one = await borrower(product, 'UY', 6);
    const { quote, ask, settle, loan } = acting(one);
    const total: number = (await quote()).body.result.total;
    const first = (await ask('smaller', Math.floor(total / 2))).body.result.hash;
    await settle(first, Math.floor(total / 4));
    const left: number = (await quote()).body.result.total;
    expect(cents(left)).toBe(cents(total) - cents(Math.floor(total / 4)));
    const second = (await ask('fewer', Math.floor(left / 2))).body.result.hash;
    await settle(second, Math.ceil(left));
    expect((await loan()).state_slug).toBe('finished');
  });
});
