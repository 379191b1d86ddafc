import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { holdTools } from '../../operations/holds/testing/holds.ts';
import { contactHistory } from '../../servicing/collections/service.ts';
import { dueDatesOf, goTo, todayOf } from '../../servicing/debits/testing/debtor.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { creditTools } from '../../servicing/payments/testing/credit-tools.ts';
import { remind } from '../../servicing/reminders/remind.ts';
import { consoleUrl } from '../../staff/testing/console.ts';
import { confirmationOf, payout } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { listMessages } from '../../messages/service.ts';
import { loanByPublicId, loansById } from '../service.ts';
import { changers, changesOf, type Changers } from './testing/changes.ts';

/** Deaths, second loans and jumps of the clock around a loan's changes, its promises and its contacts. */

let product: TestProduct;
let staff: Changers;
let started: number;
beforeAll(async () => {
  product = await startProduct({
    settings: { CONSOLE_URL: consoleUrl, SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '375' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  started = product.deps.clock.now().getTime();
});
afterAll(() => product.close());

type Country = 'AR' | 'UY';

async function goToStart(): Promise<void> {
  await product.advance(started - product.deps.clock.now().getTime());
}

async function lateBy(one: Borrower, days: number) {
  const dues = await dueDatesOf(product, one);
  await goTo(product, addDays(dues[0]!, days));
  staff = await changers(product);
  return changesOf(product, one, staff);
}

const planOf = (today: CalendarDate) =>
  ({
    kind: 'plan',
    instalments: 4,
    first_due_date: addDays(today, 20),
    rate: 0,
    waived: { default_interest: 0, interest: 0, charges: 0, principal: 0 },
    until: addDays(today, 10),
  }) as const;

async function standingOf({ loanId, country }: Borrower) {
  const [loan] = await loansById(product.deps.db, [loanId]);
  return loanStanding(loan!.conditions, loan!.payments, todayOf(product, country));
}

async function customerOf({ loanId }: Borrower): Promise<number> {
  const [loan] = await loansById(product.deps.db, [loanId]);
  return loan!.customerId;
}

async function promise(one: Borrower, amount: number, days: number) {
  const { model } = (await one.person.call('GET /api/v3/payment-help')).body;
  const until = addDays(todayOf(product, one.country), days);
  const body = { loan_id: model.loan_id, amount, until };
  const made = await one.person.call('POST /api/v3/promise', { body });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return until;
}

const caseOf = async (one: Borrower) =>
  (
    await staff.collector.call('GET /api/staff/customers/{id}/collection', {
      params: { id: String(await customerOf(one)) },
    })
  ).body.result;

/** A customer's first loan, reopened by a chargeback, and a second one. */
async function twoLoans(country: Country): Promise<readonly [Borrower, Borrower]> {
  const tools = creditTools(product);
  const first = await borrower(product, country, 3);
  const hash = await tools.closeLoan(first);
  const body = confirmationOf(first.person, { instalments: 1 });
  const confirmed = await product.call('POST /api/v3/finish-new', { ...(await tools.asOwner(first)), body });
  const publicId: string = confirmed.body.result.id;
  await payout(product, publicId);
  const row = await loanByPublicId(product.deps.db, country, publicId);
  await tools.drive(first, 'reverse', hash);
  return [first, { ...first, publicId, loanId: row!.id }];
}

describe('changes of a loan', () => {
  const country = 'UY';

  test('a death stops contacts and what was offered; two people may still let the debt off', async () => {
    await goToStart();
    const one = await borrower(product, country, 3);
    const { change, seen, findings } = await lateBy(one, 40);
    await change(planOf(todayOf(product, country)));
    const holds = await holdTools(product);
    await holds.hold(await holds.idOf(one), 'deceased');
    const own = await one.person.call('GET /api/v3/loan/{id}/changes', { params: { id: one.publicId } });
    expect(own.status).toBe(401);
    const { gate } = await caseOf(one);
    expect(gate.map(({ refused }: { refused: string }) => refused)).toEqual(gate.map(() => 'hold'));
    const params = { id: String(await customerOf(one)) };
    const link = await staff.collector.call('POST /api/staff/customers/{id}/collection/link', { params });
    expect(link.body.refused).toBe('hold');
    await remind(product.deps, { country, date: todayOf(product, country) });
    expect(await contactHistory(product.deps.db, await customerOf(one), 10)).toEqual([]);
    await change({ kind: 'waive', part: 'any', amount: (await seen()).owed.total });
    expect(await seen()).toMatchObject({ state: 'finished', owed: { total: 0 } });
    expect(await findings()).toEqual([]);
  });

  test('a change of one loan leaves the second one as it is', async () => {
    await goToStart();
    const [first, second] = await twoLoans(country);
    const { change, acceptPlan, findings } = await lateBy(second, 40);
    const before = await standingOf(second);
    expect(before.overdue).toBeGreaterThan(0);
    await change(planOf(todayOf(product, country)));
    expect(await acceptPlan()).toMatchObject({ status: 200 });
    expect((await standingOf(second)).overdue).toBe(0);
    expect((await standingOf(first)).overdue).toBeGreaterThan(0);
    // The other is late: the agreement of this one stops no contact about it.
    const found = await caseOf(first);
    expect(found.overdue).toBe((await standingOf(first)).overdue / 100);
    for (const { refused } of found.gate) expect(refused).not.toBe('agreement-kept');
    const untouched = await standingOf(first);
    const [action] = (await changesOf(product, second, staff).seen()).actions;
    await changesOf(product, second, staff).undo(action.id);
    expect(await standingOf(second)).toEqual(before);
    expect(await standingOf(first)).toEqual(untouched);
    expect(await findings()).toEqual([]);
    expect(await changesOf(product, first, staff).findings()).toEqual([]);
  });

  test('a clock that jumps ends what was offered and judges what was promised', async () => {
    await goToStart();
    const one = await borrower(product, country, 3);
    const changes = await lateBy(one, 40);
    const today = todayOf(product, country);
    await changes.change(planOf(today));
    await changes.change({ kind: 'settlement-offer', amount: 1000, until: addDays(today, 5) });
    const { plan, settlement_offers: offers } = await changes.mine();
    await promise(one, 100, 3);
    const accepted = { kind: 'plan', offer: plan.id, digest: plan.figures.digest } as const;
    const given = await changes.code(accepted);

    await goTo(product, addDays(today, 200));
    staff = await changers(product);
    expect((await changes.accept(accepted, given)).status).toBeGreaterThanOrEqual(400);
    expect(await changes.mine()).toMatchObject({ plan: null, settlement_offers: [] });
    const late = await one.person.call('POST /api/v3/loan/{id}/settlement', {
      params: { id: one.publicId },
      body: { kind: 'offer', offer: offers[0].id, total: 1000, payment_method: 'bank-transfer' },
    });
    expect(late.status).toBeGreaterThanOrEqual(400);
    expect((await caseOf(one)).promises).toMatchObject([{ state: 'broken' }]);
    expect(await changes.findings()).toEqual([]);
    // One contact a day, whatever the jobs of the days that were skipped would have sent.
    const contacts = async () => contactHistory(product.deps.db, await customerOf(one), 50);
    const before = (await contacts()).length;
    const date = todayOf(product, country);
    for (let time = 0; time < 2; time += 1) await remind(product.deps, { country, date });
    expect((await contacts()).length - before).toBeLessThanOrEqual(1);
    // The contract's mail may come at any time.
    const reminders = async () =>
      (await listMessages(product.deps, one.person.email)).filter(({ text }) =>
        text.includes('recordatorios:'),
      ).length;
    const mails = await reminders();

    // Back again, as only the sandbox can: the promise runs, and no contact is made twice.
    await goTo(product, addDays(today, 1));
    staff = await changers(product);
    expect((await caseOf(one)).promises).toMatchObject([{ state: 'open' }]);
    await remind(product.deps, { country, date: addDays(today, 1) });
    expect(await reminders()).toBe(mails);
    expect(await changes.findings()).toEqual([]);
  });
});

test('a reversal ends although an undone waiver left money missing that had moved on twice', async () => {
  await goToStart();
  const one = await borrower(product, 'AR', 3);
  const changes = await lateBy(one, 10);
  const opened: string[] = [];
  for (const [number, method] of [
    [1, 'bank-transfer'],
    [2, 'rapipago'],
    [3, 'rapipago'],
  ] as const)
    opened.push((await one.ask([number], method)).body.result.hash);
  const [first = '', ...others] = opened;
  const tools = creditTools(product);
  await tools.drive(one, 'settle', first);
  await changes.change({ kind: 'waive', part: 'any', amount: (await changes.seen()).owed.total });
  const stateOf = async () => (await loanByPublicId(product.deps.db, 'AR', one.publicId))?.state;
  expect(await stateOf()).toBe('finished');
  await product.deps.db
    .updateTable('offer')
    .set({ expires_at: new Date('2100-01-01') })
    .execute();
  const confirmed = await product.call('POST /api/v3/finish-new', {
    ...(await tools.asOwner(one)),
    body: confirmationOf(one.person, { instalments: 3 }),
  });
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  await payout(product, confirmed.body.result.id);
  // The waived loan needs neither payment, so both move to the new one.
  for (const hash of others) await tools.drive(one, 'settle', hash);
  for (const { id } of (await changes.seen()).actions) await changes.undo(id);
  expect((await standingOf(one)).shortfall).toBeGreaterThan(0);
  await tools.drive(one, 'reverse', first);
  expect(await changes.findings()).toEqual([]);
  expect(await stateOf()).toBe('approved');
});
