import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { holidaysOf } from '../../../countries/holidays.ts';
import { localDate } from '../../../countries/local-time.ts';
import { addBusinessDays, addDays, daysBetween, type CalendarDate } from '../../../domain/calendar-date.ts';
import { bookDueTaxes } from '../../loans/books/service.ts';
import { trialBalance } from '../../loans/ledger/service.ts';
import { listMessages } from '../../messages/service.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { demoLogins, seedDemoCustomers } from './service.ts';
import { LAWS } from '../../../countries/law/laws.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { DEMO_CUSTOMERS: 'on', CONSOLE_URL: consoleUrl } });
});
afterAll(() => product.close());

const loginOf = (country: CountryCode, kind: string) =>
  demoLogins().find((login) => login.country === country && login.kind === kind)!;

async function statusOf(country: CountryCode, kind: string) {
  const body = { document_type: 1, document_number: loginOf(country, kind).documentNumber };
  return (await product.call('POST /api/v3/balance', { country, body })).body.model;
}

async function loansOf(country: CountryCode, kind: string) {
  const { email, password } = loginOf(country, kind);
  const login = await product.call('POST /api/v3/authenticate-new', { country, body: { email, password } });
  expect(login.status).toBe(200);
  const { token } = login.body.result;
  return { token, loans: (await product.call('GET /api/loan', { country, token })).body.result };
}

/** Latest day, up to a given one, on which an instalment could be paid without surcharge. */
function lastDayToPay(country: CountryCode, day: CalendarDate): CalendarDate {
  const isOpen = addBusinessDays(day, 0, holidaysOf(country)) === day;
  return isOpen || day < LAWS[country].payableLaterFrom ? day : lastDayToPay(country, addDays(day, -1));
}

test('nothing of the demo happens later than now', async () => {
  const { rows } = await sql<{ later: number }>`
    select (select count(*) from customer where created_at > ${product.deps.clock.now()})::int
      + (select count(*) from loan where created_at > ${product.deps.clock.now()})::int as later
  `.execute(product.deps.db);
  expect(rows).toEqual([{ later: 0 }]);
});

describe.each(['AR', 'UY'] as const)('demo customers of %s', (country) => {
  test.each([
    ['new', []],
    ['half-done', []],
    ['in-send', ['send']],
    ['current', ['approved']],
    ['delayed-10', ['approved']],
    ['delayed-45', ['approved']],
    ['finished', ['finished']],
    ['canceled', ['canceled']],
    ['membership', ['approved']],
  ])('%s can log in and has the loans %j', async (kind, states) => {
    const { loans } = await loansOf(country, kind);
    expect(loans.map((loan: { state_slug: string }) => loan.state_slug)).toEqual(states);
  });

  test('the new one and the canceled one have an offer, the half-done one goes on where it stopped', async () => {
    for (const kind of ['new', 'half-done', 'canceled']) {
      const { token } = await loansOf(country, kind);
      const { result } = (await product.call('GET /api/v1/clients/credit-ratings', { country, token })).body;
      expect(result.max_amount).toBeGreaterThan(0);
    }
    const { token } = await loansOf(country, 'half-done');
    const { credit_rating } = (await product.call('GET /api/v3/account-new', { country, token })).body.result;
    expect(credit_rating).toMatchObject({
      avatar_verified: 1,
      address_verified: 1,
      contact_data_verified: 0,
    });
  });

  test('the loans stand as their kind says', async () => {
    const current = await statusOf(country, 'current');
    expect(current.installments.map((each: { state_name: string }) => each.state_name)).toEqual([
      'payed',
      'late',
      'pending',
      'pending',
      'pending',
      'pending',
    ]);
    for (const [kind, days] of [
      ['delayed-10', 10],
      ['delayed-45', 45],
    ] as const) {
      const { installments } = await statusOf(country, kind);
      const late = installments.filter((each: { state_name: string }) => each.state_name === 'delayed');
      expect(late[0].payed).toBe(false);
      const today = localDate(product.deps.clock.now(), country);
      const lastDay = lastDayToPay(country, addDays(today, -days));
      expect(late[0].days_late).toBe(daysBetween(lastDay, today));
      expect(late[0].interest_acum_amount).toBeGreaterThan(0);
    }
    expect(await statusOf(country, 'finished')).toMatchObject({ debtfree: true });
    const [member] = (await loansOf(country, 'membership')).loans;
    expect(member.was_created_in_membership).toBe(true);
  });

  test('their messages lead to the site of their country', async () => {
    const { email } = loginOf(country, 'current');
    const site = publicUrlOf(product.deps.config, country);
    const links = (await listMessages(product.deps, email)).flatMap(
      ({ text }) => text.match(/https?:\/\/[^\s/]+/g) ?? [],
    );
    expect(links.length).toBeGreaterThan(0);
    expect(new Set(links)).toEqual(new Set([site]));
  });

  test('the loan in send stays there', async () => {
    const { db } = product.deps;
    const held = await db
      .selectFrom('payout')
      .innerJoin('loan', 'loan.id', 'payout.loan_id')
      .select(['loan.state', 'payout.state as payout', 'is_on_hold'])
      .where('country', '=', country)
      .where('loan.state', '=', 'send')
      .execute();
    expect(held).toEqual([{ state: 'send', payout: 'planned', is_on_hold: true }]);
    const staff = await signInAs(product, 'treasury');
    const { result } = (await staff.call('GET /api/staff/pay-outs', { query: { country, view: 'held' } }))
      .body;
    const order = (await staff.call('GET /api/staff/pay-outs/{id}', { params: { id: result[0].id } })).body
      .result;
    expect(order).toMatchObject({ waits_for: 'hold', hold_reason: expect.stringMatching(/./) });
    expect(order.arrival.date).toBe('');
  });
});

test('a second start makes no customer twice, and the ledger adds up', async () => {
  const count = async () => (await product.deps.db.selectFrom('customer').select('id').execute()).length;
  const before = await count();
  expect(before).toBe(demoLogins().length);
  await seedDemoCustomers(product.deps);
  expect(await count()).toBe(before);
  for (const currency of ['ARS', 'UYU'] as const) {
    const balances = await trialBalance(product.deps.db, currency);
    expect([...balances.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
    expect(balances.get('disbursement-in-transit')).toBeLessThan(0);
  }
});

test.each(['AR', 'UY'] as const)('no tax of %s is taken back by the day’s work', async (country) => {
  const { deps } = product;
  await bookDueTaxes(deps, { country, date: localDate(deps.clock.now(), country) });
  const { rows } = await sql<{ points: number; months: number; negative: number }>`
    select count(*)::int as points, count(distinct (loan_id, instalment, kind))::int as months,
      count(*) filter (where base < 0 or tax < 0)::int as negative
    from tax_points where country = ${country}`.execute(deps.db);
  expect(rows[0]?.points).toBeGreaterThan(10);
  expect(rows).toEqual([{ points: rows[0]?.months, months: rows[0]?.months, negative: 0 }]);
});
