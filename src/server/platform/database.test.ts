import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { silentProxy, type SilentProxy } from '../testing/silent-proxy.ts';
import {
  openDatabase,
  sendStatement,
  transaction,
  type DatabaseHandle,
  type Queryable,
  type Tx,
} from './database.ts';
import { statementName } from './prepared-client.ts';

const server = join(import.meta.dirname, '..');

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** What PostgreSQL itself says when two serializable transactions contradict each other. */
const refuse = (tx: Tx) =>
  sql`do $$ begin raise exception 'conflict' using errcode = 'serialization_failure'; end $$`.execute(tx);

describe('what was acknowledged is on the disk', () => {
  const settingOf = (tx: Tx) =>
    sql<{ setting: string }>`select current_setting('synchronous_commit') as setting`.execute(tx);

  test.each([
    ['off', 'on'],
    ['local', 'on'],
    ['remote_apply', 'remote_apply'],
  ])('also where the database is set to %s', async (given, kept) => {
    const name = new URL(product.databaseUrl).pathname.slice(1);
    await sql`alter database ${sql.id(name)} set synchronous_commit to ${sql.raw(given)}`.execute(
      product.deps.db,
    );
    const handle = openDatabase(product.databaseUrl, 2);
    const seen = await Promise.all([1, 2, 3].map(() => transaction(handle.db, settingOf)));
    for (const { rows } of seen) expect(rows).toEqual([{ setting: kept }]);
    await handle.close();
  });

  test('and only counts of questions are given up for speed', () => {
    const faster = readdirSync(server, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .filter((path) => /synchronous_commit\W+(to\W+)?off/.test(readFileSync(join(server, path), 'utf8')));
    expect(faster).toEqual([join('platform', 'limits', 'limits.ts')]);
  });
});

test('a connection that breaks in a transaction fails that transaction and nothing else', async () => {
  const { db } = product.deps;
  const broken = transaction(db, async (tx) => {
    await tx.insertInto('sandbox').values({ name: 'broken', value: 'x' }).execute();
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
  });
  await expect(broken).rejects.toThrow(/terminat/);
  expect(await db.selectFrom('sandbox').select('name').where('name', '=', 'broken').execute()).toEqual([]);
});

describe('a statement around a transaction that fails', () => {
  let proxy: SilentProxy;
  let handle: DatabaseHandle;
  beforeAll(async () => {
    proxy = await silentProxy(Number(new URL(product.databaseUrl).port));
    const url = Object.assign(new URL(product.databaseUrl), {
      hostname: '127.0.0.1',
      port: String(proxy.port),
    });
    handle = openDatabase(url.href, 1);
  });
  afterAll(async () => {
    await handle.close();
    await proxy.close();
  });
  const put = (db: Queryable, name: string) =>
    db.insertInto('sandbox').values({ name, value: 'x' }).execute();
  /** The name under which a BEGIN is run, where it is run: PostgreSQL knows of no such statement. */
  const begin = `\0${statementName('begin')}\0`;
  const unknownBegin: [string, string] = [begin, begin.replaceAll(/[^\0]/g, 'x')];
  const processOf = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(handle.db)).rows[0]?.pid;

  test('a rollback: what the next one writes on a connection of the pool is kept', async () => {
    proxy.setReplacement(['rollback', 'rollbakk']);
    const command = transaction(handle.db, async (tx) => {
      await put(tx, 'left-1');
      throw new Error('it was not to be');
    });
    await expect(command).rejects.toThrow('it was not to be');
    proxy.setReplacement();
    await put(handle.db, 'left-2');
    const left = product.deps.db.selectFrom('sandbox').select('name').where('name', 'like', 'left-%');
    expect(await left.execute()).toEqual([{ name: 'left-2' }]);
  });

  test('a BEGIN: the connection is closed at once and replaced', async () => {
    const before = await processOf();
    proxy.setReplacement(unknownBegin);
    await expect(transaction(handle.db, (tx) => sql`select 1`.execute(tx))).rejects.toMatchObject({
      code: '26000',
    });
    proxy.setReplacement();
    expect(await processOf()).not.toBe(before);
  });

  test('a BEGIN: nothing that was started with it is kept', async () => {
    const kept = product.deps.db.selectFrom('sandbox').select('name').where('name', 'like', 'single-%');
    const reads = (tx: Queryable) => sql`select 1 from sandbox for update`.execute(tx);
    const works: ((tx: Queryable) => Promise<unknown>)[] = [
      (tx) => put(tx, 'single-1'),
      (tx) => Promise.all([reads(tx), put(tx, 'single-2'), reads(tx), put(tx, 'single-3')]),
      (tx) => sql`with it as (select 1) insert into sandbox select 'single-4', 'x' from it`.execute(tx),
      async (tx) => {
        void put(tx, 'single-5').catch(() => undefined);
        throw new Error('it was not to be');
      },
    ];
    for (const work of works) {
      proxy.setReplacement(unknownBegin);
      await expect(transaction(handle.db, work)).rejects.toThrow(/does not exist|not to be/);
      proxy.setReplacement();
      expect(await kept.execute()).toEqual([]);
    }
  });

  test('the first of a new connection: that connection is not given out', async () => {
    const fresh = openDatabase(
      Object.assign(new URL(product.databaseUrl), { hostname: '127.0.0.1', port: String(proxy.port) }).href,
      1,
    );
    proxy.setReplacement(["'synchronous_commit', 'on'", "'synchronous_commit', 'xx'"]);
    const name = new URL(product.databaseUrl).pathname.slice(1);
    await sql`alter database ${sql.id(name)} set synchronous_commit to off`.execute(product.deps.db);
    await expect(put(fresh.db, 'careless')).rejects.toThrow('synchronous_commit');
    proxy.setReplacement();
    await fresh.close();
    const kept = product.deps.db.selectFrom('sandbox').select('name').where('name', '=', 'careless');
    expect(await kept.execute()).toEqual([]);
  });
});

describe('a command that meets a conflict', () => {
  test('is run again, whole, and leaves one effect', async () => {
    const { db } = product.deps;
    let tries = 0;
    await transaction(db, async (tx) => {
      tries += 1;
      await tx
        .insertInto('sandbox')
        .values({ name: `conflict-${tries}`, value: 'x' })
        .execute();
      if (tries < 3) await refuse(tx);
    });
    const rows = await db.selectFrom('sandbox').select('name').where('name', 'like', 'conflict-%').execute();
    expect(rows).toEqual([{ name: 'conflict-3' }]);
  });

  test('is given up after three tries, and nothing of it stays', async () => {
    const { db } = product.deps;
    let tries = 0;
    const command = transaction(db, async (tx) => {
      tries += 1;
      await tx.insertInto('sandbox').values({ name: 'never', value: 'x' }).execute();
      await refuse(tx);
    });
    await expect(command).rejects.toMatchObject({ code: '40001' });
    expect(tries).toBe(3);
    expect(await db.selectFrom('sandbox').select('name').where('name', '=', 'never').execute()).toEqual([]);
  });

  test('is not run again for any other failure', async () => {
    let tries = 0;
    const command = transaction(product.deps.db, async (tx) => {
      tries += 1;
      await sql`select 1 / 0`.execute(tx);
    });
    await expect(command).rejects.toMatchObject({ code: '22012' });
    expect(tries).toBe(1);
  });
});

describe('statements of a transaction that are sent together', () => {
  const put = (tx: Tx, name: string) =>
    tx.insertInto('sandbox').values({ name, value: 'x' }).returning('name').executeTakeFirstOrThrow();
  const named = async (prefix: string) =>
    product.deps.db.selectFrom('sandbox').select('name').where('name', 'like', `${prefix}%`).execute();

  test('run in their order, and each caller gets its answer', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `together-${String(index).padStart(2, '0')}`);
    const [last, ...answers] = await transaction(product.deps.db, async (tx) => {
      const written = names.map((name) => put(tx, name));
      const count = sql<{ n: number }>`select count(*)::int as n from sandbox where name like 'together-%'`;
      return Promise.all([count.execute(tx), ...written]);
    });
    // The count was started after the writes, so it sees them all.
    expect(last.rows).toEqual([{ n: names.length }]);
    expect(answers).toEqual(names.map((name) => ({ name })));
  });

  test('that write run in their order too, among those that read', async () => {
    const counted = (tx: Queryable) =>
      sql<{ n: number }>`select count(*)::int as n from sandbox where name like 'in-order-%'`.execute(tx);
    const counts = await transaction(product.deps.db, (tx) =>
      Promise.all([
        counted(tx),
        put(tx, 'in-order-1'),
        counted(tx),
        put(tx, 'in-order-2'),
        put(tx, 'in-order-3'),
        counted(tx),
      ]),
    );
    expect([counts[0], counts[2], counts[5]].map(({ rows }) => rows[0]?.n)).toEqual([0, 1, 3]);
  });

  test('all fail when one does, and what comes late finds the transaction over', async () => {
    const { db } = product.deps;
    let late: Promise<unknown> = Promise.resolve();
    const command = transaction(db, (tx) => {
      const before = put(tx, 'half-1');
      late = before
        .then(() => new Promise((resolve) => setTimeout(resolve, 50)))
        .then(() => put(tx, 'half-3'));
      return Promise.all([before, sql`select 1 / 0`.execute(tx), put(tx, 'half-2'), late]);
    });
    await expect(command).rejects.toMatchObject({ code: '22012' });
    await expect(late).rejects.toThrow('the transaction is over');
    expect(await named('half-')).toEqual([]);
  });

  test('one that nobody waits for is committed with the others', async () => {
    await transaction(product.deps.db, async (tx) => {
      sendStatement(tx, tx.insertInto('sandbox').values({ name: 'sent-1', value: 'x' }).compile());
    });
    expect(await named('sent-')).toEqual([{ name: 'sent-1' }]);
  });

  test('one that nobody waits for fails the transaction with its own error, whatever comes after it', async () => {
    const broken = (tx: Tx) => sendStatement(tx, sql`select 1 / 0`.compile(tx));
    const last = transaction(product.deps.db, async (tx) => {
      await put(tx, 'unsent-1');
      broken(tx);
    });
    await expect(last).rejects.toMatchObject({ code: '22012' });
    const first = transaction(product.deps.db, async (tx) => {
      broken(tx);
      await put(tx, 'unsent-2');
    });
    await expect(first).rejects.toMatchObject({ code: '22012' });
    expect(await named('unsent-')).toEqual([]);
  });

  test('a failure that the work hides undoes it all the same', async () => {
    const command = transaction(product.deps.db, async (tx) => {
      await put(tx, 'hidden-1');
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await expect(command).rejects.toThrow('failed unnoticed');
    expect(await named('hidden-')).toEqual([]);
  });
});

describe('statement names', () => {
  test('a text has one, the same each time', () => {
    const name = statementName('select id from loan where id = $1');
    expect(name).toMatch(/^[\w-]{20}$/);
    expect(statementName('select id from loan where id = $1')).toBe(name);
    expect(statementName('select id from loan where id = $2')).not.toBe(name);
  });

  test.each([
    'select * from loan where id = $1',
    'select "c".*, 1 from c where x = $1',
    'delete from x where y = $1 returning *',
  ])('whose columns a migration may change stays without: %s', (text) =>
    expect(statementName(text)).toBeUndefined(),
  );
});
