import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDate, type CalendarDate } from '../../domain/calendar-date.ts';
import { debitAnnouncedOn, debitAttemptOn } from '../../countries/debits.ts';
import { announceDebits } from '../debits/announce.ts';
import { attemptDebits } from '../debits/attempt.ts';
import { askForDebit } from '../debits/charge.ts';
import { debitsOf, debtor, dueDatesOf, goTo, todayOf } from '../debits/testing/debtor.ts';
import { confirmationOf } from '../testing/journey.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { borrower } from './testing/borrower.ts';
import { cash, cents, creditTools, shown } from './testing/credit-tools.ts';

/** What is true of money in favour before the work of the day has booked it, and at once. */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
beforeAll(async () => {
  product = await startProduct();
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

test('the next loan is confirmed on the day on which money in favour pays off this one', async () => {
  const one = await borrower(product, 'UY', 3);
  const due = await dueDatesOf(product, one);
  const { hash } = (await one.ask([1], cash.UY)).body.result;
  const [first, second, third] = (await tools.own(one)).installments;
  await tools.drive(one, 'settle', hash, first.missing + second.missing + third.missing);
  const confirm = async () => {
    const login = await tools.asOwner(one);
    const offer = (await product.call('GET /api/v1/clients/credit-ratings', login)).body.result;
    const body = confirmationOf({ ...one.person, offer }, { instalments: 3 });
    return product.call('POST /api/v3/finish-new', { ...login, body });
  };
  expect((await confirm()).body.code).toBe('active_loan');
  await goTo(product, due[2] as CalendarDate);
  expect(await tools.own(one)).toMatchObject({ debtfree: true });
  expect((await confirm()).body).toEqual({ status: 'success', result: expect.anything() });
  expect((await tools.statementOf(one)).state_slug).toBe('finished');
});

test('closing with money in favour is a line of the statement, with and without more money', async () => {
  const used = async (one: Parameters<typeof tools.statementOf>[0]) =>
    (await tools.statementOf(one)).movements.filter(({ concept }: { concept: string }) =>
      /saldo a favor/.test(concept),
    );
  const close = async (one: Parameters<typeof tools.statementOf>[0], total: number) =>
    (
      await product.call('POST /api/v3/loan/{id}/settlement', {
        ...(await tools.asOwner(one)),
        params: { id: one.publicId },
        body: { kind: 'settlement', payment_method: cash.AR, total },
      })
    ).body.result.hash;
  const [alone, together] = [await borrower(product, 'AR', 3), await borrower(product, 'AR', 3)];
  for (const one of [alone, together]) {
    const { hash } = (await one.ask([1], cash.AR)).body.result;
    const { amount, reference } = await tools.couponOf(one, hash);
    await tools.drive(one, 'settle', hash, amount + 100);
    if (one === alone) await tools.reportAgain(one, reference, (await tools.quoteOf(one)).total);
    expect(await used(one)).toEqual([]);
  }
  await close(alone, 0);
  const lines = await used(alone);
  expect(lines).toMatchObject([{ charge: 0, credit: 0, detail: expect.stringContaining('Cuota 3') }]);
  expect((await tools.statementOf(alone)).closing).toMatchObject({ balance: 0, in_favour: 0 });

  await tools.drive(together, 'settle', await close(together, (await tools.quoteOf(together)).total));
  const { state_slug, movements } = await tools.statementOf(together);
  expect(state_slug).toBe('finished');
  expect(await used(together)).toMatchObject([{ detail: expect.stringMatching(/^Cuota 3: .*\$100,00$/) }]);
  expect(movements.at(-1)).toMatchObject({ balance: 0 });
});

test('a debit of an instalment that was paid while the card was charged is told as money in favour', async () => {
  const one = await debtor(product, 'AR', 'lost');
  const due = await dueDatesOf(product, one);
  const [{ missing }] = (await tools.own(one)).installments;
  // A coupon that was given up: its money comes while the gateway has not answered.
  const { hash } = (await one.ask([1], cash.AR)).body.result;
  await product.call('DELETE /api/v3/coupon/{hash}', {
    params: { hash },
    query: { document_number: one.documentNumber },
  });
  await goTo(product, debitAnnouncedOn('AR', due[0] as CalendarDate));
  await announceDebits(product.deps, { country: 'AR', date: todayOf(product) });
  await goTo(product, debitAttemptOn('AR', due[0] as CalendarDate));
  await attemptDebits(product.deps, { country: 'AR', date: todayOf(product) });
  const { reference } = await tools.couponOf(one, hash);
  await tools.reportAgain(one, reference, missing);
  const { id } = await product.deps.db
    .updateTable('instalment_debit')
    .set({ sent_at: new Date(Date.now() - 600_000) })
    .where('loan_id', '=', one.loanId)
    .where('state', '=', 'charging')
    .returning('id')
    .executeTakeFirstOrThrow();
  await askForDebit(product.deps, id);
  expect(await debitsOf(product, one)).toMatchObject([{ state: 'approved' }]);
  expect(await tools.own(one)).toMatchObject({ credit: missing, installments: [{ payed: true }, {}, {}] });
  const report = await product.deps.db
    .selectFrom('payment_report')
    .innerJoin('payment', 'payment.id', 'payment_report.payment_id')
    .select(['outcome', 'credited'])
    .where('loan_id', '=', one.loanId)
    .where('payment.source', '=', 'instalment-debit')
    .executeTakeFirstOrThrow();
  expect(report).toEqual({ outcome: 'double', credited: cents(missing) });
  const [mail, ...more] = await tools.mailsOf(one, /^Debitamos tu cuota 1/);
  expect(more).toEqual([]);
  expect(mail?.subject).toContain('que ya estaba paga');
  expect(mail?.text).toContain(`Tenés ${shown(missing)} a favor`);
  expect(mail?.text).toContain(formatDate(due[1] as CalendarDate));
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
    await goTo(product, due[2] as CalendarDate);
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
