import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDate } from '../../../countries/local-time.ts';
import { addDays, calendarDate } from '../../../domain/calendar-date.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { auditedWrites } from '../../staff/testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
let treasury: StaffMember;
let head: StaffMember;
let audit: ReturnType<typeof auditedWrites>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [treasury, head] = [await signInAs(product, 'treasury'), await signInAs(product, 'head')];
  audit = auditedWrites(product);
}, 60_000);
afterAll(() => product.close());

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { timeout: 20_000 }).toBe(true);
}

const retries = { reason_code: 'cause-gone', reason: 'El proveedor volvió' };
type Listed = Record<string, string> & { id: string; version: number };

describe('the work of the day', () => {
  const days = async (query: Record<string, string> = {}) =>
    (await treasury.call('GET /api/staff/operation/days', { query })).body.result as Listed[];
  const runOf = async (job: string, country: CountryCode) =>
    (await days({ country })).find((each) => each['job'] === job);
  const run = (job: string, country: CountryCode, by = treasury) =>
    by.call('POST /api/staff/operation/days/{job}/run', {
      params: { job },
      body: { country, ...retries },
    });

  test.each(['AR', 'UY'] as const)('in %s runs when a person asks, and says what it did', async (country) => {
    expect(await runOf('credits', country)).toMatchObject({ state: 'to-come', runnable: true });
    // What has to run before has not.
    expect((await run('debits', country)).body.code).toBe('day_not_yet');
    await audit.write(treasury, 'POST /api/staff/operation/days/{job}/run', {
      params: { job: 'credits' },
      body: { country, ...retries },
    });
    await until(async () => (await runOf('credits', country))?.['state'] === 'done');
    expect((await run('credits', country)).body.code).toBe('day_done');
    expect((await run('ledger-check', country)).status).toBe(200);
    await until(async () => (await runOf('ledger-check', country))?.['state'] === 'done');
    const check = await runOf('ledger-check', country);
    expect(JSON.parse(check!['did'] ?? '{}')).toMatchObject({ unbalanced: 0 });
    expect(check).toMatchObject({ alarming: false, runnable: true });
  });

  test('that failed says why, and a check that finds something is red', async () => {
    const { db, clock } = product.deps;
    const day = (await days({ country: 'UY' }))[0]?.['day'] ?? '';
    const row = { country: 'UY' as const, day: calendarDate(day), started_at: clock.now() };
    await db
      .insertInto('daily_run')
      .values([
        { ...row, job: 'debit-announcements', failure: 'Error: no answer' },
        {
          ...row,
          job: 'seal-check',
          country: 'AR',
          finished_at: clock.now(),
          did: JSON.stringify({ broken: 1 }),
        },
      ])
      .execute();
    expect(await runOf('debit-announcements', 'UY')).toMatchObject({
      state: 'failed',
      failure: 'Error: no answer',
      runnable: true,
    });
    const { body } = await treasury.call('GET /api/staff/operation');
    expect(body.checks).toContainEqual(expect.objectContaining({ job: 'seal-check', alarming: true }));
    expect(body.days).toBe((await days({ wrong: '1' })).length);
  });
});

test('what waits is counted for the countries of the person', async () => {
  await borrower(product, 'UY');
  const { body } = await treasury.call('GET /api/staff/operation', { query: { country: 'UY' } });
  for (const each of [...body.messages, ...body.charges, ...body.pay_outs]) expect(each.country).toBe('UY');
});

test('a difference is closed once, by who saw it as it is', async () => {
  const { db, clock } = product.deps;
  const { id } = await db
    .insertInto('reconciliation_difference')
    .values({
      country: 'AR',
      provider: 'card:x',
      key: 'k-1',
      day: calendarDate('2026-11-01'),
      kind: 'amount',
      our_amount: 100_50,
      their_amount: 100_00,
      found_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { body } = await treasury.call('GET /api/staff/operation/differences');
  const row = body.result.find((each: Listed) => each.id === String(id));
  expect(row).toMatchObject({ our_amount: 100.5, their_amount: 100, kind: 'amount' });
  const asked = {
    params: { id: row.id },
    version: row.version,
    body: { reason_code: 'refunded', reason: 'Devuelto a mano' },
  };
  const key = 'POST /api/staff/operation/differences/{id}/close';
  expect((await treasury.call(key, { ...asked, version: 1 })).body.code).toBe('changed_meanwhile');
  await audit.write(treasury, key, asked);
  const late = await head.call(key, asked);
  expect(late.body.message).toMatch(/cerró esta diferencia mientras la mirabas/);
  const closed = await treasury.call('GET /api/staff/operation/differences', { query: { state: 'closed' } });
  expect(closed.body.result[0]).toMatchObject({ id: row.id, note: 'Devuelto a mano' });
});

test('days on which nothing ran are named, also among the faults', async () => {
  await product.advance(5 * 86_400_000);
  treasury = await signInAs(product, 'treasury');
  const today = localDate(product.deps.clock.now(), 'AR');
  const { body } = await treasury.call('GET /api/staff/operation/days', { query: { wrong: '1' } });
  expect(body.idle).toContain(addDays(today, -2));
  expect(body.idle).not.toContain(today);
  for (const day of body.idle)
    expect(
      new Set(body.result.filter((each: Listed) => each['day'] === day).map((each: Listed) => each['state'])),
    ).toEqual(new Set(['missing']));
});

test('every write of these pages left its row of the audit', () => {
  expect(audit.left('/operation/d')).toEqual([]);
});
