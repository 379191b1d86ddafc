import { sql } from 'kysely';
import { DEFAULT_COUNTRY } from '../../countries/countries.ts';
import type { Dependencies } from '../dependencies.ts';
import { kept, type Gauge } from './metrics.ts';
import { transaction, type Database } from '../platform/database.ts';
import { lockName } from '../platform/work/named-locks.ts';
import type { DailyJob, DayFigures } from '../platform/work/daily.ts';

/** Tables partitioned by month (docs/decisions/0092-tables-of-months.md). */
const tables = [
  { name: 'event', instant: 'at' },
  { name: 'message', instant: 'created_at' },
] as const;
type Table = (typeof tables)[number];

const monthsAhead = 3;

/** First days of an instant's month and the following ones, in UTC like the partitions. */
export function monthsFrom(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_none, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index, 1)).toISOString().slice(0, 10),
  );
}

/** Daily job: adds future months and removes expired messages. */
export function monthDays(deps: Pick<Dependencies, 'db' | 'clock' | 'config' | 'log'>): DailyJob[] {
  return [
    {
      name: 'table-months',
      isRepeatable: true,
      // Tables do not depend on a country.
      countries: [DEFAULT_COUNTRY],
      run: () => keepMonths(deps),
    },
  ];
}

/**
 * Creates and removes monthly partitions. Safe to repeat. @returns months added and removed, and rows outside
 * any month's partition
 */
export async function keepMonths({
  db,
  clock,
  config,
  log,
}: Pick<Dependencies, 'db' | 'clock' | 'config' | 'log'>): Promise<DayFigures> {
  const before = await partsOf(db);
  const months = monthsFrom(clock.now(), monthsAhead + 1);
  for (const table of tables)
    for (const month of months) if (await isMissing(db, table, month)) await addMonth(db, table, month);
  // Uses the database's time: a sandbox clock must not remove anything.
  await sql`call drop_messages(
    (date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${config.MESSAGE_MONTHS}::int))::date)`.execute(
    db,
  );
  const after = await partsOf(db);
  const rest = await restOf(db);
  if (rest > 0) log.warn({ rows: rest }, 'rows are outside every monthly partition');
  return {
    added: Array.from(after).filter((name) => !before.has(name)).length,
    removed: Array.from(before).filter((name) => !after.has(name)).length,
    rest,
  };
}

async function partsOf(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('partition_range').select('name').execute();
  return new Set(rows.flatMap(({ name }) => name ?? []));
}

/**
 * True if no partition covers the month and the table has no rows of it: rows stored before their partition
 * existed stay in the default one.
 */
async function isMissing(db: Database, { name, instant }: Table, month: string): Promise<boolean> {
  const since = sql`(${month}::date at time zone 'UTC')`;
  const { rows } = await sql<{ isMissing: boolean }>`
    select not exists (
      select from partition_range where parent = ${name} and not is_default
        and coalesce(since, '-infinity') <= ${since} and until > ${since}
    ) and not exists (
      select from ${sql.table(name)}
      where ${sql.ref(instant)} >= ${since} and ${sql.ref(instant)} < ${since} + interval '1 month'
    ) as "isMissing"
  `.execute(db);
  return rows[0]?.isMissing === true;
}

/** Adds a month's partition; if two workers add the same one, the second waits and finds it. */
const addMonth = (db: Database, { name }: Table, month: string) =>
  transaction(db, (tx) =>
    Promise.all([lockName(tx, 'table-months'), sql`call add_month(${name}, ${month}::date)`.execute(tx)]),
  );

async function restOf(db: Database): Promise<number> {
  const counts = tables.map(({ name }) => sql`rows_without_month(${name})`);
  const { rows } = await sql<{ count: number }>`select (${sql.join(counts, sql` + `)})::int as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

const keptMs = 60_000;

export function monthGauge(db: Database): Gauge {
  return {
    name: 'cuota_months_ahead_seconds',
    help: 'For how long from now each table of months has parts',
    labels: ['table'],
    read: kept(keptMs, async () => {
      const { rows } = await sql<{ table: string; value: number }>`
        select parent as table, extract(epoch from max(until) - now())::float8 as value
        from partition_range where not is_default group by 1
      `.execute(db);
      return rows.map(({ table, value }) => ({ labels: { table }, value }));
    }),
  };
}
