import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDate } from '../../../countries/local-time.ts';
import { addDays, addMonthsAnchored } from '../../../domain/calendar-date.ts';
import { monthName } from '../../../words/figures.ts';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { freezeClose } from './freeze.ts';
import { lastMonthOver, obstaclesOf } from './obstacles.ts';

let product: TestProduct;
let accounting: StaffMember;
let head: StaffMember;
const countries = ['AR', 'UY'] as const;
type Country = (typeof countries)[number];

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  for (const country of countries) await borrower(product, country, 4);
});
afterAll(() => product.close());

async function signIn() {
  accounting = await signInAs(product, 'accounting');
  head = await signInAs(product, 'head');
  // Daily work that the moved clock skipped is no obstacle of this test.
  await sql`update daily_run set finished_at = now() where finished_at is null`.execute(product.deps.db);
}

const prepare = (country: Country, month: string) =>
  accounting.call('POST /api/staff/closes/{country}/{month}/prepare', {
    params: { country, month: month.slice(0, 7) },
    body: {},
  });
const listed = async (country: Country) =>
  (await accounting.call('GET /api/staff/closes', { query: { country } })).body;

/** Prepares a month of a country. @returns its close */
async function prepared(country: Country, month: string) {
  expect((await prepare(country, month)).body).toMatchObject({
    messages: [expect.stringContaining('preparando')],
  });
  const { result } = await listed(country);
  const found = result.find((each: { month: string }) => each.month === month.slice(0, 7));
  await freezeClose(product.deps.db, Number(found.id));
  return found.id as string;
}

async function close(id: string) {
  const { version } = (await accounting.call('GET /api/staff/closes/{id}', { params: { id } })).body.close;
  const body = { reason_code: 'month-end', reason: 'Fin de mes' };
  const asked = await accounting.call('POST /api/staff/closes/{id}/close', { params: { id }, version, body });
  expect(asked.body).toMatchObject({ outcome: 'pending_approval' });
  return head.call('POST /api/staff/approvals/{id}/approve', { params: { id: asked.body.approval } });
}

test('a daily task is an obstacle until it, or that of a later day, has finished', async () => {
  await signIn();
  const { db, clock, config } = product.deps;
  const country = 'UY';
  const month = lastMonthOver(localDate(clock.now(), country));
  const kinds = async () =>
    (await obstaclesOf(db, { clock, config }, country, month)).map(({ kind }) => kind);
  const run = { job: 'seal-check', country } as const;
  await db
    .insertInto('daily_run')
    .values({ ...run, day: month })
    .execute();
  expect(await kinds()).toContain('days');
  await db
    .insertInto('daily_run')
    .values({ ...run, day: addDays(month, 1), finished_at: clock.now() })
    .execute();
  expect(await kinds()).not.toContain('days');
});

test('a month prepared before the first day of the portfolio closes first, and the next one after it', async () => {
  const first = lastMonthOver(localDate(product.deps.clock.now(), 'AR'));
  const second = addMonthsAnchored(first, 1, 1);
  await signIn();
  const ids: Record<string, string> = {};
  for (const country of countries) ids[country] = await prepared(country, first);

  const turned = Date.parse(`${addMonthsAnchored(first, 2, 1)}T03:00:00-03:00`);
  await product.advance(turned - product.deps.clock.now().getTime());
  await signIn();
  for (const country of countries) {
    await product.deps.db
      .insertInto('portfolio_day')
      .values({ country, day: second, late_from: 1, loans: 1, overdue: 0, principal: 1 })
      .execute();
    const id = ids[country] ?? '';
    expect((await listed(country)).months).toEqual([{ country, month: first.slice(0, 7), obstacles: [] }]);
    expect((await prepare(country, second)).body).toMatchObject({
      code: 'close_blocked',
      message: `Falta cerrar ${monthName(first)}.`,
    });
    // A month that is prepared may be prepared again before it is closed.
    expect(await prepared(country, first)).toBe(id);
    expect((await close(id)).status).toBe(200);
    expect((await prepare(country, first)).body.message).toBe('Este mes ya se cerró.');
    expect((await prepare(country, '2020-01')).body.message).toBe(
      `El primer mes que se cierra es ${monthName(first)}.`,
    );
    expect((await close(await prepared(country, second))).status).toBe(200);
  }
});
