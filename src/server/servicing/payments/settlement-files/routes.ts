import { sql } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../../contract/contract.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { packOf } from '../../../../countries/index.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import { centavos, toUnits } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { Queryable } from '../../../platform/database.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../../platform/page-size.ts';
import { fail, ok } from '../../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../../platform/http/route.ts';
import { rejected } from '../reports/import-collection.ts';

type Shown = OutputOf<'GET /api/staff/money/files'>['result'][number];
type Filter = Sized<ParsedOf<'GET /api/staff/money/files', 'query'>>;
type LinesAsked = Sized<ParsedOf<'GET /api/staff/money/files/{id}', 'query'>>;
type Lines = OutputOf<'GET /api/staff/money/files/{id}'>;

export function fileRoutes({ db, ports }: Dependencies): Route[] {
  return [
    route('GET /api/staff/money/files', async (call) => {
      const { countries } = staffOf(call);
      const { country, before, size = PAGE_SIZE }: Filter = call.query;
      const files = await filesOf(db, country ? [country] : countries, { before, size });
      const networks = Object.entries(ports.collection)
        .map(([name, network]) => ({ name, country: network.country }))
        .filter((network) => countries.includes(network.country));
      const page = pageOf(
        files,
        size,
        (file) => file,
        ({ id }) => id,
      );
      return ok({ ...page, networks });
    }),
    route('GET /api/staff/money/files/{id}', async (call) => {
      const [row] = await filesOf(db, staffOf(call).countries, { id: call.params.id });
      if (!row) return fail('not_found');
      return ok(await linesOf(db, row, call.query));
    }),
  ];
}

async function filesOf(
  db: Queryable,
  countries: readonly CountryCode[],
  {
    id,
    before,
    size = PAGE_SIZE,
  }: Sized<{
    readonly id?: number | undefined;
    readonly before?: number | undefined;
  }>,
): Promise<Shown[]> {
  const files = await db
    .selectFrom('collection_file')
    .selectAll()
    .where('country', 'in', [...countries])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const counts = await countsOf(
    db,
    files.map((file) => file.id),
  );
  return files.map((file) => {
    const own = counts.filter(({ file_id: fileId }) => fileId === file.id);
    return {
      id: String(file.id),
      network: file.network,
      country: file.country,
      currency: packOf(file.country).currency,
      name: file.name,
      settled_on: formatDate(file.settled_on),
      lines: file.line_count,
      done: own.reduce((sum, { count }) => sum + count, 0),
      amount: toUnits(centavos(file.amount)),
      imported_at: file.imported_at.toISOString(),
      counts: own.map(({ outcome, count, amount }) => ({
        outcome,
        count,
        amount: toUnits(centavos(amount)),
      })),
    };
  });
}

async function countsOf(db: Queryable, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('collection_line')
    .select(['file_id', 'outcome'])
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`sum(amount)::bigint`.as('amount')])
    .where('file_id', 'in', [...ids])
    .groupBy(['file_id', 'outcome'])
    .orderBy('outcome')
    .execute();
}

/** A page of lines; `size` is that of a file that takes them away. */
async function linesOf(
  db: Queryable,
  { id }: Shown,
  { which, from, size = PAGE_SIZE }: LinesAsked,
): Promise<Lines> {
  const rows = await db
    .selectFrom('collection_line')
    .selectAll()
    .where('file_id', '=', Number(id))
    .$if(which === 'review', (query) => query.where('outcome', 'in', [...rejected]))
    .$if(from !== undefined, (query) => query.where('line', '>', from ?? 0))
    .orderBy('line')
    .limit(size + 1)
    .execute();
  return pageOf(
    rows,
    size,
    (row) => ({
      line: row.line,
      kind: row.kind === 'reversal' ? 'reversal' : 'payment',
      report_id: row.report_id,
      reference: row.reference,
      amount: toUnits(centavos(row.amount)),
      paid_on: formatDate(row.paid_on),
      outcome: row.outcome,
      reason: row.reason,
    }),
    ({ line }) => line,
  );
}
