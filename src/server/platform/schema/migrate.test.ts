import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { migrationFiles, migrationOf, statementsOf } from './migrate.ts';
import { migrate, NewerSchemaError, OlderSchemaError, requireCurrent } from './migrate.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

const limits = { lockSeconds: 1, statementSeconds: 60 };
const added = async (name: string, text: string) => [...(await migrationFiles()), migrationOf(name, text)];

test('a migration that comes with a lower number than those applied is applied', async () => {
  const { db } = product.deps;
  const missed = '0017-swept-in-batches';
  await sql`drop index session_end, one_time_link_end, rate_count_age`.execute(db);
  await sql`delete from kysely_migration where name = ${missed}`.execute(db);
  await expect(requireCurrent(db)).rejects.toThrow(OlderSchemaError);
  expect((await product.call('GET /readyz')).status).toBe(503);
  expect(await migrate(product.databaseUrl)).toEqual([missed]);
  expect(await migrate(product.databaseUrl)).toEqual([]);
  await requireCurrent(db);
});

describe('the lines at the head of a migration', () => {
  test.each([
    ['-- release: expand\nselect 1;', { worksWith: '*', isTransactional: true }],
    ['-- release: contract after 0048-a-b\nselect 1;', { worksWith: '0048-a-b', isTransactional: true }],
    ['-- transaction: none\n-- release: expand\nselect 1;', { worksWith: '*', isTransactional: false }],
    ['-- What it is for.\nselect 1;', { worksWith: undefined, isTransactional: true }],
  ])('%j', (text, said) => {
    expect(migrationOf('9999-x', text)).toMatchObject(said);
  });

  test.each(['-- release: contract', '-- release: soon', '-- transaction: some'])('%s is refused', (line) => {
    expect(() => migrationOf('9999-x', line)).toThrow('9999-x');
  });

  test('outside a transaction each statement is one of its own, and there are no functions', () => {
    const text = "-- transaction: none\ncreate index concurrently a on b (c);\n-- Why; so.\nselect ';';\n";
    expect(statementsOf({ name: 'x', text })).toEqual(['create index concurrently a on b (c)', "select ';'"]);
    expect(() => statementsOf({ name: 'x', text: 'do $$ begin end $$;' })).toThrow('needs a transaction');
  });
});

describe('a schema of a later release', () => {
  const later = (worksWith: string | null) =>
    sql`insert into kysely_migration (name, timestamp, works_with)
      values ('9999-later', '2099-01-01', ${worksWith})`.execute(product.deps.db);
  afterEach(() => sql`delete from kysely_migration where name = '9999-later'`.execute(product.deps.db));

  test.each(['*', '0017-swept-in-batches'])(
    'that says it works with %s lets this one start',
    async (mark) => {
      await later(mark);
      expect(await migrate(product.databaseUrl)).toEqual([]);
      await requireCurrent(product.deps.db);
      const second = await startProduct({
        beside: product,
        settings: { ROLE: 'api', MIGRATE_ON_START: 'off' },
      });
      expect((await second.call('GET /readyz')).status).toBe(200);
      await second.close();
    },
  );

  test.each([null, '9998-unknown'])('that says %s does not', async (mark) => {
    await later(mark);
    await expect(migrate(product.databaseUrl)).rejects.toThrow(NewerSchemaError);
    await expect(requireCurrent(product.deps.db)).rejects.toThrow(/newer than this program.*9999-later/);
  });
});

test('a schema that a former release migrated says nothing of what works with it', async () => {
  const { db } = product.deps;
  await sql`alter table kysely_migration drop column works_with`.execute(db);
  await requireCurrent(db);
  expect(
    await migrate(product.databaseUrl, limits, await added('9990-x', '-- release: expand\nselect 1;')),
  ).toEqual(['9990-x']);
  await sql`delete from kysely_migration where name = '9990-x'`.execute(db);
});

test('several processes migrate at once, each migration once', async () => {
  const { db } = product.deps;
  const files = await added('9991-x', '-- release: expand\ncreate table at_once (id int);');
  const applied = await Promise.all([1, 2, 3].map(() => migrate(product.databaseUrl, limits, files)));
  expect(applied.flat()).toEqual(['9991-x']);
  await sql`drop table at_once`.execute(db);
});

test('a migration that waits for a lock lets others pass, and is done when the lock is free', async () => {
  const { db } = product.deps;
  await sql`create table held (id int)`.execute(db);
  const holder = new pg.Client({ connectionString: product.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select * from held');
  let isDone = false;
  const files = await added('9992-x', '-- release: expand\nalter table held add column more int;');
  const done = migrate(product.databaseUrl, limits, files).then(() => (isDone = true));
  const waiting = sql`select from pg_stat_activity where application_name = 'cuota-migrate' and wait_event_type = 'Lock'
    and datname = current_database()`;
  await expect.poll(async () => (await waiting.execute(db)).rows.length, { timeout: 10_000 }).toBe(1);
  // Queued behind the migration, and answered when that gives way, while the holder goes on.
  await sql`select id from held`.execute(db);
  expect(isDone).toBe(false);
  await holder.query('commit');
  await holder.end();
  await done;
  await sql`select more from held`.execute(db);
});

test('an index is built beside writes, and one that was broken off is built anew', async () => {
  const { db } = product.deps;
  await sql`create table indexed as select 1 as id from generate_series(1, 2)`.execute(db);
  const text =
    '-- release: expand\n-- transaction: none\ncreate unique index concurrently if not exists indexed_id on indexed (id);';
  const files = await added('9993-x', text);
  await expect(migrate(product.databaseUrl, limits, files)).rejects.toThrow('The migration 9993-x failed');
  await sql`delete from indexed where ctid = (select min(ctid) from indexed)`.execute(db);
  expect(await migrate(product.databaseUrl, limits, files)).toEqual(['9993-x']);
  const { rows } =
    await sql`select indisvalid from pg_index where indexrelid = 'indexed_id'::regclass`.execute(db);
  expect(rows).toEqual([{ indisvalid: true }]);
});

test('a statement that builds no index asks for none: PostgreSQL 15 refuses to look for one without a name', async () => {
  const { db } = product.deps;
  await sql`create table unindexed as select 1 as id`.execute(db);
  const text =
    '-- release: expand\n-- transaction: none\nalter table unindexed add column more int;\ncreate index concurrently if not exists unindexed_id on unindexed (id);';
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await migrate(product.databaseUrl, limits, await added('9994-x', text));
    const asked = query.mock.calls.filter(([statement]) => statement.includes('to_regclass'));
    expect(asked.map(([, values]) => values as unknown)).toEqual([['unindexed_id']]);
  } finally {
    query.mockRestore();
  }
});
