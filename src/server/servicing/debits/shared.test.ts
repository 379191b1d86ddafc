import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { holidaysOf } from '../../../countries/holidays.ts';
import { debitAnnouncedOn, debitAttemptOn } from '../../../countries/law/debits.ts';
import { askForDue, longAgo } from '../../charges/testing/ask.ts';
import type { Dependencies } from '../../dependencies.ts';
import { dailyKind, startDays } from '../../platform/work/daily.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { announceDebits } from './announce.ts';
import { debitDays } from './jobs.ts';
import { copiesOf } from './testing/copies.ts';
import { debtor, dueDatesOf, goTo, todayOf } from './testing/debtor.ts';

/** docs/operations.md#the-work-of-a-day: the debits of a day are attempted by every worker process. */

const count = 350;

let product: TestProduct;
let dues: Awaited<ReturnType<typeof dueDatesOf>>;
beforeAll(async () => {
  // No worker beside this test; each of its processes takes one batch of a hundred at a time.
  product = await startProduct({ settings: { ROLE: 'api', CARD_CONCURRENCY: '100' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  const model = await debtor(product);
  await copiesOf(product, model, count - 1);
  dues = await dueDatesOf(product, model);
}, 60_000);
afterAll(() => product.close());
const stops: (() => Promise<void>)[] = [];
let instalment = 0;
beforeEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  instalment += 1;
  const due = dues[instalment - 1];
  if (!due) throw new Error('there is another instalment');
  await goTo(product, debitAnnouncedOn(due, holidaysOf('AR')));
  await announceDebits(product.deps, day());
  await goTo(product, debitAttemptOn(due, holidaysOf('AR')));
  await sql`insert into daily_run (job, country, day) values ('debits', 'AR', ${day().date})`.execute(
    product.deps.db,
  );
});

const day = () => ({ country: 'AR', date: todayOf(product) }) as const;

/** A process that has the run of the day. */
const havingIt = (deps: Dependencies) => () =>
  dailyKind(deps, debitDays(deps)).run({ ...day(), job: 'debits' });

/** One that looks what there is to be done. */
function besideIt(deps: Dependencies): void {
  stops.push(startDays({ ...deps, config: { ...deps.config, DAILY_EVERY_SECONDS: 1 } }, debitDays(deps)));
}

/** A process whose charges are counted, each after `first`. */
function counted(first: () => Promise<void>) {
  const { ports } = product.deps;
  const charged: string[] = [];
  const charge: typeof ports.cardPayments.charge = async (order) => {
    charged.push(order.reference);
    await first();
    return ports.cardPayments.charge(order);
  };
  const cardPayments = { ...ports.cardPayments, charge };
  return { charged, deps: { ...product.deps, ports: { ...ports, cardPayments } } };
}

async function states() {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from instalment_debit where instalment = ${instalment} group by 1`.execute(
    product.deps.db,
  );
  return Object.fromEntries(rows.map(({ state, count: found }) => [state, found]));
}

async function run() {
  const { rows } = await sql<{ did: Record<string, number>; is_done: boolean }>`
    select did, finished_at is not null as is_done from daily_run
    where job = 'debits' and country = 'AR' and day = ${day().date}`.execute(product.deps.db);
  return rows[0];
}

const submissions = async () => {
  const { rows } = await sql<{
    most: number;
  }>`select max(submissions)::int as most from sandbox_payment`.execute(product.deps.db);
  return rows[0]?.most;
};

test('are shared by the processes, each charged once, and the run ends when all are attempted', async () => {
  const other = counted(() => Promise.resolve());
  const one = counted(async () => {
    await expect.poll(() => other.charged.length, { timeout: 20_000 }).toBeGreaterThan(0);
  });
  besideIt(other.deps);
  await havingIt(one.deps)();
  const all = [...one.charged, ...other.charged];
  expect(new Set(all).size).toBe(count);
  expect(all).toHaveLength(count);
  expect(await run()).toEqual({ did: { charges: count }, is_done: true });
  expect((await states())['announced']).toBeUndefined();
  await expect.poll(states, { timeout: 20_000 }).toEqual({ approved: count });
  expect(await submissions()).toBe(1);
}, 60_000);

test('of a worker that was killed are gone on with by the others, and what they did is counted', async () => {
  const { jobs } = product.deps;
  const dying = () => {
    throw new Error('killed');
  };
  // Dies when it books the first hundred.
  const killed = havingIt({
    ...product.deps,
    jobs: { send: (...given) => jobs.send(...given), sendMany: async () => dying(), wake: dying },
  });
  await expect(killed()).rejects.toThrow('killed');
  expect(await states()).toEqual({ charging: 100, announced: count - 100 });
  expect(await run()).toEqual({ did: { charges: 100 }, is_done: false });
  besideIt(product.deps);
  await expect.poll(states, { timeout: 20_000 }).toEqual({ charging: 100, approved: count - 100 });
  expect((await run())?.is_done).toBe(false);
  await havingIt(product.deps)();
  expect(await run()).toEqual({ did: { charges: count }, is_done: true });
  await longAgo(product.deps);
  await askForDue(product.deps);
  expect(await states()).toEqual({ approved: count });
  expect(await submissions()).toBe(1);
}, 60_000);

test('are left to the others by a process that stops', async () => {
  await sql`update daily_run set started_at = now() where job = 'debits' and day = ${day().date}`.execute(
    product.deps.db,
  );
  let stopping: Promise<unknown> | undefined;
  const other = counted(async () => {
    stopping ??= Promise.all(stops.splice(0).map((stop) => stop()));
  });
  besideIt(other.deps);
  await expect.poll(() => stopping !== undefined, { timeout: 20_000 }).toBe(true);
  await stopping;
  expect(await states()).toEqual({ approved: 100, announced: count - 100 });
  await havingIt(product.deps)();
  expect(await states()).toEqual({ approved: count });
}, 60_000);
