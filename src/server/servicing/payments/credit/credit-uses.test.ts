import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, formatDate } from '../../../../domain/calendar-date.ts';
import { dueDatesOf, goTo } from '../../debits/testing/debtor.ts';
import { confirmationOf } from '../../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';
import { cash, cents, creditTools, shown } from '../testing/credit-tools.ts';

/** What money in favour is used for: due dates, what is overdue, closing early; the same before and after it is booked. */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
beforeAll(async () => {
  product = await startProduct();
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const close = async (one: Borrower, total: number) =>
  product.call('POST /api/v3/loan/{id}/settlement', {
    ...(await tools.asOwner(one)),
    params: { id: one.publicId },
    body: { kind: 'settlement', payment_method: cash.AR, total },
  });
/** What money in favour has paid, in the statement. */
const usedLines = async (one: Borrower) =>
  (await tools.statementOf(one)).movements.filter(({ concept }: { concept: string }) =>
    /saldo a favor/.test(concept),
  );

test('the next loan is confirmed on the day on which money in favour pays off this one', async () => {
  const one = await borrower(product, 'UY', 3);
  const due = await dueDatesOf(product, one);
  const { hash } = (await one.ask([1], cash.UY)).body.result;
  await tools.drive(one, 'settle', hash, await tools.missingOf(one));
  const confirm = async () => {
    const login = await tools.asOwner(one);
    const offerNow = async () =>
      (await product.call('GET /api/v1/clients/credit-ratings', login)).body.result;
    // An offer that has run out is renewed by a job of the login.
    await expect.poll(async () => (await offerNow()).max_option, { timeout: 10_000 }).not.toBeNull();
    const offer = await offerNow();
    const body = confirmationOf({ ...one.person, offer }, { instalments: 3 });
    return product.call('POST /api/v3/finish-new', { ...login, body });
  };
  expect((await confirm()).body.code).toBe('active_loan');
  await goTo(product, due[2]!);
  expect(await tools.own(one)).toMatchObject({ debtfree: true });
  expect((await confirm()).body).toEqual({ status: 'success', result: expect.anything() });
  expect((await tools.statementOf(one)).state_slug).toBe('finished');
});

test('many due dates without a worker are booked each with its own day, and the loan ends by itself', async () => {
  const one = await borrower(product, 'AR', 3);
  const due = await dueDatesOf(product, one);
  const { hash } = (await one.ask([1], cash.AR)).body.result;
  const [, second, third] = (await tools.own(one)).installments;
  const { amount } = await tools.couponOf(one, hash);
  await tools.drive(
    one,
    'settle',
    hash,
    (cents(amount) + cents(second.missing) + cents(third.missing)) / 100,
  );
  await goTo(product, addDays(due[2]!, 5));
  expect(await tools.own(one)).toMatchObject({ debtfree: true, credit: 0 });
  await Promise.all([tools.daysWork('AR'), tools.daysWork('AR')]);
  const { state_slug, closing } = await tools.statementOf(one);
  expect(state_slug).toBe('finished');
  expect(closing).toMatchObject({ balance: 0, in_favour: 0, outstanding: 0, payoff: 0 });
  const used = await usedLines(one);
  expect(used.map(({ date }: { date: string }) => date)).toEqual(
    due.slice(1).map((date) => formatDate(date)),
  );
  expect(await tools.mailsOf(one, /Usamos tu saldo a favor/)).toHaveLength(2);
});

test('it pays what is overdue at once, and ends the open coupon of that', async () => {
  const one = await borrower(product, 'UY', 3);
  const due = await dueDatesOf(product, one);
  const { hash } = (await one.ask([1], cash.UY)).body.result;
  await tools.drive(one, 'settle', hash);
  await goTo(product, addDays(due[1]!, 3));
  const open = (await one.ask([2], cash.UY)).body.result.hash;
  const [, { missing }] = (await tools.own(one)).installments;
  const { reference } = await tools.couponOf(one, hash);
  await tools.reportAgain(one, reference, missing + 10);
  const model = await tools.own(one);
  expect(model.installments[1]).toMatchObject({ state_name: 'late', missing: 0, paid_with_credit: missing });
  expect(model).toMatchObject({ credit: 10, total: 0 });
  expect((await tools.couponOf(one, open)).state).toBe('expired');
  const [mail] = await tools.mailsOf(one, /dos veces/);
  expect(mail?.text).toContain(`Con ${shown(missing)} pagamos tu cuota 2`);
});

test('closing costs what is owed less what is held; enough of it closes without more money, as a line of the statement', async () => {
  const one = await borrower(product, 'AR', 3);
  const { hash } = (await one.ask([1], cash.AR)).body.result;
  const { amount, reference } = await tools.couponOf(one, hash);
  await tools.drive(one, 'settle', hash, amount + 100);
  const quote = await tools.quoteOf(one);
  expect(quote).toMatchObject({ credit: 100, credit_left: 0 });
  expect((await close(one, quote.total + 100)).body.code).toBe('payment_total');
  expect((await close(one, 0)).body.code).toBe('payment_total');
  const closing = (await close(one, quote.total)).body.result.hash;
  expect((await tools.couponOf(one, closing)).amount).toBe(quote.total);
  await product.call('DELETE /api/v3/coupon/{hash}', {
    token: one.person.token ?? '',
    params: { hash: closing },
    query: { document_number: one.documentNumber },
  });
  await tools.reportAgain(one, reference, quote.total + 50);
  expect(await tools.quoteOf(one)).toMatchObject({ total: 0, credit_left: 50 });
  expect((await close(one, 0)).status).toBe(200);
  const { state_slug, closing: end } = await tools.statementOf(one);
  expect(state_slug).toBe('finished');
  expect(end).toMatchObject({ outstanding: 0, in_favour: 50 });
  expect(await usedLines(one)).toMatchObject([
    { charge: 0, credit: 0, detail: expect.stringContaining('Cuota 3') },
  ]);
  expect(await tools.own(one)).toMatchObject({ debtfree: true, credit: 50 });
  expect((await close(one, 0)).status).toBe(404);
});

test('closing with money in favour and more money is a line of the statement', async () => {
  const one = await borrower(product, 'AR', 3);
  const { hash } = (await one.ask([1], cash.AR)).body.result;
  const { amount } = await tools.couponOf(one, hash);
  await tools.drive(one, 'settle', hash, amount + 100);
  expect(await usedLines(one)).toEqual([]);
  const closing = (await close(one, (await tools.quoteOf(one)).total)).body.result.hash;
  await tools.drive(one, 'settle', closing);
  const { state_slug, movements } = await tools.statementOf(one);
  expect(state_slug).toBe('finished');
  expect(await usedLines(one)).toMatchObject([{ detail: expect.stringMatching(/^Cuota 3: capital /) }]);
  expect(movements.at(-1)).toMatchObject({ balance: 0 });
});

test('a payment of which a part was given back holds less in favour', async () => {
  const one = await borrower(product, 'AR', 3);
  const { hash } = (await one.ask([1], 'mercado-pago')).body.result;
  const { amount } = await tools.couponOf(one, hash);
  await tools.drive(one, 'settle', hash, amount + 500);
  expect(await tools.own(one)).toMatchObject({ credit: 500 });
  await tools.drive(one, 'reverse', hash, 200);
  expect(await tools.own(one)).toMatchObject({ credit: 300 });
  expect(await tools.creditOf(one)).toBe(30_000);
  await tools.drive(one, 'reverse', hash, 600);
  expect(await tools.own(one)).toMatchObject({ credit: 0, installments: [{ missing: 100 }, {}, {}] });
});

test.each(['AR', 'UY'] as const)(
  '%s: a statement says the same before and after the work of the day has booked it',
  async (country) => {
    const one = await borrower(product, country, 3);
    const due = await dueDatesOf(product, one);
    const { hash } = (await one.ask([1], cash[country])).body.result;
    const [first, second, third] = (await tools.own(one)).installments;
    const half = Math.floor(cents(third.missing) / 2);
    const paid = cents(first.missing) + cents(second.missing) + half;
    await tools.drive(one, 'settle', hash, paid / 100);
    await goTo(product, due[2]!);
    const told = async () => {
      const { movements, closing } = await tools.statementOf(one);
      return { movements, closing };
    };
    const before = await told();
    expect(before.closing.in_favour).toBe(0);
    expect(cents(before.closing.outstanding)).toBe(cents(third.missing) - half);
    await tools.daysWork(country);
    expect(await told()).toEqual(before);
    const used = before.movements.filter(({ concept }: { concept: string }) => /saldo a favor/.test(concept));
    expect(used).toHaveLength(2);
  },
);
