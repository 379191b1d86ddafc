import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrationFiles } from '../platform/schema/migrate.ts';
import { migrate } from '../platform/schema/migrate.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { keepMonths, monthGauge, monthsFrom } from './table-months.ts';

/** docs/operations.md#tables-of-months: what grows with time lies in parts of a month. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

const partOf = async (table: string, instant: string, at: Date) => {
  const { rows } = await sql<{ part: string }>`
    select tableoid::regclass::text as part from ${sql.table(table)} where ${sql.ref(instant)} = ${at}
  `.execute(product.deps.db);
  return rows.map(({ part }) => part);
};
const writeEvent = (at: Date) =>
  product.deps.db.insertInto('event').values({ at, country: 'AR', kind: 'months-test' }).execute();
const message = { country: 'AR', channel: 'sms', recipient: '+5491100000000' } as const;
const writeMessage = (at: Date) =>
  product.deps.db
    .insertInto('message')
    .values({ ...message, created_at: at, due_at: null })
    .execute();
/** The business clock at another time, for the months only. */
const keep = (now: Date, months = 120) => {
  const { deps } = product;
  return keepMonths({
    ...deps,
    clock: { now: () => now },
    config: { ...deps.config, MESSAGE_MONTHS: months },
  });
};
const names = async () =>
  (await product.deps.db.selectFrom('partition_range').select('name').execute()).map(({ name }) => name);

describe('an earlier release’s tables', () => {
  test('become tables of months with every row, each where it was, and go on counting', async () => {
    const name = `months_${randomUUID().slice(0, 8)}`;
    const admin = new pg.Client({ connectionString: inject('databaseUrl') });
    await admin.connect();
    await admin.query(`create database ${name}`);
    const url = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).href;
    const client = new pg.Client({ connectionString: url });
    try {
      const files = await migrationFiles();
      await migrate(
        url,
        undefined,
        files.filter((file) => file.name < '0087'),
      );
      await client.connect();
      await client.query(`insert into event (at, country, kind, detail)
        select now() - n * interval '1 day', 'AR', 'kind-' || n, jsonb_build_object('n', n) from generate_series(1, 500) n`);
      await client.query(`insert into message (country, channel, recipient, created_at, state)
        select 'UY', 'email', n || '@example.com', now() - n * interval '1 day', 'sent' from generate_series(1, 500) n`);
      const digest = async () =>
        (
          await client.query<{ event: string; message: string; files: string }>(`
            select (select md5(string_agg(e::text, ',' order by id)) from event e) as event,
              (select md5(string_agg(m::text, ',' order by id)) from message m) as message,
              (select string_agg(pg_relation_filenode(c.oid)::text, ',' order by relname)
                from pg_class c where relname in ('event', 'event_first', 'message', 'message_first') and relkind = 'r') as files
          `)
        ).rows[0];
      const before = await digest();
      const applied = await migrate(url);
      expect(applied).toContain('0091-messages-by-month');
      // The same rows in the same files: none was written anew.
      expect(await digest()).toEqual(before);
      const next = await client.query<{ id: number; part: string }>(
        `insert into event (at, country, kind) values (now(), 'AR', 'next') returning id::int, tableoid::regclass::text as part`,
      );
      expect(next.rows[0]?.part).toBe('partitions.event_first');
      expect(next.rows[0]?.id).toBeGreaterThan(500);
      for (const text of [
        "update event set kind = 'x' where id = 1",
        'delete from event where id = 1',
        'truncate event',
        'truncate partitions.event_first',
        "update partitions.event_first set kind = 'x' where id = 1",
      ])
        await expect(client.query(text)).rejects.toThrow(/append-only/);
      await expect(
        client.query(
          `insert into message (country, channel, recipient, created_at) values ('AR', 'fax', '', now())`,
        ),
      ).rejects.toThrow('message_channel_check');
    } finally {
      await client.end();
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    }
  });
});

describe('the day’s work', () => {
  const far = new Date('2040-05-20T12:00:00Z');
  const month = new Date('2040-06-10T12:00:00Z');

  test('adds the months to come once, and rows go where they belong', async () => {
    expect(await keep(far)).toMatchObject({ added: 8, removed: 0 });
    expect(await keep(far)).toMatchObject({ added: 0, removed: 0 });
    await writeEvent(month);
    await writeMessage(month);
    expect(await partOf('event', 'at', month)).toEqual(['partitions.event_2040_06']);
    expect(await partOf('message', 'created_at', month)).toEqual(['partitions.message_2040_06']);
    await expect(sql`delete from event where at = ${month}`.execute(product.deps.db)).rejects.toThrow(
      /append-only/,
    );
  });

  test('adds each month once when several workers do it at the same moment', async () => {
    const before = await names();
    const later = new Date('2050-05-20T12:00:00Z');
    const done = await Promise.allSettled(Array.from({ length: 4 }, () => keep(later)));
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(await names()).toHaveLength(before.length + 8);
  });

  test('a row of a month that is not there is taken all the same, and found', async () => {
    const late = new Date('2041-02-03T00:00:00Z');
    await writeEvent(late);
    expect(await partOf('event', 'at', late)).toEqual(['partitions.event_rest']);
    const { rest, added } = await keep(new Date('2041-01-31T23:00:00Z'));
    // Three of the four months of events and all of messages: the one with a row stays with the rest.
    expect({ rest, added }).toEqual({ rest: 1, added: 7 });
    expect(await names()).not.toContain('event_2041_02');
    expect(await partOf('event', 'at', late)).toEqual(['partitions.event_rest']);
  });

  test('removes whole months of messages when their time is over, and nothing else', async () => {
    const { db } = product.deps;
    const old = new Date(`${monthsFrom(new Date(), 1)[0]}T00:00:00Z`);
    old.setUTCMonth(old.getUTCMonth() - 30);
    // A month of long ago: what was there first is split for the test.
    await sql.raw('alter table message detach partition partitions.message_first').execute(db);
    const since = old.toISOString().slice(0, 10);
    await sql`call add_month('message', ${since}::date)`.execute(db);
    await writeMessage(old);
    await writeEvent(old);
    expect((await partOf('message', 'created_at', old))[0]).toMatch(/^partitions\.message_20\d\d_\d\d$/);
    expect(await keep(new Date(), 36)).toMatchObject({ removed: 0 });
    expect(await keep(new Date(), 24)).toMatchObject({ removed: 1 });
    expect(await partOf('message', 'created_at', old)).toEqual([]);
    expect(await partOf('event', 'at', old)).toEqual(['partitions.event_first']);
  });

  test('the database removes no message of the last two years, whoever asks', async () => {
    const { db } = product.deps;
    await expect(sql`call drop_messages((now() - interval '23 months')::date)`.execute(db)).rejects.toThrow(
      'messages of the last 24 months stay',
    );
    await expect(sql`call add_month('loan', '2040-01-01'::date)`.execute(db)).rejects.toThrow('no month');
    await expect(sql`call add_month('event', '2040-01-02'::date)`.execute(db)).rejects.toThrow('no month');
  });

  test('says how far ahead the months reach', async () => {
    const samples = await monthGauge(product.deps.db).read();
    expect(new Set(samples.map(({ labels }) => labels['table']))).toEqual(new Set(['event', 'message']));
    for (const { value } of samples) expect(value).toBeGreaterThan(30 * 86_400);
  });
});
