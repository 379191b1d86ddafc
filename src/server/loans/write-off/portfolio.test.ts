import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { centavos } from '../../../domain/money.ts';
import { writtenOffOn } from '../../operations/portfolio/queries.ts';
import { portfolioOn, totalsOf, WRITTEN_OFF } from '../../operations/portfolio/service.ts';
import { takeSnapshot } from '../../operations/portfolio/snapshot.ts';
import { transaction } from '../../platform/database.ts';
import { todayOf } from '../../servicing/debits/testing/debtor.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { cents, creditTools } from '../../servicing/payments/testing/credit-tools.ts';
import { moneyTools } from '../../servicing/payments/testing/money-tools.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { receivePayment } from '../books/service.ts';

/** Written-off loans in the reports, on the customer's page and in the customer's own data. */

let product: TestProduct;
let tools: Awaited<ReturnType<typeof moneyTools>>;
let credit: ReturnType<typeof creditTools>;
const loans = new Map<CountryCode, readonly [writtenOff: Borrower, late: Borrower]>();
beforeAll(async () => {
  product = await startProduct({
    settings: { ROLE: 'api', CONSOLE_URL: consoleUrl, SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  credit = creditTools(product);
  for (const country of ['AR', 'UY'] as const)
    loans.set(country, [await borrower(product, country, 3), await borrower(product, country, 3)]);
  await product.call('POST /sandbox/clock', { body: { advance: 'P215D' } });
  tools = await moneyTools(product);
}, 60_000);
afterAll(() => product.close());

const customerOf = async ({ loanId }: Borrower, by = tools.treasury) => {
  const { customer_id: id } = await product.deps.db
    .selectFrom('loan')
    .select('customer_id')
    .where('id', '=', loanId)
    .executeTakeFirstOrThrow();
  return (await by.call('GET /api/staff/customers/{id}', { params: { id: String(id) } })).body.result;
};

describe.each(['AR', 'UY'] as const)('in %s', (country) => {
  const pair = () => {
    const found = loans.get(country);
    if (!found) throw new Error('the loans are there');
    return found;
  };

  test('the page offers a write-off, and shows it with the clock of negative information', async () => {
    const [one] = pair();
    const [loan] = (await customerOf(one)).loans;
    expect(loan).toMatchObject({ can_write_off: true, write_off: null });
    expect(loan.days_late).toBeGreaterThan(180);
    expect(loan.negative.since).toMatch(/^\d\d-\d\d-\d{4}$/);
    expect(Number(loan.negative.until.slice(-4))).toBe(Number(loan.negative.since.slice(-4)) + 5);
    expect(loan.negative.renewed_until === '').toBe(country === 'AR');
    const asked = await tools.treasury.call('POST /api/staff/money/loans/{id}/write-off', {
      params: { id: loan.id },
      version: loan.books,
      body: {
        file: await tools.evidence(country),
        reason_code: 'not-collectable',
        reason: 'No responde hace meses',
      },
    });
    expect((await tools.approve(tools.accounting, asked.body.approval)).status).toBe(200);
    const [after] = (await customerOf(one)).loans;
    expect(after).toMatchObject({ ...loan, books: expect.any(Number), can_write_off: false, write_off: {} });
    expect(after.write_off).toMatchObject({ recovered: 0, asked_by: expect.any(String) });
    expect(after.write_off.asked_by).not.toBe(after.write_off.approved_by);
    const agent = await signInAs(product, 'agent');
    expect((await customerOf(one, agent)).loans[0]).toMatchObject({ write_off: null });
    const owner = await credit.asOwner(one);
    const own = (await product.call('GET /api/v3/own-data', owner)).body.result;
    expect(own.arrears).toEqual([{ loan: one.publicId, ...loan.negative }]);
  });

  test('the portfolio counts it apart from the day of the write-off on', async () => {
    const [one, other] = pair();
    const { db } = product.deps;
    const today = todayOf(product, country);
    const ids = [one.loanId, other.loanId];
    expect([...(await writtenOffOn(db, today, ids))]).toEqual([one.loanId]);
    const before = await portfolioOn(db, addDays(today, -1));
    expect(before.filter(({ from, ...line }) => line.country === country && from === WRITTEN_OFF)).toEqual(
      [],
    );
    const lines = (await portfolioOn(db, today)).filter((line) => line.country === country);
    const apart = lines.find(({ from }) => from === WRITTEN_OFF);
    const [loan] = (await customerOf(one)).loans;
    expect(apart).toMatchObject({ loans: 1, principal: cents(loan.write_off.amount) });
    const [total] = [...totalsOf(lines).values()];
    expect(total?.loans).toBe(lines.reduce((sum, each) => sum + each.loans, 0) - 1);
    await takeSnapshot(db, country, today);
    const days = await db
      .selectFrom('portfolio_day')
      .select(['late_from', 'loans'])
      .where('country', '=', country)
      .where('day', '=', today)
      .orderBy('late_from')
      .execute();
    expect(days[0]).toEqual({ late_from: WRITTEN_OFF, loans: 1 });
    expect(days.at(-1)).toEqual({ late_from: 91, loans: 1 });
    const classes = await db
      .selectFrom('portfolio_class')
      .select(['class', 'loans'])
      .where('country', '=', country)
      .where('day', '=', today)
      .where('loans', '>', 0)
      .execute();
    expect(classes).toEqual([{ class: 4, loans: 1 }]);
    const rows = async (part: string) =>
      (
        await tools.treasury.call('GET /api/staff/figures/rows', {
          query: { country, source: 'portfolio', day: today, part },
        })
      ).body.result.map(({ id }: { id: string }) => Number(id));
    expect(await rows(String(WRITTEN_OFF))).toEqual([one.loanId]);
    expect(await rows('91')).toEqual([other.loanId]);
  });

  test('the months show what was written off and recovered, and as a file', async () => {
    const [one] = pair();
    const { deps } = product;
    await transaction(deps.db, async (tx) => {
      await receivePayment(tx, deps, {
        loanId: one.loanId,
        amount: centavos(cents((await credit.own(one)).installments[0].amount)),
        source: 'test',
        reference: `recupero-${country}`,
        valueDate: todayOf(product, country),
      });
    });
    const [loan] = (await customerOf(one)).loans;
    expect(loan.write_off.recovered).toBeGreaterThan(0);
    const months = (await tools.treasury.call('GET /api/staff/figures/months', { query: { country } })).body;
    const month = `${todayOf(product, country).slice(0, 7)}-01`;
    const { amount, recovered } = loan.write_off;
    expect(months.write_offs).toEqual([{ month, loans: 1, written_off: amount, undone: 0, recovered }]);
    const file = await tools.treasury.call('POST /api/staff/figures/export', {
      query: { country, table: 'write_offs' },
      body: {},
    });
    expect(file.body).toContain('Mes;Préstamos;Castigado;Deshecho;Recuperado');
    expect(String(file.body).trim().split('\n')).toHaveLength(2);
  });
});
