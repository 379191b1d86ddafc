import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos, sum } from '../../../domain/money.ts';
import { sumTaxed, taxPoints, type TaxPoint } from '../../../domain/tax-points.ts';
import { loanStanding, totalOf } from '../../../domain/standing/standing.ts';
import { transaction } from '../../platform/database.ts';
import { contradictingSums } from '../../operations/loan-audit/sums.ts';
import { behindTheBack } from '../../operations/seals/testing/behind-the-back.ts';
import { dueDatesOf, goTo, todayOf } from '../../servicing/debits/testing/debtor.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { withdrawalsOf } from '../../servicing/withdrawals/testing/withdrawals.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { applyAction, undoAction } from '../actions/apply.ts';
import { findingsOf } from '../actions/testing/findings.ts';
import { bookDueTaxes, correctBooks, receivePayment, reversePayment } from '../books/service.ts';
import { loanBalance } from '../ledger/service.ts';
import { loansById, lockDelivery, recordNeverPaid, type Loan } from '../service.ts';
import { taxPointsOf } from './service.ts';
import { testCountry } from '../../../countries/testing/test-country.ts';

/** docs/product/books.md#booked-as-a-difference */

let product: TestProduct;
let started: number;
beforeAll(async () => {
  product = await startProduct({ settings: { SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  started = product.deps.clock.now().getTime();
});
afterAll(() => product.close());
beforeEach(() => product.advance(started - product.deps.clock.now().getTime()));

type Country = 'AR' | 'UY';

const work = (country: Country, deps = product.deps) =>
  bookDueTaxes(deps, { country, date: todayOf(product, country) });

async function loanOf({ loanId }: Pick<Borrower, 'loanId'>): Promise<Loan> {
  const [loan] = await loansById(product.deps.db, [loanId]);
  return loan!;
}

let reports = 0;
const pay = ({ loanId }: Borrower, amount: number, valueDate: CalendarDate, more: object = {}) =>
  transaction(product.deps.db, (tx) =>
    receivePayment(tx, product.deps, {
      loanId,
      amount: centavos(amount),
      source: 'bank-transfer',
      reference: `tax-${(reports += 1)}`,
      valueDate,
      ...more,
    }),
  );

const reverse = ({ country }: Borrower, paymentId: number) =>
  transaction(product.deps.db, (tx) =>
    reversePayment(tx, product.deps, {
      paymentId,
      source: 'bank-transfer',
      reportId: `back-${paymentId}`,
      reason: 'network',
      reversedOn: todayOf(product, country),
    }),
  );

async function act({ loanId }: Borrower, body: Parameters<typeof applyAction>[2]['body']): Promise<number> {
  const about = { reasonCode: 'error', reason: 'Prueba', requestedBy: 'ana', approvedBy: 'juan' };
  const done = await transaction(product.deps.db, (tx) =>
    applyAction(tx, product.deps, { loanId, body, ...about, isNotified: false }),
  );
  if (!done.ok) throw new Error(JSON.stringify(done));
  return done.value.id;
}

async function taxOf({ loanId }: Pick<Borrower, 'loanId'>) {
  const ledger = await loanBalance(product.deps.db, loanId);
  const points = await taxPointsOf(product.deps.db, [loanId]);
  return {
    receivable: ledger.get('tax-receivable') ?? 0,
    payable: 0 - (ledger.get('tax-payable') ?? 0),
    points: sum(points.map(({ tax }) => tax)),
    bases: sum(points.filter(({ kind }) => kind !== 'origination').map(({ base }) => base)),
    rows: points.map(({ instalment, kind, tax, taxDate }) => `${taxDate} ${instalment} ${kind} ${tax}`),
  };
}

/** Restores the books of the previous release, which taxed only the tax that a payment reached. */
async function bookAsBefore(loanId: number): Promise<void> {
  const { db } = product.deps;
  await behindTheBack(
    db,
    'tax_points',
    `update tax_points set tax = 0
    where loan_id = ${loanId} and kind <> 'origination'`,
  );
  await behindTheBack(
    db,
    'ledger_entry',
    `delete from ledger_entry e using ledger_transaction t
    where t.id = e.transaction_id and t.loan_id = ${loanId} and t.kind = 'payment-received'
      and e.account in ('tax-receivable', 'tax-payable')`,
  );
  await behindTheBack(db, 'loan', `update loan set tax_pro_rata = false where id = ${loanId}`);
}

const taxAt = (country: Country, base: number) => Math.round(base * testCountry(country).taxRate);

/** The books agree with themselves, and the points of each day with the rules applied to the whole life. */
async function expectRight(one: Pick<Borrower, 'loanId' | 'country'>): Promise<void> {
  expect(await findingsOf(product, one.loanId)).toEqual([]);
  const { loanId, country } = one;
  const named = await contradictingSums(product.deps.db, country, { after: loanId - 1, upTo: loanId });
  expect(named).toEqual([]);
  const { payable, points } = await taxOf(one);
  expect(points).toBe(payable);
  const { conditions, originationFee, payments } = await loanOf(one);
  const delivered = conditions.schedule.payoutDate;
  const wanted = taxPoints(
    { conditions, originationFee, rule: 'due-date', isProRata: true },
    { payments, deliveredOn: delivered, undoneOn: null },
    addDays(delivered, -1),
    todayOf(product, country),
  );
  const booked = (await taxPointsOf(product.deps.db, [loanId])).map((each) => ({
    ...each,
    day: each.taxDate,
  }));
  expect(byDay(booked)).toEqual(byDay(wanted));
}

function byDay(points: readonly TaxPoint[]): string[] {
  const days = [...new Set(points.map(({ day }) => day))].toSorted();
  return days.flatMap((day) =>
    sumTaxed(points.filter((each) => each.day === day)).map(
      ({ instalment, kind, base, tax }) => `${day} ${instalment} ${kind} ${base} ${tax}`,
    ),
  );
}

async function originationTax(one: Borrower): Promise<number> {
  const points = await taxPointsOf(product.deps.db, [one.loanId]);
  return sum(points.filter(({ kind }) => kind === 'origination').map(({ tax }) => tax));
}

/** Tax of the first instalment, of which part payments have collected none. */
async function firstTax(one: Borrower): Promise<number> {
  const [row] = (await loanOf(one)).conditions.schedule.rows;
  return row!.tax + row!.feeTax;
}

const owedFor = async (one: Borrower, ...numbers: number[]) => {
  const { conditions, payments } = await loanOf(one);
  return totalOf(loanStanding(conditions, payments, todayOf(product, one.country)), numbers);
};

describe.each(['AR', 'UY'] as const)('%s', (country) => {
  test('tax that falls due is booked by the day’s work, once, whoever runs it', async () => {
    const one = await borrower(product, country, 3);
    const [first, second] = await dueDatesOf(product, one);
    await goTo(product, addDays(first!, -1));
    await work(country);
    expect(await taxOf(one)).toMatchObject({ receivable: 0 });
    await goTo(product, addDays(second!, 1));
    await Promise.all([work(country), work(country)]);
    await work(country);
    const { schedule } = (await loanOf(one)).conditions;
    const due = sum(schedule.rows.slice(0, 2).map(({ tax, feeTax }) => sum([tax, feeTax])));
    const { receivable, rows } = await taxOf(one);
    expect(receivable).toBe(due);
    expect(rows.filter((row) => / interest /.test(row))).toEqual([
      `${first} 1 interest ${schedule.rows[0]!.tax}`,
      `${second} 2 interest ${schedule.rows[1]!.tax}`,
    ]);
    await expectRight(one);
    // The payment reduces the tax receivable; the only tax it adds is on default interest.
    const { payable } = await taxOf(one);
    await pay(one, await owedFor(one, 1), todayOf(product, country));
    const after = await taxOf(one);
    expect(after.receivable).toBe(sum([schedule.rows[1]!.tax, schedule.rows[1]!.feeTax]));
    const own = (await taxPointsOf(product.deps.db, [one.loanId])).filter(
      ({ kind }) => kind === 'default-interest',
    );
    expect(after.payable - payable).toBe(sum(own.map(({ tax }) => tax)));
    await expectRight(one);
  });

  test('a payment before the due date is a point of its day; a late report keeps its tax date', async () => {
    const one = await borrower(product, country, 3);
    const [first] = await dueDatesOf(product, one);
    const early = addDays(first!, -5);
    await goTo(product, addDays(first!, 3));
    await work(country);
    const { receivable } = await taxOf(one);
    await pay(one, (await owedFor(one, 1)) - 500, early);
    const { rows } = await taxOf(one);
    expect(rows.some((row) => row.startsWith(`${early} 1 interest`))).toBe(true);
    expect((await taxOf(one)).receivable).toBeLessThan(receivable);
    await expectRight(one);
    const { paymentId } = await pay(one, 1000, addDays(first!, -9));
    await expectRight(one);
    await reverse(one, paymentId);
    await expectRight(one);
  });

  test('a waiver of taxed interest, and its end, an agreement and money in favour', async () => {
    const one = await borrower(product, country, 3);
    const [first, second] = await dueDatesOf(product, one);
    await goTo(product, addDays(first!, 8));
    await work(country);
    const before = await taxOf(one);
    const id = await act(one, { kind: 'waive', amount: centavos(300), instalment: 1, component: 'tax' });
    expect(await taxOf(one)).toMatchObject({
      points: before.points - 300,
      receivable: before.receivable - 300,
    });
    await expectRight(one);
    await transaction(product.deps.db, (tx) =>
      undoAction(tx, product.deps, {
        loanId: one.loanId,
        actionId: id,
        reasonCode: 'error',
        reason: 'Prueba',
        requestedBy: 'ana',
        approvedBy: 'juan',
      }),
    );
    expect(await taxOf(one)).toMatchObject({ points: before.points, receivable: before.receivable });
    await expectRight(one);
    await pay(one, (await owedFor(one, 1, 2)) + 700, todayOf(product, country), { instalments: [1] });
    await expectRight(one);
    await goTo(product, addDays(second!, 2));
    await work(country);
    await expectRight(one);
  });

  test('of a finished loan it is what was paid; closing takes back what was paid ahead', async () => {
    const one = await borrower(product, country, 3);
    const [first] = await dueDatesOf(product, one);
    await pay(one, await owedFor(one, 3), todayOf(product, country), { instalments: [3] });
    await goTo(product, addDays(first!, 2));
    await work(country);
    await pay(one, 90_000_000, todayOf(product, country), { isPayoff: true });
    const { receivable, payable, points, rows } = await taxOf(one);
    expect([receivable, points - payable]).toEqual([0, 0]);
    expect(rows.some((row) => / 3 interest -/.test(row))).toBe(true);
    await expectRight(one);
    // The next day that is stored may be one on which nothing falls due any more.
    await goTo(product, addDays(first!, 90));
    await work(country);
    expect((await loanOf(one)).taxDueOn).toBeNull();
    await expectRight(one);
  });

  test('a withdrawn loan, and one that was never delivered, have none', async () => {
    const withdrawals = withdrawalsOf(product);
    const one = await borrower(product, country, 3);
    await work(country);
    await pay(one, 5000, todayOf(product, country));
    const { link } = await withdrawals.request(one.person);
    await withdrawals.confirm(one.person, link);
    const { delivered } = await loanOf(one);
    const back = await pay(one, delivered - 5000, todayOf(product, country));
    expect(await loanOf(one)).toMatchObject({ state: 'canceled' });
    expect(await taxOf(one)).toMatchObject({ receivable: 0, payable: 0, points: 0 });
    expect(await findingsOf(product, one.loanId)).toEqual([]);
    await reverse(one, back.paymentId);
    const { points, payable } = await taxOf(one);
    expect(points).toBe(payable);
    expect(await findingsOf(product, one.loanId)).toEqual([]);

    const never = await borrower(product, country, 3);
    const [first] = await dueDatesOf(product, never);
    await goTo(product, addDays(first!, 1));
    await work(country);
    expect((await taxOf(never)).receivable).toBeGreaterThan(0);
    await transaction(product.deps.db, async (tx) => {
      const payout = await lockDelivery(tx, never.loanId);
      if (!payout) throw new Error('there is no payout');
      await recordNeverPaid(tx, product.deps, payout);
    });
    expect(await taxOf(never)).toMatchObject({ receivable: 0, payable: 0, points: 0 });
    expect(await findingsOf(product, never.loanId)).toEqual([]);
  });

  test('loans from before get their points with their first booking, each with its own tax date', async () => {
    const [paid, open] = [await borrower(product, country, 3), await borrower(product, country, 3)];
    const [first] = await dueDatesOf(product, paid);
    const day = addDays(first!, -2);
    await goTo(product, day);
    await pay(paid, 4000, day);
    for (const { loanId } of [paid, open]) {
      await bookAsBefore(loanId);
      for (const table of ['invoice_point', 'tax_points'])
        await behindTheBack(product.deps.db, table, `delete from ${table} where loan_id = ${loanId}`);
      await behindTheBack(
        product.deps.db,
        'loan',
        `update loan set tax_rule = null, tax_due_on = '1970-01-01' where id = ${loanId}`,
      );
    }
    expect(await findingsOf(product, paid.loanId)).toEqual([]);
    await goTo(product, addDays(first!, 4));
    // Its next change books tax at payment; the day's work the rest.
    await pay(paid, 500, day);
    expect((await loanOf(paid)).taxRule).toBe('payment');
    expect(await findingsOf(product, paid.loanId)).toEqual([]);
    await work(country);
    for (const one of [paid, open]) {
      expect((await loanOf(one)).taxRule).toBe('due-date');
      await expectRight(one);
    }
  });

  test('a part payment has the rate of its interest, in one part or in many', async () => {
    const [one, other] = [await borrower(product, country, 3), await borrower(product, country, 3)];
    const [first] = await dueDatesOf(product, one);
    const day = addDays(first!, -4);
    await goTo(product, day);
    await work(country);
    await pay(one, 3000, day);
    for (const part of [1, 1200, 1199, 600]) await pay(other, part, day);
    for (const each of [one, other]) {
      const { receivable, bases } = await taxOf(each);
      expect([receivable, bases]).toEqual([taxAt(country, 3000), 3000]);
      await expectRight(each);
    }
    await goTo(product, addDays(first!, 1));
    await work(country);
    for (const each of [one, other]) {
      expect((await taxOf(each)).receivable).toBe(await firstTax(each));
      await expectRight(each);
    }
  });

  test('a loan that taxes what the money reached keeps its points until its next booking', async () => {
    const [paid, due] = [await borrower(product, country, 3), await borrower(product, country, 3)];
    const [first] = await dueDatesOf(product, paid);
    const day = addDays(first!, -6);
    await goTo(product, day);
    await work(country);
    for (const one of [paid, due]) {
      await pay(one, 3000, day);
      await bookAsBefore(one.loanId);
      expect(await findingsOf(product, one.loanId)).toEqual([]);
    }
    const before = await taxOf(paid);
    await goTo(product, addDays(day, 1));
    await work(country);
    expect(await taxOf(paid)).toEqual(before);
    const small = await pay(paid, 500, todayOf(product, country));
    expect((await taxOf(paid)).receivable).toBe(taxAt(country, 3500));
    await reverse(paid, small.paymentId);
    expect((await taxOf(paid)).receivable).toBe(taxAt(country, 3000));
    await goTo(product, addDays(first!, 1));
    await work(country);
    for (const one of [paid, due]) {
      expect(await findingsOf(product, one.loanId)).toEqual([]);
      expect(await loanOf(one)).toMatchObject({ isTaxProRata: true });
      expect((await taxOf(one)).receivable).toBe(await firstTax(one));
    }
    // Booked points stay; the rest of the instalment adds the missing tax.
    const rows = (await taxOf(due)).rows.filter((row) => / 1 (interest|fee) /.test(row));
    expect(rows.filter((row) => row.startsWith(day)).map((row) => row.split(' ').at(-1))).toEqual(['0']);
  });

  test('until two people have confirmed it, production taxes payments alone', async () => {
    const one = await borrower(product, country, 3);
    const [first] = await dueDatesOf(product, one);
    await goTo(product, addDays(first!, 3));
    const production = { ...product.deps, config: { ...product.deps.config, SANDBOX: false } };
    await work(country, production);
    await pay(one, 6000, todayOf(product, country));
    // No money reaches capital, so the remainder after interest and charges is tax collected.
    const { receivable, payable, points, bases } = await taxOf(one);
    const tax = points - (await originationTax(one));
    expect([receivable, points - payable]).toEqual([tax - (6000 - bases), 0]);
    expect(Math.abs(tax - taxAt(country, bases))).toBeLessThanOrEqual(1);
    expect(await findingsOf(product, one.loanId)).toEqual([]);
    await work(country);
    expect((await taxOf(one)).receivable).toBeGreaterThan(receivable);
    await expectRight(one);
    await work(country, production);
    expect((await taxOf(one)).receivable).toBe(receivable);
    expect(await findingsOf(product, one.loanId)).toEqual([]);
    await work(country);
    await expectRight(one);
  });

  test('a point put in by hand is found, by the sums and by the audit, and corrected', async () => {
    const one = await borrower(product, country, 3);
    const [first] = await dueDatesOf(product, one);
    await goTo(product, addDays(first!, 1));
    await work(country);
    await behindTheBack(
      product.deps.db,
      'tax_points',
      `update tax_points set tax = tax + 1 where id = (
          select max(id) from tax_points where loan_id = ${one.loanId} and kind = 'interest')`,
    );
    expect(await findingsOf(product, one.loanId)).toMatchObject([{ kind: 'tax', subject: '1 interest' }]);
    const { loanId } = one;
    expect(await contradictingSums(product.deps.db, country, { after: loanId - 1, upTo: loanId })).toEqual([
      loanId,
    ]);
    expect(await correctBooks(product.deps, loanId)).toMatchObject({ isInFavour: true });
    await expectRight(one);
    expect(await correctBooks(product.deps, loanId)).toBeUndefined();
  });
});

test('a worker that dies in the middle leaves whole loans, and the next run books the rest', async () => {
  const some = await Promise.all([1, 2, 3].map(() => borrower(product, 'AR', 3)));
  const [first] = await dueDatesOf(product, some[0]!);
  await goTo(product, addDays(first!, 1));
  for (let dieAt = 2; ; dieAt += 1) {
    let statements = 0;
    const db = product.deps.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        if (statements >= dieAt) throw new Error('killed');
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const died = await work('AR', { ...product.deps, db }).then(
      () => false,
      () => true,
    );
    for (const { loanId } of some) expect(await findingsOf(product, loanId)).toEqual([]);
    if (!died) break;
  }
  for (const one of some) await expectRight(one);
});

test('a loan that cannot be booked does not block the others', async () => {
  const [broken, whole] = [await borrower(product, 'UY', 3), await borrower(product, 'UY', 3)];
  const [first] = await dueDatesOf(product, whole);
  await goTo(product, addDays(first!, 1));
  const rate = (value: string) =>
    behindTheBack(
      product.deps.db,
      'loan',
      `update loan set terms = jsonb_set(terms, '{taxRate}', '"${value}"') where id = ${broken.loanId}`,
    );
  await rate('?');
  await expect(work('UY')).rejects.toThrow(AggregateError);
  await expectRight(whole);
  await rate('0.22');
  await work('UY');
  await expectRight(broken);
});
