import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { holidaysOf } from '../../../countries/holidays.ts';
import { debitAnnouncedOn, debitAttemptOn } from '../../../countries/law/debits.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { askForDue, longAgo } from '../../charges/testing/ask.ts';
import type { Dependencies } from '../../dependencies.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { announceDebits } from './announce.ts';
import { attemptDebits } from './attempt.ts';
import { copiesOf } from './testing/copies.ts';
import { debtor, dueDatesOf, goTo, todayOf } from './testing/debtor.ts';

/**
 * docs/security.md#daily-work: the day's debits killed anywhere and run again come to the same as one run.
 */

const count = 250;

let product: TestProduct;
let due: CalendarDate;
beforeAll(async () => {
  // No worker beside this test, which would ask for the debits that it leaves without an answer.
  // One batch of a hundred at a time, so that the n-th lot is always the same one.
  product = await startProduct({ settings: { ROLE: 'api', CARD_CONCURRENCY: '100' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  const model = await debtor(product);
  await copiesOf(product, model, count - 1);
  due = (await dueDatesOf(product, model))[0]!;
}, 60_000);
beforeEach(() => vi.restoreAllMocks());
afterAll(() => product.close());

class Killed extends Error {}

/** The process dies when it enqueues its n-th lot of messages or jobs: in the middle of that transaction. */
function dyingAt(lot: number): Dependencies {
  let lots = 0;
  const countLot = () => {
    lots += 1;
    if (lots === lot) throw new Killed();
  };
  const { jobs } = product.deps;
  return {
    ...product.deps,
    jobs: {
      send: (...given) => jobs.send(...given),
      sendMany: async (...given) => {
        countLot();
        await jobs.sendMany(...given);
      },
      wake: (...given) => {
        countLot();
        jobs.wake(...given);
      },
    },
  };
}

const day = () => ({ country: 'AR', date: todayOf(product) }) as const;

async function tally() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from instalment_debit where state = 'announced')::int as announced,
      (select count(*) from instalment_debit where state = 'charging')::int as charging,
      (select count(*) from instalment_debit where state = 'approved')::int as approved,
      (select count(*) from payment where source = 'instalment-debit')::int as payments,
      (select count(distinct loan_id) from payment where source = 'instalment-debit')::int as loans,
      (select count(*) from payment_report where outcome = 'exact')::int as reports,
      (select coalesce(max(submissions), 0) from sandbox_payment)::int as submissions,
      (select count(*) from message where channel = 'email' and recipient like 'copia%')::int as mails,
      (select count(*) from payment_request_instalment where is_open)::int as open_instalments,
      (select coalesce(sum(amount), 0) from payment)::bigint as paid,
      (select coalesce(sum(amount), 0) from payment_allocation)::bigint as allocated,
      (select coalesce(sum(amount), 0) from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
        where account = 'collections' and kind = 'payment-received')::bigint as collected
  `.execute(product.deps.db);
  return rows[0] ?? {};
}

describe('debits', () => {
  test('are announced once each, whenever the run dies', async () => {
    await goTo(product, debitAnnouncedOn(due, holidaysOf('AR')));
    await expect(announceDebits(dyingAt(2), day())).rejects.toThrow(Killed);
    expect((await tally())['announced']).toBe(100);
    await announceDebits(product.deps, day());
    await announceDebits(product.deps, day());
    expect(await tally()).toMatchObject({ announced: count, mails: count - 1 });
  });

  test('are charged and booked once each, whenever the run dies', async () => {
    await goTo(product, debitAttemptOn(due, holidaysOf('AR')));
    // Charged, and dead before the results of the second hundred were booked.
    await expect(attemptDebits(dyingAt(2), day())).rejects.toThrow(Killed);
    expect(await tally()).toMatchObject({ approved: 100, charging: 100, announced: 50, payments: 100 });
    // Reserved, and the gateway heard of none.
    await attemptDebits(unreachable(), day());
    expect(await tally()).toMatchObject({ approved: 100, charging: 150, announced: 0 });
    await attemptDebits(product.deps, day());
    expect(await askForDue(product.deps)).toBe(0);
    await longAgo(product.deps);
    // Two workers at once, as after a restart.
    await Promise.all([askForDue(product.deps), askForDue(product.deps)]);
    const after = await tally();
    expect(after).toMatchObject({
      approved: count,
      charging: 0,
      payments: count,
      loans: count,
      reports: count,
      submissions: 1,
      mails: 2 * (count - 1),
      open_instalments: 0,
    });
    expect(after['allocated']).toBe(after['paid']);
    expect(after['collected']).toBe(after['paid']);
    await attemptDebits(product.deps, day());
    expect(await tally()).toEqual(after);
  }, 60_000);

  test('take few statements each', async () => {
    const [, second] = await duesOf();
    await goTo(product, debitAnnouncedOn(second as CalendarDate, holidaysOf('AR')));
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    // Leaves out the statements of the simulated gateway.
    const asked = () => queries.mock.calls.filter((call) => !JSON.stringify(call).includes('sandbox')).length;
    await announceDebits(product.deps, day());
    const announcing = asked();
    await goTo(product, debitAttemptOn(second as CalendarDate, holidaysOf('AR')));
    queries.mockClear();
    await attemptDebits(product.deps, day());
    const attempting = asked();
    expect((await tally())['approved']).toBe(2 * count);
    expect(announcing / count).toBeLessThan(1);
    expect(attempting / count).toBeLessThan(1);
  }, 60_000);
});

test('as many charges are under way as the setting allows', async () => {
  const [, , third] = await duesOf();
  await goTo(product, debitAnnouncedOn(third as CalendarDate, holidaysOf('AR')));
  await announceDebits(product.deps, day());
  await goTo(product, debitAttemptOn(third as CalendarDate, holidaysOf('AR')));
  const { config, ports } = product.deps;
  const { approved = 0 } = await tally();
  let underWay = 0;
  let most = 0;
  const charge: typeof ports.cardPayments.charge = async (given) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await pause(500);
    underWay -= 1;
    return ports.cardPayments.charge(given);
  };
  await attemptDebits(
    {
      ...product.deps,
      config: { ...config, CARD_CONCURRENCY: 200 },
      ports: { ...ports, cardPayments: { ...ports.cardPayments, charge } },
    },
    day(),
  );
  expect((await tally())['approved']).toBe(approved + count);
  expect(most).toBeGreaterThan(100);
  expect(most).toBeLessThanOrEqual(200);
}, 60_000);

async function duesOf(): Promise<string[]> {
  const rows = await product.deps.db
    .selectFrom('instalment')
    .select('due_date')
    .distinct()
    .orderBy('due_date')
    .execute();
  return rows.map(({ due_date }) => due_date);
}

/** None of the charges reaches the gateway. */
function unreachable(): Dependencies {
  const { deps } = product;
  const cardPayments = { ...deps.ports.cardPayments, charge: () => Promise.reject(new Killed()) };
  return { ...deps, ports: { ...deps.ports, cardPayments } };
}
