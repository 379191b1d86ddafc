import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { transaction } from '../database.ts';
import { startDispatcher, type Dispatcher, type RowWork } from './dispatcher.ts';
import { claimRows, leaseSeconds, postponeRow, renewLeases, replayRows, type RowQueue } from './row-queue.ts';

let product: TestProduct;
const running: Dispatcher[] = [];
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await sql`
    create table chore (id bigint generated always as identity primary key, due_at timestamptz default now(),
      tries int not null default 0, given_up_at timestamptz, kind text not null default '', done int not null default 0)
  `.execute(product.deps.db);
});
beforeEach(() => sql`truncate chore restart identity`.execute(product.deps.db));
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(running.splice(0).map((dispatcher) => dispatcher.stop()));
});
afterAll(() => product.close());

const queue: RowQueue = {
  name: 'chores',
  // A table of this test only.
  table: 'chore' as 'message',
  columns: { id: 'id', dueAt: 'due_at', tries: 'tries', givenUpAt: 'given_up_at' },
  isOpen: sql`due_at is not null`,
  policy: { maxTries: 3, retryDelaySeconds: 4, retryDelayMaxSeconds: 6, timeLimitSeconds: 30 },
};
const any = sql`true`;

interface Chore {
  readonly id: number;
  readonly tries: number;
  readonly done: number;
  readonly kind: string;
  readonly is_given_up: boolean;
  /** Seconds until it is due; null when it is not. */
  readonly due_in: number | null;
}

async function chores(): Promise<readonly Chore[]> {
  const { rows } = await sql<Chore>`
    select id, tries, done, kind, given_up_at is not null as is_given_up,
      extract(epoch from due_at - clock_timestamp())::float8 as due_in from chore order by id
  `.execute(product.deps.db);
  return rows;
}

async function addChores(count: number, kind = ''): Promise<void> {
  await sql`insert into chore (kind) select ${kind}::text from generate_series(1, ${count}::int)`.execute(
    product.deps.db,
  );
}

async function finish(id: number) {
  await sql`update chore set done = done + 1, due_at = null where id = ${id}`.execute(product.deps.db);
}

function start(run: RowWork['run'], pools: RowWork['pools'] = [{ where: any, concurrency: 4 }]): Dispatcher {
  const dispatcher = startDispatcher(product.deps.db, product.deps.log, [{ queue, pools, run }]);
  running.push(dispatcher);
  return dispatcher;
}

async function until(isThere: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await isThere())) {
    if (Date.now() > deadline) throw new Error('it did not happen within ten seconds');
    await pause(10);
  }
}
const allDone = async () => (await chores()).every(({ done }) => done > 0);
const endLeases = () =>
  sql`update chore set due_at = now() where due_at is not null`.execute(product.deps.db);

describe('rows that are due', () => {
  test('are run at most so many at a time, without waiting for the next look', async () => {
    await addChores(40);
    let underWay = 0;
    let most = 0;
    const began = performance.now();
    start(async (id) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await pause(10);
      underWay -= 1;
      await finish(id);
    });
    await until(allDone);
    expect(most).toBe(4);
    // Ten rounds; one a second would be ten seconds.
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('are shared by several workers, each run once', async () => {
    await addChores(200);
    const runs: number[][] = [[], []];
    for (const own of runs) {
      start(async (id) => {
        own.push(id);
        await pause(2);
        await finish(id);
      });
    }
    await until(allDone);
    expect((await chores()).every(({ done, tries }) => done === 1 && tries === 1)).toBe(true);
    expect(runs.flat()).toHaveLength(200);
    expect(runs.every(({ length }) => length > 0)).toBe(true);
  });

  test('of one pool never wait for another pool', async () => {
    await addChores(50, 'slow');
    let release = () => undefined as void;
    const blocked = new Promise<void>((resolve) => (release = resolve));
    const dispatcher = start(
      async (id) => {
        if ((await chores()).find((chore) => chore.id === id)?.kind === 'slow') await blocked;
        await finish(id);
      },
      [
        { where: sql`kind = 'slow'`, concurrency: 2 },
        { where: sql`kind = 'urgent'`, concurrency: 1 },
      ],
    );
    await until(async () => (await chores()).filter(({ tries }) => tries > 0).length === 2);
    await addChores(1, 'urgent');
    dispatcher.wake('chores');
    await until(async () => (await chores()).some(({ kind, done }) => kind === 'urgent' && done === 1));
    expect((await chores()).filter(({ done }) => done === 1)).toHaveLength(1);
    release();
    await until(allDone);
  });

  test('are left alone while the work is paused', async () => {
    await addChores(1);
    let isPaused = true;
    let looks = 0;
    const dispatcher = startDispatcher(product.deps.db, product.deps.log, [
      {
        queue,
        pools: [{ where: any, concurrency: 1 }],
        isPaused: async () => {
          looks += 1;
          return isPaused;
        },
        run: finish,
      },
    ]);
    running.push(dispatcher);
    await until(() => looks > 0);
    expect((await chores())[0]).toMatchObject({ tries: 0, done: 0 });
    isPaused = false;
    dispatcher.wake();
    await until(allDone);
  });
});

describe('a worker', () => {
  test('that was killed leaves its rows to the others when their lease ends', async () => {
    await addChores(3);
    expect(await claimRows(product.deps.db, queue, any, 2)).toHaveLength(2);
    const [first] = await chores();
    expect(first?.due_in).toBeGreaterThan(leaseSeconds - 5);
    expect(leaseSeconds).toBeLessThanOrEqual(20);
    const runs: number[] = [];
    const dispatcher = start(async (id) => {
      runs.push(id);
      await finish(id);
    });
    await until(async () => (await chores()).some(({ done }) => done > 0));
    expect(runs).toEqual([3]);
    await endLeases();
    dispatcher.wake('chores');
    await until(allDone);
    expect(runs.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  });

  test('at work renews its leases, and takes no time from a row that was given a later one', async () => {
    await addChores(2);
    const { db } = product.deps;
    const ids = await claimRows(db, queue, any, 2);
    await sql`update chore set due_at = now() + interval '1 second' where id = 1`.execute(db);
    await sql`update chore set due_at = now() + interval '1 hour' where id = 2`.execute(db);
    await renewLeases(db, queue, ids);
    const [one, two] = await chores();
    expect(one?.due_in).toBeGreaterThan(leaseSeconds - 5);
    expect(two?.due_in).toBeGreaterThan(3_500);
  });

  test('renews its leases without waiting for a row that its run has locked', async () => {
    await addChores(2);
    const { db } = product.deps;
    const ids = await claimRows(db, queue, any, 2);
    await transaction(db, async (tx) => {
      await sql`update chore set due_at = now() + interval '1 second' where id = 1`.execute(tx);
      await sql`update chore set due_at = now() where id = 2`.execute(db);
      await renewLeases(db, queue, ids);
    });
    const [one, two] = await chores();
    expect(one?.due_in).toBeLessThan(2);
    expect(two?.due_in).toBeGreaterThan(leaseSeconds - 5);
  });

  test('that stops waits for the renewal of a lease that is under way', async () => {
    await addChores(1);
    const { db } = product.deps;
    // Avoids waiting for a run to renew its lease.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    let end = () => undefined as void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let isBegun = false;
    const run = async () => {
      isBegun = true;
      await ended;
    };
    // With one run at a time it claims nothing meanwhile, which would wait too.
    const dispatcher = start(run, [{ where: any, concurrency: 1 }]);
    await until(() => isBegun);
    let hasStopped = false;
    let stopping = Promise.resolve();
    await transaction(db, async (tx) => {
      await sql`lock table chore in share mode`.execute(tx);
      vi.advanceTimersByTime(leaseSeconds * 1_000);
      await until(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%held_id%'`.execute(
          db,
        );
        return rows.length > 0;
      });
      end();
      stopping = dispatcher.stop().then(() => void (hasStopped = true));
      await pause(100);
      expect(hasStopped).toBe(false);
    });
    await stopping;
  });

  test('that stops ends what it has begun and begins nothing more', async () => {
    await addChores(20);
    let begun = 0;
    const dispatcher = start(async (id) => {
      begun += 1;
      await pause(50);
      await finish(id);
    });
    await until(() => begun > 0);
    await dispatcher.stop();
    const done = (await chores()).filter((chore) => chore.done === 1);
    expect(done).toHaveLength(begun);
    expect(begun).toBeLessThan(20);
  });
});

describe('a row that fails', () => {
  const dueIn = async () => (await chores())[0]?.due_in ?? 0;

  test('comes back after a delay that doubles up to a bound and varies', async () => {
    await addChores(1);
    const { db } = product.deps;
    const seen: number[] = [];
    for (let tries = 1; tries <= 2; tries += 1) {
      await endLeases();
      await claimRows(db, queue, any, 1);
      for (let round = 0; round < 30; round += 1) {
        await postponeRow(db, queue, 1);
        seen.push(await dueIn());
      }
      const longest = Math.min(4 * 2 ** (tries - 1), 6);
      const delays = seen.splice(0);
      expect(Math.max(...delays)).toBeLessThanOrEqual(longest);
      expect(Math.min(...delays)).toBeGreaterThan(longest / 2 - 0.5);
      expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(longest / 10);
    }
  });

  test('is given up after its last try, and run again by a replay', async () => {
    await addChores(1);
    let isBroken = true;
    const dispatcher = start(async (id) => {
      if (isBroken) throw new Error('no');
      await finish(id);
    });
    for (let tries = 1; tries <= 3; tries += 1) {
      await until(async () => {
        const [chore] = await chores();
        return chore?.tries === tries && (chore.is_given_up || (chore.due_in ?? 0) < leaseSeconds / 2);
      });
      if (tries < 3) await endLeases();
      dispatcher.wake('chores');
    }
    expect((await chores())[0]).toMatchObject({ tries: 3, is_given_up: true, due_in: null, done: 0 });
    isBroken = false;
    expect(await replayRows(product.deps.db, queue)).toBe(1);
    dispatcher.wake('chores');
    await until(allDone);
    expect((await chores())[0]).toMatchObject({ tries: 1, is_given_up: false, done: 1 });
    expect(await replayRows(product.deps.db, queue)).toBe(0);
  });
});
