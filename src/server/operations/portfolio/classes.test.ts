import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loanClassesOf } from '../../../countries/law/loan-classes.ts';
import { addDays, dayOfMonth, type CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos } from '../../../domain/money.ts';
import { classByDays, loanClass } from '../../../domain/standing/loan-class.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { changers, changesOf } from '../../loans/actions/testing/changes.ts';
import { receivePayment } from '../../loans/books/service.ts';
import { loansById } from '../../loans/service.ts';
import { transaction } from '../../platform/database.ts';
import { dueDatesOf, goTo, todayOf } from '../../servicing/debits/testing/debtor.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { freezeClose } from '../closes/freeze.ts';
import { debtorsOf } from '../debtors/compare.ts';
import { takeSnapshot } from './snapshot.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({
    settings: { ROLE: 'api', CONSOLE_URL: consoleUrl, SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '400' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const countries = ['AR', 'UY'] as const;
type Country = (typeof countries)[number];

let references = 0;
async function pay({ loanId, country }: Borrower, amount: number): Promise<void> {
  references += 1;
  await transaction(product.deps.db, (tx) =>
    receivePayment(tx, product.deps, {
      loanId,
      amount: centavos(amount),
      source: 'classes',
      reference: `classes-${references}`,
      valueDate: todayOf(product, country),
    }),
  );
}

async function loanOf({ loanId }: Borrower) {
  const [loan] = await loansById(product.deps.db, [loanId]);
  if (!loan) throw new Error('the loan is there');
  return loan;
}

/** Pays the oldest unpaid row on its due date. */
async function payNextRow(one: Borrower): Promise<void> {
  const today = todayOf(product, one.country);
  const { conditions, payments } = await loanOf(one);
  const next = loanStanding(conditions, payments, today).instalments.find(
    ({ settledOn, isReplaced }) => settledOn === null && !isReplaced,
  );
  await goTo(product, next!.dueDate);
  const due = loanStanding(conditions, payments, next!.dueDate).instalments.find(
    ({ number }) => number === next!.number,
  );
  await pay(one, due!.toPay);
}

async function acceptPlan(one: Borrower): Promise<void> {
  const changes = changesOf(product, one, await changers(product));
  const today = todayOf(product, one.country);
  await changes.change({
    kind: 'plan',
    instalments: 6,
    first_due_date: addDays(today, 20),
    rate: 0,
    waived: { default_interest: 0, interest: 0, charges: 0, principal: 0 },
    until: addDays(today, 10),
  });
  expect(await changes.acceptPlan()).toMatchObject({ status: 200 });
}

/** Loans of a country: never paid, paid in part, refinanced and late again, refinanced and cured, paid. */
type Cases = Readonly<Record<'late' | 'partly' | 'again' | 'cured' | 'current', Borrower>>;

async function casesOf(country: Country): Promise<Cases> {
  const some = [];
  for (let index = 0; index < 5; index += 1) some.push(await borrower(product, country, 12));
  const [late, partly, again, cured, current] = some;
  return { late: late!, partly: partly!, again: again!, cured: cured!, current: current! };
}

const namesOf = (cases: Cases) => Object.keys(cases) as (keyof Cases)[];

const isMonthEnd = (day: CalendarDate) => dayOfMonth(addDays(day, 1)) === 1;

async function closeMonth(country: Country, month: CalendarDate): Promise<number> {
  const { db } = product.deps;
  await sql`update daily_run set finished_at = now() where finished_at is null`.execute(db);
  const accounting = await signInAs(product, 'accounting');
  const prepared = await accounting.call('POST /api/staff/closes/{country}/{month}/prepare', {
    params: { country, month: month.slice(0, 7) },
    body: {},
  });
  expect(prepared.status, JSON.stringify(prepared.body)).toBe(200);
  const of = () =>
    db
      .selectFrom('closes')
      .select(['id', 'version'])
      .where('country', '=', country)
      .where('month', '=', month)
      .executeTakeFirstOrThrow();
  await freezeClose(db, (await of()).id);
  const { id, version } = await of();
  await accounting.call('POST /api/staff/step-up/sandbox', { body: {} });
  const asked = await accounting.call('POST /api/staff/closes/{id}/close', {
    params: { id: String(id) },
    version,
    body: { reason_code: 'month-end', reason: 'Fin de mes' },
  });
  const head = await signInAs(product, 'head');
  await head.call('POST /api/staff/step-up/sandbox', { body: {} });
  const approved = await head.call('POST /api/staff/approvals/{id}/approve', {
    params: { id: asked.body.approval },
  });
  expect(approved.status, JSON.stringify(approved.body)).toBe(200);
  return id;
}

describe('the class in the daily portfolio', () => {
  const cases = new Map<Country, Cases>();
  const shownByStaff = new Map<number, number>();
  let day: CalendarDate;

  beforeAll(async () => {
    for (const country of countries) cases.set(country, await casesOf(country));
    const [first] = await dueDatesOf(product, cases.get('AR')!.late);
    await goTo(product, addDays(first!, 45));
    for (const { partly, again, cured } of cases.values()) {
      await pay(partly, 100_000);
      await acceptPlan(again);
      await acceptPlan(cured);
    }
    // Both countries' rows fall due on the same days.
    for (const { cured } of cases.values()) await payNextRow(cured);
    for (const { cured } of cases.values()) await payNextRow(cured);
    // Late again by 149 to 180 days: a class that the held one makes worse.
    day = addDays(first!, 214);
    while (!isMonthEnd(day)) day = addDays(day, 1);
    await goTo(product, day);
    for (const { current } of cases.values()) {
      const { conditions, payments } = await loanOf(current);
      await pay(current, loanStanding(conditions, payments, day).overdue);
    }
    const collector = await signInAs(product, 'collector');
    for (const own of cases.values())
      for (const { loanId } of Object.values(own)) {
        const params = { id: String(loanId) };
        const { result } = (await collector.call('GET /api/staff/loans/{id}/changes', { params })).body;
        shownByStaff.set(loanId, result.class);
      }
    await goTo(product, addDays(day, 1));
    for (const country of countries) await takeSnapshot(product.deps.db, country, day);
  }, 120_000);

  test.each(countries)('%s: is that of the rules, with the cure rule', async (country) => {
    const own = cases.get(country)!;
    const rules = loanClassesOf(country, day);
    const classes: Partial<Record<keyof Cases, number>> = {};
    const byDays: typeof classes = {};
    for (const name of namesOf(own)) {
      const { id, conditions, payments } = await loanOf(own[name]);
      const expected = loanClass(conditions, payments, day, rules);
      const { daysLate } = loanStanding(conditions, payments, day);
      const stored = await product.deps.db
        .selectFrom('portfolio_loan')
        .select(['class', 'days_late'])
        .where('day', '=', day)
        .where('loan_id', '=', id)
        .executeTakeFirstOrThrow();
      expect(stored, name).toEqual({ class: expected, days_late: daysLate });
      classes[name] = expected;
      byDays[name] = classByDays(daysLate, rules);
    }
    expect(byDays).toMatchObject({ current: 1, late: 4 });
    // The plan held class 2: new days late count from there, and rows paid on time have cured.
    expect(classes.again).toBeGreaterThan(byDays.again!);
    expect(classes.current).toBe(1);
  });

  test.each(countries)('%s: is that of the close, of the debtor and of the staff’s page', async (country) => {
    const { db } = product.deps;
    const month = addDays(day, 1 - dayOfMonth(day));
    const id = await closeMonth(country, month);
    await debtorsOf(product.deps, country);
    const { rows } = await sql<Record<'loan' | 'portfolio' | 'close' | 'debtor', number>>`
      select p.loan_id as loan, p.class as portfolio, c.class as close, d.class as debtor
      from portfolio_loan p join close_loans c on c.loan_id = p.loan_id and c.close_id = ${id}
        join debtor_figure d on d.close_id = c.close_id and d.customer_id = c.customer_id
      where p.day = ${day} and p.country = ${country}`.execute(db);
    expect(rows).toHaveLength(5);
    for (const { loan, portfolio, close, debtor } of rows)
      expect([close, debtor, shownByStaff.get(loan)]).toEqual([portfolio, portfolio, portfolio]);
  });

  test.each(countries)(
    '%s: adds up to the portfolio by days late, and leads to its loans',
    async (country) => {
      const accounting = await signInAs(product, 'accounting');
      await accounting.call('POST /api/staff/step-up/sandbox', { body: {} });
      const { portfolio, classes } = (
        await accounting.call('GET /api/staff/figures', { query: { country, days: '90' } })
      ).body;
      type Line = { day: string; late_from?: number; loans: number; principal: number; overdue: number };
      const sumOf = (lines: readonly Line[]) =>
        lines
          .filter((line) => line.day === day && line.late_from !== -1)
          .reduce(
            (so, { loans, principal, overdue }) => [
              so[0]! + loans,
              so[1]! + Math.round(principal * 100),
              so[2]! + Math.round(overdue * 100),
            ],
            [0, 0, 0],
          );
      expect(sumOf(classes)).toEqual(sumOf(portfolio));
      for (const each of classes.filter((line: Line) => line.day === day)) {
        const query = { country, source: 'class', day, part: String(each.class) };
        const { result } = (await accounting.call('GET /api/staff/figures/rows', { query })).body;
        expect(result).toHaveLength(each.loans);
        expect(result.every((row: { class: number }) => row.class === each.class)).toBe(true);
      }
      const unknown = { country, source: 'class', day, part: '6' };
      expect((await accounting.call('GET /api/staff/figures/rows', { query: unknown })).body.result).toEqual(
        [],
      );
      const whole = { country, source: 'class', day };
      expect(
        (await accounting.call('GET /api/staff/figures/rows', { query: whole })).body.result,
      ).toHaveLength(5);
      const file = await accounting.call('POST /api/staff/figures/export', {
        query: { table: 'classes', country },
      });
      expect(String(file.body)).toContain('Día;Clase;Préstamos;Capital;Vencido');
    },
  );
});
