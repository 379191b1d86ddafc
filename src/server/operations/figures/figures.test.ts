import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import { addDays, dayOfMonth, type CalendarDate } from '../../../domain/calendar-date.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { bookDueCredits, receivePayment } from '../../loans/books/service.ts';
import { loansById } from '../../loans/service.ts';
import { transaction } from '../../platform/database.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { auditedWrites } from '../../staff/testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { takeSnapshot } from '../portfolio/snapshot.ts';
import { countIn, figureDays } from './figures.ts';

let product: TestProduct;
let accounting: StaffMember;
let audit: ReturnType<typeof auditedWrites>;
const borrowers: Partial<Record<CountryCode, Borrower[]>> = {};
const dayMs = 86_400_000;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  audit = auditedWrites(product);
  for (const country of ['AR', 'UY'] as const) {
    const some = [await borrower(product, country), await borrower(product, country)];
    await pay(some[0]!);
    borrowers[country] = some;
  }
  accounting = await signInAs(product, 'accounting');
}, 60_000);
afterAll(() => product.close());

/** The first instalment of a loan, paid today. */
async function pay({ loanId, country }: Borrower): Promise<void> {
  const { deps } = product;
  const [loan] = await loansById(deps.db, [loanId]);
  await transaction(deps.db, (tx) =>
    receivePayment(tx, deps, {
      loanId,
      amount: loan!.conditions.schedule.instalment,
      source: 'figures',
      reference: `figures-${loanId}`,
      valueDate: today(country),
    }),
  );
}

const today = (country: CountryCode): CalendarDate => localDate(product.deps.clock.now(), country);
const figuresOf = async (country: CountryCode, by = accounting) =>
  (await by.call('GET /api/staff/figures', { query: { country } })).body;
type Figure = { day: string; figure: string; part: string; count: number; amount: number };
type Range = { day: string; late_from: number; loans: number; principal: number; overdue: number };

const units = (centavos: number) => centavos / 100;
const sumOf = (rows: readonly { amount: number }[]) =>
  rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);

/** Total movements of a ledger account, optionally up to a value date. */
async function ledgerOf(country: CountryCode, account: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(e.amount), 0)::bigint as sum from ledger_entry e
    join ledger_transaction t on t.id = e.transaction_id where t.country = ${country} and e.account = ${account}
  `.execute(product.deps.db);
  return rows[0]?.sum ?? 0;
}

describe.each(['AR', 'UY'] as const)('the figures of the day in %s', (country) => {
  test('match the ledger to the centavo, and link to the rows behind them', async () => {
    const { days } = await figuresOf(country);
    const all = days as Figure[];
    const moneyIn = all.filter(({ figure }) => figure === 'money-in');
    expect(sumOf(moneyIn)).toBe(await ledgerOf(country, 'collections'));
    expect(sumOf(moneyIn)).toBeGreaterThan(0);
    const payouts = all.filter(({ figure }) => figure === 'pay-out');
    expect(sumOf(payouts)).toBe(-(await ledgerOf(country, 'bank')));
    const confirmed = all.find(({ part, day }) => part === 'confirmed' && day === today(country));
    expect(confirmed).toMatchObject({ figure: 'application', count: 2 });
    expect(all.find(({ part }) => part === 'approved')?.count).toBeGreaterThanOrEqual(2);
    for (const { figure: source, part, day, count, amount } of all) {
      const { body } = await accounting.call('GET /api/staff/figures/rows', {
        query: { country, source, day, part },
      });
      expect(body.result, `${source} ${part}`).toHaveLength(count);
      const rows = body.result as { amount: number | null }[];
      expect(units(rows.reduce((sum, row) => sum + Math.round((row.amount ?? 0) * 100), 0))).toBe(amount);
    }
  });
});

describe.each(['AR', 'UY'] as const)('the figures of days that closed in %s', (country) => {
  beforeAll(async () => {
    if (country === 'AR') await product.advance(45 * dayMs);
    accounting = await signInAs(product, 'accounting');
    await bookDueCredits(product.deps, { country, date: today(country) });
  });

  test('of the portfolio match the ledger’s principal and the borrowers’ screens', async () => {
    const [one, other] = borrowers[country]!;
    const { db } = product.deps;
    const day = addDays(today(country), -1);
    expect(await takeSnapshot(db, country, day)).toEqual({ loans: 2, late: 1 });
    // Safe to repeat.
    await takeSnapshot(db, country, day);
    const { portfolio } = await figuresOf(country);
    const ranges = (portfolio as Range[]).filter((each) => each.day === day);
    const principal = ranges.reduce((sum, each) => sum + Math.round(each.principal * 100), 0);
    expect(principal).toBe(await ledgerOf(country, 'principal-receivable'));
    const rows: { name: string; days_late: number; overdue: number }[] = [];
    for (const { late_from: from, loans } of ranges) {
      const { body } = await accounting.call('GET /api/staff/figures/rows', {
        query: { country, source: 'portfolio', day, part: String(from) },
      });
      expect(body.result).toHaveLength(loans);
      rows.push(...body.result);
    }
    for (const who of [one!, other!]) {
      const row = rows.find(({ name }) => who.publicId.startsWith(name));
      const [loan] = await loansById(db, [who.loanId]);
      const standing = loanStanding(loan!.conditions, loan!.payments, day);
      expect(row).toMatchObject({ days_late: standing.daysLate, overdue: units(standing.overdue) });
    }
  });

  test('of days that closed are written once and stay', async () => {
    const { db } = product.deps;
    const [job] = figureDays({ db });
    await job?.run({ country, date: today(country) });
    const before = await figuresOf(country);
    await job?.run({ country, date: today(country) });
    expect(await figuresOf(country)).toEqual(before);
    const rows = await db.selectFrom('day_figure').selectAll().where('country', '=', country).execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ day }) => day < today(country))).toBe(true);
  });

  test('of months are vintages and rolls from one end to the next', async () => {
    const { db } = product.deps;
    const monthEnd = (date: CalendarDate) => addDays(date, -dayOfMonth(date));
    const end = monthEnd(today(country));
    const before = monthEnd(end);
    await takeSnapshot(db, country, before);
    await takeSnapshot(db, country, end);
    const { body } = await accounting.call('GET /api/staff/figures/months', { query: { country } });
    const vintage = body.vintages.find((each: { day: string }) => each.day === end);
    const { rows } = await sql<{ granted: number }>`
      select sum(principal)::bigint as granted from loan where country = ${country} and interest_from <= ${end}`.execute(
      db,
    );
    expect(vintage).toMatchObject({ loans: 2, granted: units(rows[0]?.granted ?? 0) });
    const rolled = body.rolls.filter((each: { day: string }) => each.day === end);
    expect(rolled.reduce((sum: number, { loans }: { loans: number }) => sum + loans, 0)).toBe(2);
    // Month-end snapshots survive when a later day is written; other days do not.
    const kept = await db
      .selectFrom('portfolio_loan')
      .select('day')
      .distinct()
      .where('country', '=', country)
      .execute();
    expect(kept.map(({ day }) => day)).toContain(end);
  });
});

test('a table is exported as CSV, audited, by roles that allow it', async () => {
  const asked = { query: { table: 'portfolio', country: 'AR' } };
  const file = await audit.write(accounting, 'POST /api/staff/figures/export', asked);
  expect(String(file.body)).toContain('Día;Atraso desde;Préstamos;Capital;Vencido');
  const analyst = await signInAs(product, 'analyst');
  expect((await analyst.call('POST /api/staff/figures/export', asked)).body.code).toBe('permission');
  expect((await figuresOf('UY', analyst)).currency).toBe('UYU');
  const agent = await signInAs(product, 'agent');
  expect((await agent.call('GET /api/staff/figures', { query: { country: 'AR' } })).status).toBe(403);
  expect(audit.left('/figures/')).toEqual([]);
});

test('payments that came in are counted once, when they came', () => {
  const figure = 'money-in';
  const earlier = { figure, part: 'payment-moved', count: 2, amount: -500 };
  const identified = { figure, part: 'abitab', count: 2, amount: 500 };
  expect(countIn([earlier, identified])).toBe(0);
  const unknown = { figure, part: 'payment-unidentified', count: 3, amount: 900 };
  const reversed = { figure, part: 'payment-reversed', count: 1, amount: -100 };
  expect(countIn([unknown, earlier, identified, reversed])).toBe(3);
});
