import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../../domain/calendar-date.ts';
import { centavos } from '../../../../domain/money.ts';
import { goTo, todayOf } from '../../debits/testing/debtor.ts';
import { changers, changesOf } from '../../../loans/actions/testing/changes.ts';
import { loanBalance } from '../../../loans/ledger/service.ts';
import { consoleUrl } from '../../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { refundCredit } from './refund-credit.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';
import { cash, cents, creditTools } from '../testing/credit-tools.ts';

/** Money in favour that staff give back cannot pay anything as well. */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const give = ({ publicId }: Borrower, units: number, reference: string) =>
  refundCredit(product.deps, { loanId: publicId, amount: centavos(cents(units)), reference });

/** Somebody who has paid the first instalment and so much more. */
async function withCredit(units: number): Promise<Borrower> {
  const one = await borrower(product, 'AR', 3);
  const { hash } = (await one.ask([1], cash.AR)).body.result;
  const { amount } = await tools.couponOf(one, hash);
  await tools.drive(one, 'settle', hash, amount + units);
  return one;
}

const giveUp = ({ documentNumber, person }: Borrower, hash: string) =>
  product.call('DELETE /api/v3/coupon/{hash}', {
    token: person.token ?? '',
    params: { hash },
    query: { document_number: documentNumber },
  });

test('what staff give back is held no more, once however often it is noted, and never more than is held', async () => {
  const one = await borrower(product, 'AR', 3);
  const { hash } = (await one.ask([1], cash.AR)).body.result;
  const { amount } = await tools.couponOf(one, hash);
  await tools.drive(one, 'settle', hash, amount + 500);
  expect(await give(one, 500.01, 'T-1')).toBe('too-much');
  const answers = await Promise.all([1, 2, 3].map(() => give(one, 200, 'T-2')));
  expect(answers.toSorted()).toEqual(['known', 'known', 'refunded']);
  expect(await tools.own(one)).toMatchObject({ credit: 300 });
  expect(await tools.creditOf(one)).toBe(30_000);
  const ledger = await loanBalance(product.deps.db, one.loanId);
  expect(ledger.get('collections')).toBe(cents(amount + 500));
  const { movements, closing } = await tools.statementOf(one);
  expect(movements.at(-1)).toMatchObject({ concept: 'Te devolvimos tu saldo a favor', charge: 200 });
  expect(closing).toMatchObject({ in_favour: 300 });
  expect(await tools.mailsOf(one, /Te devolvimos/)).toHaveLength(1);
  expect(await refundCredit(product.deps, { loanId: 'x', amount: centavos(1), reference: 'T-3' })).toBe(
    'unknown-loan',
  );
});

test('not while a payment is open that was asked less for it; an old coupon paid later pays no more than it is', async () => {
  const one = await withCredit(500);
  const { hash } = (await one.ask([2], cash.AR, { token: one.person.token ?? '' })).body.result;
  expect(await give(one, 500, 'open-1')).toBe('payment-open');
  expect(await tools.own(one)).toMatchObject({ credit: 500 });
  await giveUp(one, hash);
  await goTo(product, addDays(todayOf(product), 1));
  expect(await give(one, 500, 'open-1')).toBe('refunded');
  await goTo(product, addDays(todayOf(product), 1));
  await tools.drive(one, 'settle', hash);
  const { credit, installments } = await tools.own(one);
  expect(credit).toBe(0);
  expect(installments[1]).toMatchObject({ payed: false, missing: 500, paid_with_credit: 0 });
  expect(await tools.creditOf(one)).toBe(0);
});

test('a reference names one refund: with another loan or amount it is refused', async () => {
  const [one, other] = await Promise.all([withCredit(500), withCredit(300)]);
  expect(await give(one, 200, 'same-1')).toBe('refunded');
  expect(await give(one, 200, 'same-1')).toBe('known');
  expect(await give(one, 100, 'same-1')).toBe('contradicted');
  expect(await give(other, 200, 'same-1')).toBe('contradicted');
  expect(await Promise.all([one, other].map(tools.own))).toMatchObject([{ credit: 300 }, { credit: 300 }]);
});

describe('money that was given back and then charged back', () => {
  const country = 'UY';

  const method = 'bank-transfer';
  const settlement = async (one: Borrower, total: number) =>
    product.call('POST /api/v3/loan/{id}/settlement', {
      ...(await tools.asOwner(one)),
      params: { id: one.publicId },
      body: { kind: 'settlement', payment_method: method, total },
    });
  const shortfalls = async ({ loanId }: Borrower) => {
    const events = await product.deps.db
      .selectFrom('event')
      .select('detail')
      .where('loan_id', '=', loanId)
      .where('kind', '=', 'credit-shortfall')
      .execute();
    return events.map(({ detail }) => detail);
  };
  const certificate = async (one: Borrower) =>
    product.call('POST /api/v3/debtfree', {
      ...(await tools.asOwner(one)),
      body: { document_type: 1, document_number: one.documentNumber },
    });

  /** Somebody who has paid some instalments twice and got the second payment back. @returns its hash and amount */
  async function givenBack(
    one: Borrower,
    numbers: readonly number[],
  ): Promise<[hash: string, units: number]> {
    const first = (await one.ask(numbers, method)).body.result.hash;
    await product.call('DELETE /api/v3/coupon/{hash}', {
      country,
      params: { hash: first },
      query: { document_number: one.documentNumber },
    });
    const second = (await one.ask(numbers, method)).body.result.hash;
    await tools.drive(one, 'settle', second);
    await tools.drive(one, 'settle', first);
    const { amount } = await tools.couponOf(one, first);
    expect(await give(one, amount, `twice-${first}`)).toBe('refunded');
    return [first, amount];
  }

  test('is owed: the loan is not finished until it is made up for, staff are told, every figure is the same', async () => {
    const one = await borrower(product, country, 3);
    const [hash, amount] = await givenBack(one, [1]);
    await tools.closeLoan(one);
    expect(await tools.own(one)).toMatchObject({ debtfree: true, credit: 0, shortfall: 0 });
    expect((await certificate(one)).status).toBe(200);
    await tools.drive(one, 'reverse', hash);
    expect(await shortfalls(one)).toEqual([{ amount: cents(amount) }]);
    const model = await tools.own(one);
    expect(model).toMatchObject({ debtfree: false, status: 'pending', credit: 0, shortfall: amount });
    // A row of its own, due at once.
    expect(model.total).toBe(amount);
    expect(model.installments[3]).toMatchObject({ shortfall: true, amount, state_name: 'pending' });
    expect((await certificate(one)).body.code).toBe('debtfree_unavailable');
    const { state_slug, closing } = await tools.statementOf(one);
    expect(state_slug).toBe('approved');
    expect(closing).toMatchObject({ in_favour: 0, shortfall: amount, balance: amount, outstanding: amount });
    expect(await tools.quoteOf(one)).toMatchObject({ total: amount, shortfall: amount, credit: 0 });

    // Two days later it is in arrears, with default interest like any capital, and is paid like an instalment.
    await goTo(product, addDays(todayOf(product, country), 2));
    const late = await tools.own(one);
    expect(late).toMatchObject({ status: 'delayed', shortfall: amount });
    expect(late.installments[3]).toMatchObject({ days_late: 2, state_name: 'delayed', amount: late.total });
    expect(late.total).toBeGreaterThan(amount);

    const paid = (await one.ask([4], method)).body.result.hash;
    expect((await tools.own(one)).open_payments).toMatchObject([{ amount: late.total }]);
    await tools.drive(one, 'settle', paid);
    expect((await tools.couponOf(one, paid)).report).toMatchObject({ outcome: 'exact', credited: 0 });
    expect(await tools.creditOf(one)).toBe(0);
    expect(await tools.own(one)).toMatchObject({ debtfree: true, credit: 0, shortfall: 0 });
    expect((await tools.statementOf(one)).state_slug).toBe('finished');
    expect((await certificate(one)).status).toBe(200);
  });

  test('moved into a plan, is capital of its rows in the books too', async () => {
    const one = await borrower(product, country, 3);
    const [hash, amount] = await givenBack(one, [1]);
    await tools.drive(one, 'reverse', hash);
    const { token } = await tools.asOwner(one);
    const call: Borrower['person']['call'] = (key, options = {}) =>
      product.call(key, { country, token, ...options });
    const owner = { ...one, person: { ...one.person, call } };
    const { change, mine, acceptPlan, findings } = changesOf(product, owner, await changers(product));
    const today = todayOf(product, country);
    await change({
      kind: 'plan',
      instalments: 4,
      first_due_date: addDays(today, 20),
      rate: 0,
      waived: { default_interest: 0, interest: 0, charges: 0, principal: 0 },
      until: addDays(today, 5),
    });
    expect((await mine()).plan.figures.owed.principal).toBeGreaterThan(amount);
    expect((await acceptPlan()).status).toBe(200);
    expect(await tools.own(one)).toMatchObject({ credit: 0, shortfall: 0 });
    expect(await findings()).toEqual([]);
    expect(await tools.creditOf(one)).toBe(0);
  });

  test('beside open instalments closing costs both, and the next money in favour makes up for it', async () => {
    const one = await borrower(product, country, 3);
    const [hash, amount] = await givenBack(one, [1]);
    const before = await tools.quoteOf(one);
    await tools.drive(one, 'reverse', hash);
    const quote = await tools.quoteOf(one);
    expect(cents(quote.total)).toBe(cents(before.total) + cents(amount));
    expect((await tools.statementOf(one)).closing.payoff).toBe(quote.total);
    const [, { missing }] = (await tools.own(one)).installments;
    const more = (await one.ask([2], method)).body.result.hash;
    await tools.drive(one, 'settle', more, missing + 10);
    expect(await tools.own(one)).toMatchObject({ credit: 0, shortfall: (cents(amount) - 1_000) / 100 });
    expect((await tools.couponOf(one, more)).report).toMatchObject({ outcome: 'excess', credited: 10 });
    const { total } = await tools.quoteOf(one);
    await tools.drive(one, 'settle', (await settlement(one, total)).body.result.hash);
    expect(await tools.own(one)).toMatchObject({ debtfree: true, credit: 0, shortfall: 0 });
    expect(await tools.creditOf(one)).toBe(0);
  });
});
