import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Queryable, Tx } from '../database.ts';
import type { JobKind, JobSender } from './jobs.ts';
import { dropRow, replayDays, replayRows, type RowQueue } from './row-queue.ts';

/** Work that failed its last attempt. */
export interface FailedWork {
  readonly queue: string;
  readonly id: string;
  /** Time of the last failure, milliseconds. A further failed attempt is a new version. */
  readonly version: number;
  readonly began_at: Date;
  readonly tries: number;
  readonly cause: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly country: CountryCode | null;
  readonly customer_id: number | null;
}

interface KnownWork {
  readonly kinds: readonly Pick<JobKind<never>, 'name' | 'countryOf'>[];
  readonly queues: readonly RowQueue[];
}

interface FailedPlace {
  readonly version: number;
  readonly queue: string;
  readonly id: string;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const millis = (instant: RawBuilder<unknown>) => sql`floor(extract(epoch from ${instant}) * 1000)::bigint`;

const countryOf = (kinds: KnownWork['kinds']) => {
  const known = kinds.flatMap((kind) =>
    kind.countryOf ? [sql`when ${kind.name} then (${kind.countryOf})`] : [],
  );
  const found = known.length === 0 ? sql`null` : sql`case name ${sql.join(known, sql` `)} end`;
  return sql`coalesce(data->>'country', ${found})`;
};

/** Jobs of the queue, which stores them for a week. */
const failedJobs = (kinds: KnownWork['kinds']) => sql`
  select name as queue, id::text as id, ${millis(sql`completed_on`)} as version, created_on as began_at,
    retry_count + 1 as tries, coalesce(output->>'message', output->'value'->>'message', output::text, '') as cause,
    coalesce(data, '{}') as data, ${countryOf(kinds)} as country, null::bigint as customer_id
  from jobs.job where state = 'failed' and completed_on is not null`;

const failedRows = ({ name, table, columns, about }: RowQueue, givenUpAt: string) => sql`
  select ${name}::text, ${sql.ref(columns.id)}::text, ${millis(sql.ref(givenUpAt))},
    ${about ? sql.ref(about.beganAt) : sql.ref(givenUpAt)}, ${sql.ref(columns.tries)},
    ${columns.failure ? sql.ref(columns.failure) : sql`''`},
    ${about ? sql`jsonb_build_object(${about.shown}::text, ${sql.ref(about.shown)})` : sql`'{}'::jsonb`},
    ${about ? sql.ref(about.country) : sql`null::text`}, ${about ? sql.ref(about.customerId) : sql`null::bigint`}
  from ${sql.table(table)} where ${sql.ref(givenUpAt)} > now() - make_interval(days => ${replayDays})`;

const sourcesOf = ({ kinds, queues }: KnownWork) =>
  sql.join(
    [
      failedJobs(kinds),
      ...queues.flatMap((queue) =>
        queue.columns.givenUpAt === undefined ? [] : [failedRows(queue, queue.columns.givenUpAt)],
      ),
    ],
    sql` union all `,
  );

/** Work given up in the last week, oldest first; work without a country is visible to everyone. */
export async function failedWork(
  db: Queryable,
  work: KnownWork,
  {
    queue,
    after,
    countries,
    limit,
  }: {
    readonly queue?: string | undefined;
    readonly after?: FailedPlace | undefined;
    readonly countries: readonly string[];
    readonly limit: number;
  },
): Promise<readonly FailedWork[]> {
  const place = after
    ? sql`(version, queue, id) > (${after.version}::bigint, ${after.queue}::text, ${after.id}::text)`
    : sql`true`;
  const { rows } = await sql<FailedWork>`
    select * from (${sourcesOf(work)}) w
    where ${place} and ${queue === undefined ? sql`true` : sql`queue = ${queue}`}
      and (country is null or country = any(${[...countries]}::text[]))
    order by version, queue, id limit ${limit}
  `.execute(db);
  return rows;
}

/** Locks an item until the transaction ends; undefined if it is no longer failed. */
export async function lockFailed(
  tx: Tx,
  { kinds, queues }: KnownWork,
  { queue, id }: { readonly queue: string; readonly id: string },
): Promise<FailedWork | undefined> {
  const rows = queues.find(({ name }) => name === queue);
  if (rows) {
    if (!/^\d{1,15}$/.test(id)) return undefined;
    const { table, columns } = rows;
    await sql`select from ${sql.table(table)} where ${sql.ref(columns.id)} = ${Number(id)} for no key update`.execute(
      tx,
    );
  } else {
    if (!uuid.test(id)) return undefined;
    await sql`select from jobs.job where name = ${queue} and id = ${id}::uuid for update`.execute(tx);
  }
  const source =
    rows?.columns.givenUpAt === undefined
      ? sql`${failedJobs(kinds)} and name = ${queue} and id = ${id}::uuid`
      : sql`${failedRows(rows, rows.columns.givenUpAt)} and ${sql.ref(rows.columns.id)} = ${Number(id)}`;
  const { rows: found } = await sql<FailedWork>`
    select * from (${source}) w (queue, id, version, began_at, tries, cause, data, country, customer_id)
  `.execute(tx);
  return found[0];
}

/** Retries an item: a row with all of its attempts, a job once, as the queue does it. */
export async function retryFailed(
  tx: Tx,
  jobs: JobSender,
  queues: readonly RowQueue[],
  { queue, id }: Pick<FailedWork, 'queue' | 'id'>,
): Promise<void> {
  const rows = queues.find(({ name }) => name === queue);
  if (rows) await replayRows(tx, rows, Number(id));
  else
    await sql`
      update jobs.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = null
      where name = ${queue} and id = ${id}::uuid and state = 'failed'
    `.execute(tx);
  jobs.wake(tx, queue);
}

/** Discards an item for good; it stays recorded as discarded. */
export async function dropFailed(
  tx: Tx,
  queues: readonly RowQueue[],
  { queue, id }: Pick<FailedWork, 'queue' | 'id'>,
): Promise<void> {
  const rows = queues.find(({ name }) => name === queue);
  if (rows) await dropRow(tx, rows, Number(id));
  else
    await sql`
      update jobs.job set state = 'cancelled' where name = ${queue} and id = ${id}::uuid and state = 'failed'
    `.execute(tx);
}
