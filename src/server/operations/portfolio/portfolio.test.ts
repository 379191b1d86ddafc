import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { LAWS } from '../../../countries/law/laws.ts';
import { addDays, calendarDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos } from '../../../domain/money.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { receivePayment } from '../../loans/books/service.ts';
import { unbound } from '../../loans/default-interest/testing/unbound.ts';
import { loansById, type Loan } from '../../loans/service.ts';
import { goToLoansDueOnSaturday } from '../../servicing/debits/testing/due-days.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { transaction } from '../../platform/database.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { arrearsOf, arrearsOn } from './queries.ts';
import { portfolioOn, RANGE_STARTS, totalsOf } from './service.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  // The last day without surcharge is two days after the first due date.
  await goToLoansDueOnSaturday(product);
});
afterAll(() => product.close());

let payments = 0;
/** Books money whose value date is `day` days after the loan's first due date. */
async function pay(
  one: Borrower,
  day: number,
  amount: number,
  { price, ...more }: { instalments?: number[]; isPayoff?: boolean; price?: Price | undefined },
) {
  const { deps } = product;
  payments += 1;
  const valueDate = addDays(firstDue(one), day);
  const early = price && {
    on: addDays(valueDate, -price.days),
    amount: centavos(Math.ceil(amount * price.share)),
  };
  await transaction(deps.db, (tx) =>
    receivePayment(tx, deps, {
      loanId: one.loanId,
      amount: centavos(amount),
      source: 'portfolio',
      reference: `portfolio-${payments}`,
      valueDate,
      ...(early ? { priced: early } : {}),
      ...more,
    }),
  );
}

/** A part of a payment, or all of it, that counts from some days before. */
interface Price {
  readonly days: number;
  readonly share: number;
}

const loans = new Map<number, Loan>();
function loanOf({ loanId }: Borrower): Loan {
  const loan = loans.get(loanId);
  if (!loan) throw new Error('the loan is there');
  return loan;
}
const firstDue = (one: Borrower) => calendarDate(loanOf(one).conditions.schedule.rows[0]?.dueDate ?? '');
const instalmentOf = (one: Borrower) => loanOf(one).conditions.schedule.instalment;

async function borrowers(country: CountryCode, count: number, instalments: number): Promise<Borrower[]> {
  const all = await Promise.all(Array.from({ length: count }, () => borrower(product, country, instalments)));
  for (const loan of await loansById(
    product.deps.db,
    all.map(({ loanId }) => loanId),
  ))
    loans.set(loan.id, loan);
  return all;
}

const idsOf = (some: readonly Loan[]) => new Set(some.map(({ id }) => id));

async function standing(one: Borrower, date: CalendarDate) {
  const [loan] = await loansById(product.deps.db, [one.loanId]);
  if (!loan) throw new Error('the loan is there');
  return loanStanding(loan.conditions, loan.payments, date);
}

const payment = fc.record({
  day: fc.integer({ min: -25, max: 120 }),
  /** Of an instalment: a little, most of it, which reaches the capital, or several. */
  share: fc.oneof(
    fc.double({ min: 0.001, max: 0.1, noNaN: true }),
    fc.double({ min: 0.6, max: 2.5, noNaN: true }),
  ),
  chosen: fc.option(fc.subarray([1, 2, 3, 4], { minLength: 1 }), { nil: undefined }),
  price: fc.option(fc.record({ days: fc.integer({ min: 1, max: 3 }), share: fc.constantFrom(0.3, 1, 1) }), {
    nil: undefined,
  }),
});

describe('the standing computed by the database', () => {
  test.each(['AR', 'UY'] as const)(
    '%s: is the one computed from schedule, payments and date',
    async (country) => {
      const all = await borrowers(country, 5, 4);
      const histories = fc.sample(fc.array(payment, { maxLength: 7 }), { numRuns: all.length, seed: 20_261 });
      for (const [index, one] of all.entries())
        for (const { day, share, chosen, price } of histories[index] ?? []) {
          const meant = chosen ? { instalments: chosen } : {};
          await pay(one, day, Math.ceil(share * instalmentOf(one)), { ...meant, price });
        }
      const ids = all.map(({ loanId }) => loanId);
      // Every other one as versions made it that knew no ceiling and no end of default interest.
      const before = LAWS[country].defaultInterest ? ids.filter((_id, index) => index % 2 === 0) : [];
      for (const loanId of before) await unbound(product.deps.db, loanId);
      const stored = await loansById(product.deps.db, ids);
      const withCredit = idsOf(stored.filter(({ creditSince }) => creditSince !== null));
      expect(withCredit.size).toBeGreaterThan(0);
      expect(withCredit.size).toBeLessThan(all.length);
      const isSplit = ({ amount, priced }: Loan['payments'][number]) =>
        priced !== undefined && priced.amount < amount;
      const split = idsOf(stored.filter((loan) => loan.payments.some((each) => isSplit(each))));
      const summed = stored.filter(({ id }) => !withCredit.has(id) && !split.has(id));
      expect(summed.some((loan) => loan.payments.some(({ priced }) => priced !== undefined))).toBe(true);
      let overdueSeen = 0;
      let linesSeen = 0;
      for (const day of [-20, 0, 1, 2, 3, 30, 31, 32, 33, 45, 75, 100, 130, 400, 729, 730, 760, 900]) {
        const sums = new Map<number, { overdue: number; principal: number }>();
        const add = (daysLate: number, overdue: number, principal: number) => {
          const from = RANGE_STARTS.findLast((first) => first <= daysLate) ?? 0;
          const so = sums.get(from) ?? { overdue: 0, principal: 0 };
          sums.set(from, { overdue: so.overdue + overdue, principal: so.principal + principal });
        };
        for (const one of all) {
          const date = addDays(firstDue(one), day);
          const rows = await arrearsOf(product.deps.db, date, ids);
          const found = rows.find(({ loan_id }) => loan_id === one.loanId);
          const expected = await standing(one, date);
          if (expected.overdue > 0) overdueSeen += 1;
          const { daysLate, overdue, outstanding, isSettled } = expected;
          if (!isSettled) add(daysLate, overdue, outstanding.principal);
          // Settled with what was paid: in force no more, so it may be left out. Loans that have had money in favour
          // are left to the rules themselves, as are those with a payment that counts from two days from then on.
          if ((isSettled || split.has(one.loanId)) && !found) continue;
          expect(found, `${country} ${date}`).toEqual(
            withCredit.has(one.loanId)
              ? undefined
              : { loan_id: one.loanId, days_late: daysLate, principal: outstanding.principal, overdue },
          );
        }
        // The whole report, with those computed one by one.
        const date = addDays(firstDue(all[0] as Borrower), day);
        const lines = (await portfolioOn(product.deps.db, date)).filter((line) => line.country === country);
        linesSeen += lines.length;
        expect(lines.map(({ from, overdue, principal }) => ({ from, overdue, principal }))).toEqual(
          lines.map(({ from }) => ({ from, overdue: 0, principal: 0, ...sums.get(from) })),
        );
      }
      expect(overdueSeen).toBeGreaterThan(20);
      expect(linesSeen).toBeGreaterThan(5);
    },
  );

  test('the report counts every loan once, those planned anew too', async () => {
    const { db } = product.deps;
    const [late, planned] = await borrowers('AR', 2, 3);
    if (!late || !planned) throw new Error('there are two');
    const date = addDays(firstDue(late), 40);
    const before = totalsOf(await portfolioOn(db, date)).get('ARS');
    // Too little to close the loan: it lowers the capital, and the rest is planned anew.
    await pay(planned, -10, 200_000, { isPayoff: true });
    expect(await arrearsOf(db, date, [planned.loanId])).toEqual([]);
    const after = totalsOf(await portfolioOn(db, date)).get('ARS');
    expect(after?.loans).toBe(before?.loans);
    const { outstanding } = await standing(planned, date);
    const [loan] = await loansById(db, [planned.loanId]);
    expect((before?.principal ?? 0) - (after?.principal ?? 0)).toBe(
      (loan?.principal ?? 0) - outstanding.principal,
    );
    const lines = await portfolioOn(db, date);
    expect(await portfolioOn(db, date, 4)).toEqual(lines);
    expect(lines.filter(({ country, from }) => country === 'AR' && from === 31)).toHaveLength(1);
  });

  test('never compares each row with each other, whatever number of rows the database expects', async () => {
    const nodes = await transaction(product.deps.db, async (tx) => {
      // Whatever can be done by loops is.
      for (const other of ['hashjoin', 'mergejoin', 'seqscan'])
        await sql.raw(`set local enable_${other} = off`).execute(tx);
      const { rows } = await sql<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>`
        explain (format json) ${arrearsOn(calendarDate('2027-01-01'), { after: 0, upTo: 1_000_000 })}`.execute(
        tx,
      );
      return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
    });
    expect(nodes.length).toBeGreaterThan(5);
    // A loop that looks up by an index has no filter over pairs.
    const compared = nodes.flatMap((node) =>
      node['Node Type'] === 'Nested Loop' ? [node['Join Filter']] : [],
    );
    expect(compared.filter((filter) => filter !== undefined)).toEqual([]);
  });
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Join Filter'?: string;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
