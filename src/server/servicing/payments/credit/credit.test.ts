import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, formatDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { dueDatesOf, goTo, todayOf } from '../../debits/testing/debtor.ts';
import { loanBalance } from '../../../loans/ledger/service.ts';
import { remind } from '../../reminders/remind.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';
import { cash, cents, creditTools, shown } from '../testing/credit-tools.ts';

/** Money in favour pays what is due and every instalment on its due date (docs/decisions/0049). */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

describe.each(['AR', 'UY'] as const)('%s: two coupons of the same instalment, both paid', (country) => {
  let one: Borrower;
  let due: readonly CalendarDate[];
  let hashes: readonly [string, string];
  let instalment: number;
  const dueOn = (number: number) => due[number - 1]!;
  beforeAll(async () => {
    one = await borrower(product, country, 3);
    due = await dueDatesOf(product, one);
    [{ amount: instalment }] = (await tools.own(one)).installments;
    hashes = await tools.payTwice(one);
  });

  test('page and message say what happened: neither late nor applied, but held', async () => {
    const [first, second] = await Promise.all(hashes.map((hash) => tools.couponOf(one, hash)));
    expect(first).toMatchObject({ state: 'paid', report: { outcome: 'closed', credited: 0 } });
    expect(second).toMatchObject({ state: 'paid', report: { outcome: 'double', credited: instalment } });
    const [mail] = await tools.mailsOf(one, /dos veces/);
    expect(mail?.text).toContain(`Tenés ${shown(instalment)} a favor`);
    expect(mail?.text).toContain(`empezando por la cuota 2, el ${formatDate(dueOn(2))}`);
    expect(mail?.text).not.toMatch(/vencimiento/);
  });

  test('balance, quote, statement, ledger and the price of a payment tell of the same money', async () => {
    const { credit, installments, next_due_date, total } = await tools.own(one);
    const [, second, third] = installments;
    expect({ credit, next_due_date, total }).toEqual({
      credit: instalment,
      next_due_date: formatDate(dueOn(3)),
      total: 0,
    });
    expect(second).toMatchObject({ state_name: 'pending', credit: instalment });
    expect(cents(second.amount)).toBe(cents(second.missing) - cents(second.credit));
    expect(await tools.creditOf(one)).toBe(cents(instalment));
    const quote = await tools.quoteOf(one);
    expect(quote).toMatchObject({ credit: Math.min(instalment, quote.total + quote.credit) });
    // Interest of the first instalment, which was paid before its period had begun.
    expect(quote.paid_ahead).toBeGreaterThan(0);
    expect(cents(quote.total + quote.credit + quote.paid_ahead)).toBe(
      cents(quote.principal) + cents(quote.overdue) + cents(quote.accrued_interest) + cents(quote.tax),
    );
    const { closing } = await tools.statementOf(one);
    expect(closing).toMatchObject({ payoff: quote.total, in_favour: instalment });
    expect(second.amount).toBe(0);
    expect((await one.ask([2], cash[country])).body).toMatchObject({ code: 'payment_credit' });
    const both = await one.ask([2, 3], cash[country], { change: { total: instalment * 2 } });
    expect(both.body.code).toBe('payment_total');
    const asked = await one.ask([2, 3], cash[country]);
    const { amount } = await tools.couponOf(one, asked.body.result.hash);
    expect(cents(amount)).toBe(cents(second.missing + third.missing) - cents(instalment));
    await product.call('DELETE /api/v3/coupon/{hash}', {
      country,
      params: { hash: asked.body.result.hash },
      query: { document_number: one.documentNumber },
    });
  });

  test('on the due date it has paid, before the work of the day has booked it and after', async () => {
    await goTo(product, dueOn(2));
    const before = await tools.own(one);
    expect(before.installments[1]).toMatchObject({
      state_name: 'payed',
      paid_with_credit: instalment,
      interest_acum_amount: 0,
    });
    expect(before.credit).toBe(0);
    expect(await tools.creditOf(one)).toBe(cents(instalment));
    const { closing } = await tools.statementOf(one);
    await tools.daysWork(country);
    await tools.daysWork(country);
    expect(await tools.creditOf(one)).toBe(0);
    expect(await tools.own(one)).toEqual(before);
    const after = await tools.statementOf(one);
    expect(after.closing).toMatchObject({ outstanding: closing.outstanding, payoff: closing.payoff });
    expect(after.movements.at(-1).date).toBe(formatDate(dueOn(2)));
    const used = after.movements.filter(({ concept }: { concept: string }) => /saldo a favor/.test(concept));
    expect(used).toHaveLength(1);
    expect(used[0].detail).toContain('Cuota 2');
    expect(await tools.mailsOf(one, /Usamos tu saldo a favor/)).toHaveLength(1);
  });

  test('seventy-five days later nothing of it is in arrears, and no reminder was sent', async () => {
    const reminders = await tools.mailsOf(one, /cuota 2/);
    await goTo(product, addDays(dueOn(1), 75));
    await remind(product.deps, { country, date: todayOf(product, country) });
    const [, second] = (await tools.own(one)).installments;
    expect(second).toMatchObject({ paid_with_credit: instalment, interest_acum_amount: 0 });
    expect(second).toMatchObject({ state_name: 'payed', days_late: 0, missing: 0 });
    expect(await tools.mailsOf(one, /cuota 2/)).toEqual(reminders);
  });

  test('taken back after it was used, the instalment is open again with its default interest', async () => {
    await tools.drive(one, 'reverse', hashes[1]);
    const { credit, installments } = await tools.own(one);
    expect(credit).toBe(0);
    const [first, second] = installments;
    expect(first).toMatchObject({ payed: true });
    expect(second).toMatchObject({ state_name: 'delayed', paid: 0, paid_with_credit: 0 });
    expect(second.interest_acum_amount).toBeGreaterThan(0);
    expect(second.reversals).toMatchObject([{ amount: instalment }]);
    expect(await tools.creditOf(one)).toBe(0);
    const ledger = await loanBalance(product.deps.db, one.loanId);
    expect(ledger.get('collections')).toBe(cents(instalment));
    expect([...ledger.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
  });
});
