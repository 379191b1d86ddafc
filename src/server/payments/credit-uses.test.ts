import { afterAll, beforeAll, expect, test } from 'vitest';
import { debitAnnouncedOn, debitAttemptOn } from '../../countries/debits.ts';
import { centavos } from '../../domain/money.ts';
import { addDays, formatDate, type CalendarDate } from '../../domain/calendar-date.ts';
import { announceDebits } from '../debits/announce.ts';
import { attemptDebits } from '../debits/attempt.ts';
import { debitsOf, debtor, dueDatesOf, goTo, todayOf } from '../debits/testing/debtor.ts';
import { loanBalance } from '../ledger/service.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { confirmationOf } from '../testing/journey.ts';
import { moveCredits } from './move-credit.ts';
import { refundCredit } from './refund-credit.ts';
import { borrower } from './testing/borrower.ts';
import { cash, cents, creditTools, shown } from './testing/credit-tools.ts';

/** What money in favour is used for: due dates, what is overdue, debits, closing early. */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
beforeAll(async () => {
  product = await startProduct();
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

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
  await goTo(product, addDays(due[2] as CalendarDate, 5));
  expect(await tools.own(one)).toMatchObject({ debtfree: true, credit: 0 });
  await Promise.all([tools.daysWork('AR'), tools.daysWork('AR')]);
  const { movements, state_slug, closing } = await tools.statementOf(one);
  expect(state_slug).toBe('finished');
  expect(closing).toMatchObject({ balance: 0, in_favour: 0, outstanding: 0, payoff: 0 });
  const used = movements.filter(({ concept }: { concept: string }) => /saldo a favor/.test(concept));
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
  await goTo(product, addDays(due[1] as CalendarDate, 3));
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

test('a part of the next instalment: the debit charges the rest only, and paying it settles at once', async () => {
  const one = await debtor(product);
  const due = (await dueDatesOf(product, one)) as readonly CalendarDate[];
  const { hash } = (await one.ask([1], cash.AR)).body.result;
  const { amount } = await tools.couponOf(one, hash);
  await tools.drive(one, 'settle', hash, amount + 100);
  const [, { missing }] = (await tools.own(one)).installments;
  const run = async () => {
    const day = { country: 'AR', date: todayOf(product) } as const;
    await announceDebits(product.deps, day);
    await attemptDebits(product.deps, day);
  };
  await goTo(product, debitAnnouncedOn('AR', due[1] as CalendarDate));
  await run();
  const [mail] = await tools.mailsOf(one, /debitamos tu cuota 2/);
  expect(mail?.text).toContain(shown(missing - 100));
  await goTo(product, debitAttemptOn('AR', due[1] as CalendarDate));
  await run();
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
  const run = async () => {
    const day = { country: 'AR', date: todayOf(product) } as const;
    await announceDebits(product.deps, day);
    await attemptDebits(product.deps, day);
  };
  const { hash } = (await one.ask([1], cash.AR)).body.result;
  const [{ missing: first }, { missing: second }] = (await tools.own(one)).installments;
  await goTo(product, debitAnnouncedOn('AR', due[1] as CalendarDate));
  await run();
  await tools.drive(one, 'settle', hash, first);
  const [{ missing: late }] = (await tools.own(one)).installments;
  const { reference } = await tools.couponOf(one, hash);
  await tools.reportAgain(one, reference, late + second);
  await goTo(product, debitAttemptOn('AR', due[1] as CalendarDate));
  await run();
  const debit = (await debitsOf(product, one)).find(({ instalment }) => instalment === 2);
  expect(debit).toMatchObject({ state: 'skipped', reason: 'credit' });
});

test('closing costs what is owed less what is held; enough of it closes without more money', async () => {
  const one = await borrower(product, 'AR', 3);
  const { hash } = (await one.ask([1], cash.AR)).body.result;
  const { amount, reference } = await tools.couponOf(one, hash);
  await tools.drive(one, 'settle', hash, amount + 100);
  const quote = await tools.quoteOf(one);
  expect(quote).toMatchObject({ credit: 100, credit_left: 0 });
  const close = async (total: number) =>
    product.call('POST /api/v3/loan/{id}/settlement', {
      ...(await tools.asOwner(one)),
      params: { id: one.publicId },
      body: { kind: 'settlement', payment_method: cash.AR, total },
    });
  expect((await close(quote.total + 100)).body.code).toBe('payment_total');
  expect((await close(0)).body.code).toBe('payment_total');
  const closing = (await close(quote.total)).body.result.hash;
  expect((await tools.couponOf(one, closing)).amount).toBe(quote.total);
  await product.call('DELETE /api/v3/coupon/{hash}', {
    params: { hash: closing },
    query: { document_number: one.documentNumber },
  });
  await tools.reportAgain(one, reference, quote.total + 50);
  expect(await tools.quoteOf(one)).toMatchObject({ total: 0, credit_left: 50 });
  expect((await close(0)).status).toBe(200);
  const { state_slug, closing: end } = await tools.statementOf(one);
  expect(state_slug).toBe('finished');
  expect(end).toMatchObject({ outstanding: 0, in_favour: 50 });
  expect(await tools.own(one)).toMatchObject({ debtfree: true, credit: 50 });
  expect((await close(0)).status).toBe(404);
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

test('money for a loan that has ended works for the next one, and goes back when it is taken back', async () => {
  const one = await borrower(product, 'UY', 3);
  const given = (await one.ask([1, 2, 3], cash.UY)).body.result.hash;
  await product.call('DELETE /api/v3/coupon/{hash}', {
    country: 'UY',
    params: { hash: given },
    query: { document_number: one.documentNumber },
  });
  const { hash } = (await one.ask([1, 2, 3], cash.UY)).body.result;
  await tools.drive(one, 'settle', hash);
  const body = confirmationOf(one.person, { instalments: 3 });
  const login = await tools.asOwner(one);
  const confirmed = await product.call('POST /api/v3/finish-new', { ...login, body });
  const next: string = confirmed.body.result.id;
  for (const outcome of ['ok', 'ok'])
    await product.call('POST /sandbox/loans/{id}/advance', { params: { id: next }, body: { outcome } });
  const { amount } = await tools.couponOf(one, given);
  await tools.drive(one, 'settle', given);
  expect(await tools.creditOf(one)).toBe(0);
  const model = await tools.own(one);
  expect(model).toMatchObject({ loanId: next, credit: amount });
  const [mail] = await tools.mailsOf(one, /dos veces/);
  expect(mail?.text).toContain('los pasamos a tu préstamo actual');
  const statement = async (id: string) =>
    (
      await product.call('GET /api/v3/statement/{id}', {
        ...(await tools.asOwner(one)),
        params: { id },
      })
    ).body.result;
  expect((await statement(one.publicId)).movements.at(-1).concept).toBe(
    'Tu saldo a favor pasó a tu otro préstamo',
  );
  expect((await statement(next)).movements.at(-1).concept).toBe('Saldo a favor de tu otro préstamo');
  await tools.drive(one, 'reverse', given);
  expect(await tools.own(one)).toMatchObject({ loanId: next, credit: 0 });
  expect(await tools.creditOf(one)).toBe(0);
  for (const id of [one.publicId, next])
    expect((await statement(id)).closing).toMatchObject({ in_favour: 0 });
});

test('what staff give back is held no more, once however often it is noted, and never more than is held', async () => {
  const one = await borrower(product, 'AR', 3);
  const { hash } = (await one.ask([1], cash.AR)).body.result;
  const { amount } = await tools.couponOf(one, hash);
  await tools.drive(one, 'settle', hash, amount + 500);
  const give = (units: number, reference: string) =>
    refundCredit(product.deps, { loanId: one.publicId, amount: centavos(cents(units)), reference });
  expect(await give(500.01, 'T-1')).toBe('too-much');
  const answers = await Promise.all([1, 2, 3].map(() => give(200, 'T-2')));
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

test('money in favour that was there before the next loan is moved by the work of a day', async () => {
  const one = await borrower(product, 'UY', 3);
  const { hash } = (await one.ask([1, 2, 3], cash.UY)).body.result;
  const { amount } = await tools.couponOf(one, hash);
  await tools.drive(one, 'settle', hash, amount + 25);
  expect(await tools.own(one)).toMatchObject({ debtfree: true, credit: 25 });
  const body = confirmationOf(one.person, { instalments: 3 });
  const confirmed = await product.call('POST /api/v3/finish-new', { ...(await tools.asOwner(one)), body });
  const next: string = confirmed.body.result.id;
  for (const outcome of ['ok', 'ok'])
    await product.call('POST /sandbox/loans/{id}/advance', { params: { id: next }, body: { outcome } });
  const day = { country: 'UY', date: todayOf(product, 'UY') } as const;
  await Promise.all([moveCredits(product.deps, day), moveCredits(product.deps, day)]);
  expect(await tools.own(one)).toMatchObject({ loanId: next, credit: 25 });
});
