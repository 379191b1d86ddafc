import { afterAll, beforeAll, expect, test } from 'vitest';
import { holidaysOf } from '../../../../countries/holidays.ts';
import { debitAnnouncedOn, debitAttemptOn } from '../../../../countries/law/debits.ts';
import { formatDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { announceDebits } from '../../debits/announce.ts';
import { attemptDebits } from '../../debits/attempt.ts';
import { debitsOf, debtor, dueDatesOf, goTo, todayOf } from '../../debits/testing/debtor.ts';
import { askForDue, longAgo } from '../../../charges/testing/ask.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { cash, cents, creditTools, shown } from '../testing/credit-tools.ts';

/** Debits of instalments that money in favour pays, whole or in part. */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
beforeAll(async () => {
  product = await startProduct();
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const runDebits = async () => {
  const day = { country: 'AR', date: todayOf(product) } as const;
  await announceDebits(product.deps, day);
  await attemptDebits(product.deps, day);
};

test('a part of the next instalment: the debit charges the rest only, and paying it settles at once', async () => {
  const one = await debtor(product);
  const due = (await dueDatesOf(product, one)) as readonly CalendarDate[];
  const { hash } = (await one.ask([1], cash.AR)).body.result;
  const { amount } = await tools.couponOf(one, hash);
  await tools.drive(one, 'settle', hash, amount + 100);
  const [, { missing }] = (await tools.own(one)).installments;
  await goTo(product, debitAnnouncedOn(due[1]!, holidaysOf('AR')));
  await runDebits();
  const [mail] = await tools.mailsOf(one, /debitamos tu cuota 2/);
  expect(mail?.text).toContain(shown(missing - 100));
  await goTo(product, debitAttemptOn(due[1]!, holidaysOf('AR')));
  await runDebits();
  const debit = (await debitsOf(product, one)).find(({ instalment }) => instalment === 2);
  expect(debit).toMatchObject({ state: 'approved', amount: cents(missing - 100) });
  expect((await tools.own(one)).installments[1]).toMatchObject({
    state_name: 'payed',
    paid_with_credit: 100,
  });
  expect(await tools.creditOf(one)).toBe(0);
});

test('an instalment that is covered whole is not debited', async () => {
  const one = await debtor(product);
  const due = (await dueDatesOf(product, one)) as readonly CalendarDate[];
  const { hash } = (await one.ask([1], cash.AR)).body.result;
  const [{ missing: first }, { missing: second }] = (await tools.own(one)).installments;
  await goTo(product, debitAnnouncedOn(due[1]!, holidaysOf('AR')));
  await runDebits();
  await tools.drive(one, 'settle', hash, first);
  const [{ missing: late }] = (await tools.own(one)).installments;
  const { reference } = await tools.couponOf(one, hash);
  await tools.reportAgain(one, reference, late + second);
  await goTo(product, debitAttemptOn(due[1]!, holidaysOf('AR')));
  await runDebits();
  const debit = (await debitsOf(product, one)).find(({ instalment }) => instalment === 2);
  expect(debit).toMatchObject({ state: 'skipped', reason: 'credit' });
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
  await goTo(product, debitAnnouncedOn(due[0]!, holidaysOf('AR')));
  await announceDebits(product.deps, { country: 'AR', date: todayOf(product) });
  await goTo(product, debitAttemptOn(due[0]!, holidaysOf('AR')));
  await attemptDebits(product.deps, { country: 'AR', date: todayOf(product) });
  const { reference } = await tools.couponOf(one, hash);
  await tools.reportAgain(one, reference, missing);
  await longAgo(product.deps);
  await askForDue(product.deps);
  await expect.poll(async () => (await debitsOf(product, one))[0]?.state).toBe('approved');
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
  expect(mail?.text).toContain(formatDate(due[1]!));
});
