import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { addDays, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { centavos } from '../../../../domain/money.ts';
import { dueDatesOf, goTo, todayOf } from '../../debits/testing/debtor.ts';
import { transaction } from '../../../platform/database.ts';
import { confirmationOf } from '../../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { waitingForLocks } from '../../../testing/waiting-for-locks.ts';
import { moveCredits, receivePayment, reversePayment, takeBack } from '../../../loans/books/service.ts';
import { MEMBERSHIP_PRICE } from '../../../loans/ledger/service.ts';
import { CREDIT_REFUND, loansById, standingOf } from '../../../loans/service.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';
import { cash, cents, creditTools } from '../testing/credit-tools.ts';

/** Money in favour of a loan that has ended goes to the one in force, at once or by the work of a day. */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const move = (country: CountryCode) =>
  moveCredits(product.deps, { country, date: todayOf(product, country) });

const offerMethods = (country: CountryCode) => {
  const value = `${cash[country]},bank-transfer,mercado-pago`;
  return product.deps.db
    .insertInto('setting')
    .values({ country, name: 'payment-methods', value })
    .onConflict((conflict) => conflict.columns(['country', 'name']).doUpdateSet({ value }))
    .execute();
};

/** Somebody who has paid a loan off with two coupons, and then so much more of the first once again. */
async function paidOff(country: CountryCode, more: number): Promise<Borrower> {
  const one = await borrower(product, country, 3);
  const first = (await one.ask([1], cash[country])).body.result.hash;
  await tools.drive(one, 'settle', first);
  const others = (await one.ask([2, 3], cash[country])).body.result.hash;
  await tools.drive(one, 'settle', others);
  const { reference } = await tools.couponOf(one, first);
  await tools.reportAgain(one, reference, more);
  return one;
}

/** The next loan of the same person, paid out. @returns its public id */
async function nextLoan(one: Borrower): Promise<string> {
  const body = confirmationOf(one.person, { instalments: 3 });
  const confirmed = await product.call('POST /api/v3/finish-new', { ...(await tools.asOwner(one)), body });
  const id: string = confirmed.body.result.id;
  for (const outcome of ['ok', 'ok'])
    await product.call('POST /sandbox/loans/{id}/advance', { params: { id }, body: { outcome } });
  return id;
}

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
  const { credit: kept } = await tools.own(one);
  const next = await nextLoan(one);
  const { amount } = await tools.couponOf(one, given);
  await tools.drive(one, 'settle', given);
  expect(await tools.creditOf(one)).toBe(0);
  const model = await tools.own(one);
  // With it goes what was paid for days to come when all was paid ahead.
  expect(model).toMatchObject({ loanId: next, credit: (cents(amount) + cents(kept)) / 100 });
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
  expect(await tools.own(one)).toMatchObject({ loanId: next, credit: kept });
  expect(await tools.creditOf(one)).toBe(0);
  for (const id of [one.publicId, next])
    expect((await statement(id)).closing).toMatchObject({ in_favour: id === next ? kept : 0 });
});

test('a late report for an ended loan moves at once what it frees of a later payment', async () => {
  const one = await borrower(product, 'UY', 1);
  const [due = todayOf(product, 'UY')] = await dueDatesOf(product, one);
  await goTo(product, addDays(due, -4));
  const given = (await one.ask([1], cash.UY)).body.result.hash;
  const { amount, reference } = await tools.couponOf(one, given);
  await goTo(product, due);
  await product.call('DELETE /api/v3/coupon/{hash}', {
    country: 'UY',
    params: { hash: given },
    query: { document_number: one.documentNumber },
  });
  await tools.drive(one, 'settle', (await one.ask([1], cash.UY)).body.result.hash);
  await product.deps.db
    .updateTable('offer')
    .set({ expires_at: new Date('2100-01-01') })
    .execute();
  const next = await nextLoan(one);
  const part = cents(amount / 2) / 100;
  await tools.reportAgain(one, reference, part, `late-${reference}`, addDays(due, -1));
  expect(await tools.creditOf(one)).toBe(0);
  expect(await tools.own(one)).toMatchObject({ loanId: next, credit: part });
});

test('a reversal that brings moved money back unpays a price once, also where money was missing before', async () => {
  const one = await paidOff('UY', 4_000);
  const receive = (amount: number, source: string) =>
    transaction(product.deps.db, (tx) =>
      receivePayment(tx, product.deps, {
        loanId: one.loanId,
        amount: centavos(amount),
        source,
        reference: `${source}-${one.loanId}`,
        valueDate: todayOf(product, 'UY'),
        instalments: [],
      }),
    );
  await receive(-100_000, MEMBERSHIP_PRICE);
  await nextLoan(one);
  // A refund that the bank paid against its own word.
  await receive(-500_000, CREDIT_REFUND);
  const [loan] = await loansById(product.deps.db, [one.loanId]);
  const given = loan!.payments.find(({ amount }) => amount === 400_000);
  await transaction(product.deps.db, (tx) =>
    reversePayment(tx, product.deps, {
      paymentId: given!.row,
      source: 'again',
      reportId: 'taken-back',
      reason: 'network',
      reversedOn: todayOf(product, 'UY'),
    }),
  );
  const [after] = await loansById(product.deps.db, [one.loanId]);
  expect(after!.payments.filter(({ source }) => source === MEMBERSHIP_PRICE)).toEqual([]);
});

test('a loan that is opened again meanwhile keeps its money in favour', async () => {
  const one = await paidOff('UY', 0.01);
  await nextLoan(one);
  const { deps } = product;
  const kept = {
    loanId: one.loanId,
    amount: centavos(2_500),
    source: 'test',
    reference: `late-${one.loanId}`,
  };
  // A former release left money for an ended loan to the daily job.
  await transaction(deps.db, (tx) =>
    receivePayment(tx, deps, { ...kept, valueDate: todayOf(product, 'UY'), instalments: [] }),
  );
  const { id: paymentId } = await deps.db
    .selectFrom('payment')
    .select('id')
    .where('loan_id', '=', one.loanId)
    .orderBy('id')
    .offset(1)
    .limit(1)
    .executeTakeFirstOrThrow();
  let moving: Promise<unknown> = Promise.resolve();
  await transaction(deps.db, async (tx) => {
    await tx.selectFrom('loan').select('id').where('id', '=', one.loanId).forUpdate().execute();
    moving = move('UY');
    await expect.poll(() => waitingForLocks(product.deps.db), { timeout: 20_000 }).toBeGreaterThan(0);
    const about = { source: 'test', reportId: `back-${paymentId}`, reason: 'network' } as const;
    const reversedOn = todayOf(product, 'UY');
    expect(await reversePayment(tx, deps, { ...about, paymentId, reversedOn })).toBe('approved');
  });
  await moving;
  expect(await tools.creditOf(one)).toBe(2_501);
});

test.each(['AR', 'UY'] as const)(
  '%s: a small part of moved money is given back: the rest counts from the day on which it was moved',
  async (country) => {
    await offerMethods(country);
    const one = await borrower(product, country, 3);
    const [{ amount }] = (await tools.own(one)).installments;
    const hash = await tools.closeLoan(one, 'mercado-pago', amount + 30);
    const paper = await tools.asOwner(one).then(({ token }) =>
      product.call('POST /api/v3/debtfree', {
        country,
        token,
        body: { document_type: 1, document_number: one.documentNumber },
      }),
    );
    const next = await nextLoan(one);
    await Promise.all([move(country), move(country)]);
    const { loanId, installments } = await tools.own(one);
    expect(loanId).toBe(next);
    const [{ amount: _none, missing: first }] = installments;
    const [, { due_date: second }] = installments;
    await goTo(product, second as CalendarDate);
    const before = await tools.own(one);
    expect(before.installments[0]).toMatchObject({ payed: true, state_name: 'payed', paid: first });
    await tools.daysWork(country);

    // Twice: the second time of what the first has left.
    for (const part of [7, 12]) {
      await tools.drive(one, 'reverse', hash, part);
      const after = await tools.own(one);
      expect(after.installments[0]).toEqual(before.installments[0]);
      expect(after.installments[1].interest_acum_amount).toBe(0);
      const paid = cents(after.installments[1].paid) - cents(before.installments[1].paid);
      expect(paid + cents(after.credit) - cents(before.credit)).toBe(-cents(part));
    }
    expect(await tools.creditOf(one)).toBe(0);
    // The first loan stays paid all the while.
    const { result } = (
      await product.call('GET /api/v3/debtfree/{hash}', {
        country,
        params: { hash: paper.body.result.hash },
      })
    ).body;
    expect(result.valid).toBe(true);
    // All of it: what it had paid is open again, with what it costs by now.
    await tools.drive(one, 'reverse', hash);
    expect((await tools.own(one)).loanId).toBe(one.publicId);
    expect(await tools.creditOf(one)).toBe(0);
  },
);

test.each(['AR', 'UY'] as const)(
  '%s: what is left of a payment comes before what is left of the money that was moved on the same day',
  async (country) => {
    await offerMethods(country);
    const one = await borrower(product, country, 3);
    await product.deps.db
      .updateTable('offer')
      .set({ expires_at: new Date('2100-01-01') })
      .execute();
    const { hash } = (await one.ask([1, 2], 'bank-transfer')).body.result;
    await tools.drive(one, 'settle', hash);
    const { reference } = await tools.couponOf(one, hash);
    const [, , due] = await dueDatesOf(product, one);
    await goTo(product, addDays(due as CalendarDate, 20));
    const { amount: owed } = (await tools.own(one)).installments[2];
    // Paid once more: it pays what is overdue, and the rest goes on to the next loan. So does what comes later.
    await tools.reportAgain(one, reference, owed + 5000);
    await nextLoan(one);
    await move(country);
    await goTo(product, addDays(due as CalendarDate, 30));
    await tools.reportAgain(one, reference, 3000, `later-${reference}`);
    await move(country);
    expect(await tools.creditOf(one)).toBe(0);

    const { db } = product.deps;
    const { id: paymentId } = await db
      .selectFrom('payment')
      .select('id')
      .where('loan_id', '=', one.loanId)
      .where('amount', '=', centavos(cents(owed + 5000)))
      .executeTakeFirstOrThrow();
    const about = { source: 'test', reportId: `part-${paymentId}`, reason: 'refunded' } as const;
    const reversedOn = todayOf(product, country);
    const taken = await transaction(db, (tx) =>
      takeBack(tx, product.deps, { ...about, paymentId, reversedOn, keeps: centavos(cents(owed + 1000)) }),
    );
    expect(taken?.loanState).toBe('finished');
    const [loan] = await loansById(db, [one.loanId]);
    const standing = loan && standingOf(loan, product.deps.clock.now());
    expect(standing).toMatchObject({ isSettled: true, credit: 0, shortfall: 0 });
    expect(await tools.creditOf(one)).toBe(0);
  },
);

test('a loan that cannot be booked keeps no other from its turn, and is booked once it can be', async () => {
  const [bad, good] = [await borrower(product, 'AR', 3), await borrower(product, 'AR', 3)];
  await tools.payTwice(bad);
  await tools.payTwice(good);
  const [, due] = await dueDatesOf(product, good);
  await goTo(product, due as CalendarDate);
  const { db } = product.deps;
  const loan = await db
    .selectFrom('loan')
    .select('terms')
    .where('id', '=', bad.loanId)
    .executeTakeFirstOrThrow();
  const setTerms = (terms: unknown) =>
    sql`update loan set terms = ${JSON.stringify(terms)}::jsonb where id = ${bad.loanId}`.execute(db);
  await setTerms({});
  await expect(tools.daysWork('AR')).rejects.toThrow(AggregateError);
  expect(await tools.creditOf(good)).toBe(0);
  await setTerms(loan.terms);
  expect(await tools.creditOf(bad)).toBeGreaterThan(0);
  await tools.daysWork('AR');
  expect(await tools.creditOf(bad)).toBe(0);
});
