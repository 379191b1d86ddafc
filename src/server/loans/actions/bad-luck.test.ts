import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holidaysOf } from '../../../countries/holidays.ts';
import { loanClassesOf } from '../../../countries/law/loan-classes.ts';
import { debitAnnouncedOn } from '../../../countries/law/debits.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { centavos } from '../../../domain/money.ts';
import { loanClass } from '../../../domain/standing/loan-class.ts';
import { totalDues } from '../../../domain/standing/allocation.ts';
import { loanStanding, payoffToPay } from '../../../domain/standing/standing.ts';
import { askForDue, longAgo } from '../../charges/testing/ask.ts';
import { listMessages } from '../../messages/service.ts';
import { transaction } from '../../platform/database.ts';
import { eraseContact } from '../../rights/service.ts';
import { announceDebits } from '../../servicing/debits/announce.ts';
import { attemptDebits } from '../../servicing/debits/attempt.ts';
import { debitsOf, dueDatesOf, goTo, saveCard, todayOf } from '../../servicing/debits/testing/debtor.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { creditTools } from '../../servicing/payments/testing/credit-tools.ts';
import { withdrawalsOf } from '../../servicing/withdrawals/testing/withdrawals.ts';
import { consoleUrl } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { receivePayment } from '../books/service.ts';
import { loansById } from '../service.ts';
import { changers, changesOf, type Changers } from './testing/changes.ts';

/** Bad luck around a loan's changes, through the calls of staff and borrower. */

let product: TestProduct;
let staff: Changers;
let started: number;
beforeAll(async () => {
  product = await startProduct({
    settings: { CONSOLE_URL: consoleUrl, SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  started = product.deps.clock.now().getTime();
});
afterAll(() => product.close());

type Country = 'AR' | 'UY';

async function late(country: Country, days: number) {
  await product.advance(started - product.deps.clock.now().getTime());
  const one = await borrower(product, country, 3);
  const [first] = await dueDatesOf(product, one);
  await goTo(product, addDays(first!, days));
  staff = await changers(product);
  return { one, ...changesOf(product, one, staff) };
}

const standingOf = async ({ loanId, country }: Borrower) => {
  const [loan] = await loansById(product.deps.db, [loanId]);
  return loanStanding(loan!.conditions, loan!.payments, todayOf(product, country));
};

async function classOf({ loanId, country }: Borrower) {
  const [loan] = await loansById(product.deps.db, [loanId]);
  const today = todayOf(product, country);
  return loanClass(loan!.conditions, loan!.payments, today, loanClassesOf(country, today));
}

const planOf = (country: Country, more: object = {}) => {
  const today = todayOf(product, country);
  return {
    kind: 'plan',
    instalments: 4,
    first_due_date: addDays(today, 20),
    rate: 0,
    waived: { default_interest: 0, interest: 0, charges: 0, principal: 0 },
    until: addDays(today, 10),
    ...more,
  } as const;
};

const drive = (what: 'settle' | 'reverse', { country }: Borrower, hash: string) =>
  product.call(`POST /sandbox/payments/{hash}/${what}`, { country, params: { hash } });

/** Reports money for the loan's oldest debt, as a network does days later. */
const report = ({ loanId, country }: Borrower, amount: number, daysAgo: number) =>
  transaction(product.deps.db, (tx) =>
    receivePayment(tx, product.deps, {
      loanId,
      amount: centavos(amount),
      source: 'bank-transfer',
      reference: `late-${loanId}-${amount}`,
      valueDate: addDays(todayOf(product, country), -daysAgo),
    }),
  );

describe('a change of a loan', () => {
  const country = 'UY';

  test('a payment under way at the acceptance pays the oldest new row', async () => {
    const { one, change, acceptPlan, findings } = await late(country, 20);
    const asked = (await one.ask([1], 'bank-transfer', { token: one.person.token })).body.result;
    await change(planOf(country));
    expect(await acceptPlan()).toMatchObject({ status: 200 });
    await drive('settle', one, asked.hash);
    const { credit, instalments } = await standingOf(one);
    const [row] = instalments.filter(({ agreement }) => agreement !== null);
    expect(credit).toBe(0);
    expect(row!.paid.principal).toBeGreaterThan(0);
    expect(await findings()).toEqual([]);
  });

  test('money of before the agreement that is reported later lowers the first rows', async () => {
    const { one, change, acceptPlan, findings, seen } = await late(country, 20);
    await change(planOf(country));
    expect(await acceptPlan()).toMatchObject({ status: 200 });
    const { total } = (await seen()).owed;
    await report(one, 50_000, 5);
    const after = (await seen()).owed;
    expect(after.total).toBeLessThanOrEqual(total - 500);
    expect((await standingOf(one)).instalments.find(({ number }) => number === 4)!.total).toBeLessThan(
      (await standingOf(one)).instalments.find(({ number }) => number === 7)!.total + 1,
    );
    expect(await findings()).toEqual([]);
  });

  test('a charge-back after the agreement is a row of its own, due at once', async () => {
    const { one, change, acceptPlan, findings } = await late(country, 5);
    const { hash } = (await one.ask([1], 'bank-transfer', { token: one.person.token })).body.result;
    await drive('settle', one, hash);
    await change(planOf(country));
    expect(await acceptPlan()).toMatchObject({ status: 200 });
    const before = await standingOf(one);
    await drive('reverse', one, hash);
    const after = await standingOf(one);
    const extra = after.instalments.filter(
      ({ number }) => !before.instalments.some((each) => each.number === number),
    );
    expect(extra).toHaveLength(1);
    expect(extra[0]!.total).toBeGreaterThan(0);
    expect(extra[0]!.dueDate <= after.date).toBe(true);
    expect(await findings()).toEqual([]);
  });

  test('an offer paid a day late is an ordinary payment', async () => {
    const { one, seen, change, mine, findings } = await late(country, 40);
    const until = addDays(todayOf(product, country), 2);
    await change({ kind: 'settlement-offer', amount: 1000, until });
    const [offer] = (await mine()).settlement_offers;
    const asked = await one.person.call('POST /api/v3/loan/{id}/settlement', {
      params: { id: one.publicId },
      body: { kind: 'offer', offer: offer.id, total: 1000, payment_method: 'bank-transfer' },
    });
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    await goTo(product, addDays(until, 1));
    Object.assign(staff, await changers(product));
    await drive('settle', one, asked.body.result.hash);
    expect(await seen()).toMatchObject({ state: 'approved' });
    const { credit, instalments } = await standingOf(one);
    expect(credit).toBe(0);
    expect(instalments.some(({ paid }) => paid.defaultInterest > 0)).toBe(true);
    expect(await findings()).toEqual([]);
  });

  test('an offer that costs as much as closing is neither shown nor sold', async () => {
    const { one, change, mine } = await late(country, 40);
    const until = addDays(todayOf(product, country), 5);
    await change({ kind: 'settlement-offer', amount: 1000, until });
    const [offer] = (await mine()).settlement_offers;
    const buy = async () =>
      one.person.call('POST /api/v3/loan/{id}/settlement', {
        params: { id: one.publicId },
        body: { kind: 'offer', offer: offer.id, total: 1000, payment_method: 'bank-transfer' },
      });
    await report(one, payoffToPay(await standingOf(one)) - 100_001, 0);
    const [left] = (await mine()).settlement_offers;
    expect(left).toMatchObject({ remaining: 1000, saved: 0.01 });
    await report(one, 1, 0);
    expect((await mine()).settlement_offers).toEqual([]);
    expect((await buy()).body.code).toBe('settlement_over');
  });

  test('money in favour pays before the agreement moves the rest', async () => {
    const { one, change, mine, acceptPlan, findings } = await late(country, -5);
    const first = (await standingOf(one)).instalments[0]!.total;
    await report(one, first + 30_000, 0);
    await change(planOf(country));
    const { owed } = (await mine()).plan.figures;
    expect(await acceptPlan()).toMatchObject({ status: 200 });
    const { credit, payoffTotal } = await standingOf(one);
    expect(credit).toBe(0);
    expect(payoffTotal).toBe(Math.round(owed.total * 100));
    expect(await findings()).toEqual([]);
  });

  test('two of the staff at once: one change, the other has to look again', async () => {
    const { ask, seen } = await late(country, 10);
    const today = todayOf(product, country);
    const { version } = await seen();
    const pause = { kind: 'pause', from: addDays(today, 1), to: addDays(today, 3) } as const;
    const answers = await Promise.all([ask(pause, { version }), ask(pause, { version }, staff.head)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await seen()).actions).toHaveLength(1);
  });

  test('a class rises by rows paid on time, not by the plan', async () => {
    const { one, change, acceptPlan, seen } = await late(country, 45);
    expect(await seen()).toMatchObject({ days_late: expect.any(Number), class: 2 });
    await change(planOf(country));
    expect(await acceptPlan()).toMatchObject({ status: 200 });
    expect(await seen()).toMatchObject({ days_late: 0, class: 2 });
    for (const held of [2, 1]) {
      const { instalments } = await standingOf(one);
      const [next] = instalments.filter(({ settledOn, isReplaced }) => settledOn === null && !isReplaced);
      await goTo(product, next!.dueDate);
      const { hash } = (await one.ask([next!.number], 'bank-transfer')).body.result;
      await drive('settle', one, hash);
      expect(await classOf(one)).toBe(held);
    }
  });

  test('an agreement that is undone leaves no trace', async () => {
    const { one, change, acceptPlan, seen, undo, findings } = await late(country, 20);
    const before = await standingOf(one);
    await change(planOf(country));
    expect(await acceptPlan()).toMatchObject({ status: 200 });
    await undo((await seen()).actions[0].id);
    expect(await standingOf(one)).toEqual(before);
    expect((await one.balance()).installments.map(({ number }: { number: number }) => number)).toEqual([
      1, 2, 3,
    ]);
    expect(await findings()).toEqual([]);
  });

  test('a loan in withdrawal takes no change', async () => {
    await product.advance(started - product.deps.clock.now().getTime());
    staff = await changers(product);
    const withdrawals = withdrawalsOf(product);
    const one = await borrower(product, country, 3);
    const { ask } = changesOf(product, one, staff);
    const { link } = await withdrawals.request(one.person);
    expect((await withdrawals.confirm(one.person, link)).status).toBe(200);
    expect((await ask({ kind: 'accelerate' })).body.code).toBe('change_withdrawn');
    expect((await ask({ kind: 'waive', part: 'any', amount: 10 })).body.code).toBe('change_withdrawn');
  });

  test('an erased customer hears of nothing more', async () => {
    const { one, change, undo, seen } = await late(country, 10);
    await change({ kind: 'sued' });
    const [loan] = await loansById(product.deps.db, [one.loanId]);
    await transaction(product.deps.db, (tx) => eraseContact(tx, product.deps, loan!.customerId));
    const count = async () => (await listMessages(product.deps, one.person.email)).length;
    await undo((await seen()).actions[0].id);
    // A contract being typeset meanwhile is still addressed to them.
    await expect.poll(count).toBe(0);
  });
});

test('a debit announced for a replaced instalment is not made; the new one has its own', async () => {
  await product.advance(started - product.deps.clock.now().getTime());
  const one = await borrower(product, 'AR', 3);
  await saveCard(one.person);
  const [first] = await dueDatesOf(product, one);
  const announcedOn = debitAnnouncedOn(first!, holidaysOf('AR'));
  await goTo(product, announcedOn);
  staff = await changers(product);
  const { quote, accept, mine } = changesOf(product, one, staff);
  const runDay = async () => {
    const day = { country: 'AR', date: todayOf(product) } as const;
    await announceDebits(product.deps, day);
    await attemptDebits(product.deps, day);
  };
  await runDay();
  expect(await debitsOf(product, one)).toMatchObject([{ instalment: 1, state: 'announced' }]);
  const day = Number(first!.slice(8)) > 20 ? 3 : 25;
  const { digest } = await quote(day);
  expect(await accept({ kind: 'due-day', day, digest })).toMatchObject({ status: 200 });
  expect((await mine()).due_day.day).toBe(day);
  for (let ahead = 1; ahead <= 40; ahead += 1) {
    await goTo(product, addDays(announcedOn, ahead));
    await runDay();
  }
  const debits = await debitsOf(product, one);
  expect(debits[0]).toMatchObject({ instalment: 1, state: 'skipped' });
  expect(debits[1]).toMatchObject({ instalment: 4 });
  expect((await creditTools(product).creditOf(one)) === 0).toBe(true);
});

test('a plan of default interest alone is debited', async () => {
  const { one, change, acceptPlan } = await late('AR', 20);
  await saveCard(one.person);
  const rest = { default_interest: 0, interest: 1e6, charges: 1e6, principal: 1e7 };
  await change(planOf('AR', { instalments: 2, waived: rest }));
  expect(await acceptPlan()).toMatchObject({ status: 200 });
  const [row] = (await standingOf(one)).instalments.filter(({ agreement }) => agreement !== null);
  expect(row!.total).toBe(row!.carried.defaultInterest + row!.carried.defaultInterestTax);
  await goTo(product, debitAnnouncedOn(row!.dueDate, holidaysOf('AR')));
  await announceDebits(product.deps, { country: 'AR', date: todayOf(product) });
  expect(await debitsOf(product, one)).toMatchObject([{ instalment: row!.number, state: 'announced' }]);
});

test('a debit of a plan that was undone, whose answer was lost, is booked once it is found', async () => {
  const { one, change, acceptPlan, findings } = await late('AR', 20);
  await saveCard(one.person, 'lost');
  await change(planOf('AR'));
  expect(await acceptPlan()).toMatchObject({ status: 200 });
  const [row] = (await standingOf(one)).instalments.filter(({ agreement }) => agreement !== null);
  await goTo(product, debitAnnouncedOn(row!.dueDate, holidaysOf('AR')));
  await announceDebits(product.deps, { country: 'AR', date: todayOf(product) });
  const [announced] = await debitsOf(product, one);
  await goTo(product, announced!.attempt_on);
  await attemptDebits(product.deps, { country: 'AR', date: todayOf(product) });
  const [sent] = await debitsOf(product, one);
  expect(sent).toMatchObject({ instalment: row!.number, state: 'charging' });
  staff = await changers(product);
  const again = changesOf(product, one, staff);
  await again.undo((await again.seen()).actions[0].id);
  await longAgo(product.deps);
  await askForDue(product.deps);
  await expect.poll(async () => (await debitsOf(product, one))[0]?.state).toBe('approved');
  expect(await one.collected()).toBe(sent!.amount);
  expect(await findings()).toEqual([]);
});

test('a debit sent before the plan was accepted pays its oldest row', async () => {
  const { one, change, acceptPlan, findings } = await late('AR', 20);
  await change(planOf('AR'));
  expect(await acceptPlan()).toMatchObject({ status: 200 });
  await transaction(product.deps.db, (tx) =>
    receivePayment(tx, product.deps, {
      loanId: one.loanId,
      instalments: [1],
      amount: centavos(5000),
      source: 'instalment-debit',
      reference: `debit-${one.loanId}`,
      valueDate: todayOf(product),
    }),
  );
  const { credit, instalments } = await standingOf(one);
  const [row] = instalments.filter(({ agreement }) => agreement !== null);
  expect(credit).toBe(0);
  expect(totalDues(row!.paid)).toBe(5000);
  expect(await findings()).toEqual([]);
});
