import { sql } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../../contract/contract.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { packOf } from '../../../../countries/index.ts';
import { formatDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { centavos, toUnits } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { Queryable } from '../../../platform/database.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../../platform/page-size.ts';
import { fail, ok } from '../../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../../platform/http/route.ts';
import { pendingOf } from '../../../staff/actions/service.ts';
import { rejected, stops } from '../reports/import-collection.ts';
import { seenLines, seenUpload } from './seen-lines.ts';

type Shown = OutputOf<'GET /api/staff/money/files'>['result'][number];
type Filter = Sized<ParsedOf<'GET /api/staff/money/files', 'query'>>;
type LinesAsked = Sized<ParsedOf<'GET /api/staff/money/files/{id}', 'query'>>;
type Lines = OutputOf<'GET /api/staff/money/files/{id}'>;

export function fileRoutes({ db, ports }: Dependencies): Route[] {
  return [
    route('GET /api/staff/money/files/tried/{digest}', async (call) => {
      const { digest } = call.params;
      const result = await seenUpload({ db, ports }, staffOf(call).countries, digest);
      return result ? ok({ result }) : fail('not_found');
    }),
    route('GET /api/staff/money/files/asked/{id}', async (call) => {
      const { id } = call.params;
      const lines = await seenLines({ db, ports }, staffOf(call).countries, id, call.query);
      return lines ? ok(lines) : fail('not_found');
    }),
    route('GET /api/staff/money/files', async (call) => {
      const { countries } = staffOf(call);
      const { country, before, size = PAGE_SIZE }: Filter = call.query;
      const among = country ? [country] : countries;
      const files = await filesOf(db, among, { before, size });
      const waiting = before === undefined ? await waitingFiles(db, among) : [];
      const networks = Object.entries(ports.collection)
        .map(([name, network]) => ({ name, country: network.country }))
        .filter((network) => countries.includes(network.country));
      const page = pageOf(
        files,
        size,
        (file) => file,
        ({ id }) => id,
      );
      return ok({ ...page, waiting, networks });
    }),
    route('GET /api/staff/money/files/{id}', async (call) => {
      const [row] = await filesOf(db, staffOf(call).countries, { id: call.params.id });
      if (!row) return fail('not_found');
      return ok(await linesOf({ db, ports }, row, call.query));
    }),
  ];
}

/** Files that wait for a second person, newest first. Their subject is stored as `network: name`. */
async function waitingFiles(db: Queryable, countries: readonly CountryCode[]) {
  const pending = await pendingOf(db, 'POST /api/staff/money/files', countries);
  return pending.map(
    ({ id, country, subject_name: subject, amount, asked_by: askedBy, requested_at: at }) => {
      const [network = '', ...name] = subject.split(': ');
      return {
        id: String(id),
        network,
        country,
        currency: packOf(country).currency,
        name: name.join(': '),
        amount: amount === null ? null : toUnits(centavos(amount)),
        asked_by: askedBy,
        asked_at: at.toISOString(),
      };
    },
  );
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
    .selectFrom('collection_file as f')
    .leftJoin('staff_member as uploader', 'uploader.id', 'f.uploaded_by')
    .leftJoin('staff_member as approver', 'approver.id', 'f.approved_by')
    .selectAll('f')
    .select(['uploader.name as uploader', 'approver.name as approver'])
    .where('f.country', 'in', [...countries])
    .$if(id !== undefined, (query) => query.where('f.id', '=', id ?? 0))
    .$if(before !== undefined, (query) => query.where('f.id', '<', before ?? 0))
    .orderBy('f.id', 'desc')
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
      uploaded_by: file.uploader ?? '',
      approved_by: file.approver ?? '',
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
  const { rows } = await sql<{ file_id: number; outcome: string; count: number; amount: number }>`
    select file_id, outcome, count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount
    from (${allLines}) l where file_id = any(${[...ids]}::bigint[]) group by 1, 2 order by 2
  `.execute(db);
  return rows;
}

/** Booked lines, and stopped ones that have not been booked since. */
const allLines = sql`
  select file_id, line, kind, report_id, reference, amount, paid_on, outcome, reason, '' as said from collection_line
  union all
  select file_id, line, kind, report_id, reference, amount, paid_on, outcome, reason, said from collection_stop s
  where not exists (select from collection_line b where b.file_id = s.file_id and b.line = s.line)`;

interface LineRow {
  readonly line: number;
  readonly kind: Lines['result'][number]['kind'];
  readonly report_id: string;
  readonly reference: string;
  readonly amount: number | null;
  readonly paid_on: CalendarDate | null;
  readonly outcome: string;
  readonly reason: string;
  readonly said: string;
  readonly loan: string;
}

/** Page of lines; `size` applies to a download. */
async function linesOf(
  { db, ports }: Pick<Dependencies, 'db' | 'ports'>,
  { id, network }: Shown,
  { which, from, size = PAGE_SIZE }: LinesAsked,
): Promise<Lines> {
  const isReview = which === 'review';
  const { rows } = await sql<LineRow>`
    select l.*, coalesce((select p.loan_id::text from payment_report r join payment p on p.id = r.payment_id
        where r.source = ${ports.collection[network]?.source ?? ''} and r.report_id = l.report_id), '') as loan
    from (${allLines}) l where file_id = ${Number(id)} and line > ${from ?? 0}
      and (not ${isReview} or outcome = any(${[...rejected, ...stops]}::text[]))
    order by line limit ${size + 1}
  `.execute(db);
  return pageOf(
    rows,
    size,
    (row) => ({
      line: row.line,
      kind: row.kind,
      report_id: row.report_id,
      reference: row.reference,
      amount: row.amount === null ? null : toUnits(centavos(row.amount)),
      paid_on: row.paid_on === null ? '' : formatDate(row.paid_on),
      outcome: row.outcome,
      reason: row.reason,
      said: row.said,
      loan: row.loan,
    }),
    ({ line }) => line,
  );
}
