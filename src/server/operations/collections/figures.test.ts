import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../domain/calendar-date.ts';
import { centavos, sum } from '../../../domain/money.ts';
import { promiseState } from '../../../domain/promise.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { loansById } from '../../loans/service.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { RANGE_STARTS } from '../portfolio/service.ts';
import { deskOf } from './testing/desk.ts';

let product: TestProduct;
let desk: ReturnType<typeof deskOf>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  desk = deskOf(product);
});
afterAll(() => product.close());

test('contacts, promises kept and broken, and cured customers are counted by person and range', async () => {
  const country = 'AR';
  const debtors = [
    await desk.debtor(country),
    await desk.debtor(country),
    await desk.debtor(country),
  ] as const;
  await desk.later(45);
  const by = await desk.collector();
  const [kept, broken, refused] = debtors;
  const until = addDays(desk.today(country), 1);
  const { overdue } = await desk.open(by, kept);
  for (const [one, amount] of [
    [kept, overdue],
    [broken, 700],
  ] as const)
    await desk.called(by, one, { result: 'promise', promise: { amount, until } });
  await desk.called(by, refused, { result: 'no-answer' });
  expect((await desk.call(by, refused)).body.refused).toBe('day');
  await desk.pay(kept, overdue, desk.today(country));
  await desk.later(2);
  await desk.figures();

  const anew = await signInAs(product, 'auditor');
  const query = { country, days: '7' };
  const {
    result,
    refusals,
    closed_on: closedOn,
  } = (await anew.call('GET /api/staff/collections/figures', { query })).body;
  expect(result).toEqual([
    expect.objectContaining({
      late_from: 1,
      calls: 3,
      mails: 0,
      customers: 3,
      cured: 1,
      promises: 2,
      promised: Math.round((overdue + 700) * 100) / 100,
      kept: 1,
      broken: 1,
    }),
  ]);
  expect(result[0].person).not.toBe('');
  expect(closedOn).toBe(addDays(desk.today(country), -1));
  expect(refusals).toEqual([{ reason: 'day', by_staff: 1, by_jobs: 0 }]);

  const head = await signInAs(product, 'head');
  await head.call('POST /api/staff/step-up/sandbox', { body: {} });
  const file = await head.call('POST /api/staff/lists/{list}/export', {
    params: { list: 'cobranzas-resultados' },
    query,
  });
  expect(String(file.body)).toContain('Cumplidas;No cumplidas;Se pusieron al día');
  const queue = await head.call('POST /api/staff/lists/{list}/export', {
    params: { list: 'cobranzas' },
    query: { country },
  });
  expect(String(queue.body)).toContain('Días × importe × (1 + promesas)');
});

const anyContact = fc.record({
  debtor: fc.nat(2),
  staff: fc.option(fc.nat(1)),
  channel: fc.constantFrom('mail', 'sms', 'whatsapp', 'call'),
  daysAgo: fc.integer({ min: 0, max: 40 }),
  late: fc.option(fc.constantFrom(0, 1, 30, 31, 60, 61, 90, 91, 400)),
});
const anyPromise = fc.record({
  debtor: fc.nat(2),
  contact: fc.option(fc.nat(39)),
  amount: fc.integer({ min: 1, max: 40_000 }),
  daysAgo: fc.integer({ min: 0, max: 40 }),
  days: fc.integer({ min: 0, max: 15 }),
});
const anyPayment = fc.record({
  debtor: fc.nat(2),
  units: fc.integer({ min: 1, max: 300 }),
  daysAgo: fc.integer({ min: 0, max: 40 }),
});

test('any contacts, promises and payments are counted to the centavo, and as of the close', async () => {
  const country = 'UY';
  const { db } = product.deps;
  const debtors = [
    await desk.debtor(country),
    await desk.debtor(country),
    await desk.debtor(country, 12),
  ] as const;
  await desk.later(50);
  const staff = [Number((await desk.collector()).id), Number((await desk.collector()).id)] as const;
  const closed = addDays(desk.today(country), -1);
  const seed = { seed: 29 };
  const contacts = fc.sample(anyContact, { ...seed, numRuns: 40 }).map((each) => ({
    ...each,
    customer: Number(debtors[each.debtor]!.customer),
    day: addDays(closed, -each.daysAgo),
    staffId: each.staff === null ? null : staff[each.staff]!,
  }));
  const ids: number[] = [];
  for (const { debtor, customer, channel, day, staffId, late } of contacts) {
    const { id } = await db
      .insertInto('contact')
      .values({
        country,
        customer_id: customer,
        loan_id: debtors[debtor]!.loanId,
        channel,
        kind: 'call',
        day,
        at: product.deps.clock.now(),
        staff_id: staffId,
        days_late: late,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  const promises = fc.sample(anyPromise, { ...seed, numRuns: 40 }).map((each) => ({
    ...each,
    amount: centavos(each.amount),
    madeOn: addDays(closed, -each.daysAgo),
    until: addDays(closed, each.days - each.daysAgo),
    staffId: each.contact === null ? null : contacts[each.contact]!.staffId,
    range: each.contact === null ? null : rangeOf(contacts[each.contact]!.late),
  }));
  for (const [index, { debtor, contact, amount, madeOn, until, staffId }] of promises.entries())
    await db
      .insertInto('promise')
      .values({
        public_id: `figures-${country}-${index}`,
        country,
        customer_id: Number(debtors[debtor]!.customer),
        loan_id: debtors[debtor]!.loanId,
        amount,
        made_on: madeOn,
        first_until: until,
        until,
        made_at: product.deps.clock.now(),
        staff_id: staffId,
        contact_id: contact === null ? null : ids[contact]!,
      })
      .execute();
  for (const { debtor, units, daysAgo } of fc.sample(anyPayment, { ...seed, numRuns: 25 }))
    await desk.pay(debtors[debtor]!, units, addDays(closed, -daysAgo));
  // After the close: counts with the next one.
  for (const one of debtors) await desk.pay(one, 3000, desk.today(country));
  await desk.close();
  await desk.figures();

  const loans = await loansById(
    db,
    debtors.map(({ loanId }) => loanId),
  );
  const isLate = debtors.map(({ loanId }) => {
    const { conditions, payments } = loans.find(({ id }) => id === loanId)!;
    return loanStanding(conditions, payments, closed).daysLate > 0;
  });
  const paidBy = debtors.map(({ loanId }) =>
    loans.find(({ id }) => id === loanId)!.payments.filter(({ valueDate }) => valueDate <= closed),
  );
  for (const days of [7, 30]) {
    const from = addDays(closed, 1 - days);
    const own = contacts.filter(({ day }) => day >= from);
    const made = promises.filter(({ madeOn }) => madeOn >= from);
    const keys = new Set([
      ...own.map(({ staffId, late }) => `${staffId} ${rangeOf(late)}`),
      ...made.map(({ staffId, range }) => `${staffId} ${range}`),
    ]);
    const expected = [...keys].map((key) => {
      const some = own.filter(({ staffId, late }) => `${staffId} ${rangeOf(late)}` === key);
      const promised = made.filter(({ staffId, range }) => `${staffId} ${range}` === key);
      const of = (...channels: readonly string[]) =>
        some.filter(({ channel }) => channels.includes(channel)).length;
      const people = (all: typeof some) => new Set(all.map(({ customer }) => customer)).size;
      const judged = (state: string) =>
        promised.filter((each) => promiseState(each, paidBy[each.debtor]!, addDays(closed, 1)) === state)
          .length;
      return {
        key,
        calls: of('call'),
        mails: of('mail'),
        texts: of('sms', 'whatsapp'),
        customers: people(some),
        cured: people(some.filter(({ debtor }) => !isLate[debtor])),
        promises: promised.length,
        promised: sum(promised.map(({ amount }) => amount)),
        kept: judged('kept'),
        broken: judged('broken'),
      };
    });
    const stored = await db
      .selectFrom('collection_figure')
      .selectAll()
      .where('country', '=', country)
      .where('days', '=', days)
      .where(({ eb }) => eb.or([eb('staff_id', 'is', null), eb('staff_id', 'in', [...staff])]))
      .execute();
    const shown = stored.map(({ id: _id, country: _country, closed_on: _closed, days: _days, ...row }) => {
      const { staff_id: staffId, late_range: range, ...rest } = row;
      return { key: `${staffId} ${range}`, ...rest };
    });
    const byKey = (a: { key: string }, b: { key: string }) => a.key.localeCompare(b.key);
    expect(shown.toSorted(byKey)).toEqual(expected.toSorted(byKey));
    expect(expected.some(({ kept }) => kept > 0) && expected.some(({ broken }) => broken > 0)).toBe(true);
  }
});

/** Range of days late of a contact; null if it does not state them. */
const rangeOf = (late: number | null) =>
  late === null ? null : RANGE_STARTS.findLastIndex((start) => start <= late);
