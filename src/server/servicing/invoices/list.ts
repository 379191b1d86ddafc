import { sql, type RawBuilder } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { INVOICES_COUNTED } from '../../../contract/staff/invoices.ts';
import { WORK_COUNTED } from '../../../contract/staff/worklist.ts';
import { centavos, toUnits } from '../../../domain/money.ts';
import { shownName } from '../../customers/service.ts';
import { after } from '../../platform/clock.ts';
import type { Fault } from '../../integrations/invoicing/port.ts';
import type { Queryable } from '../../platform/database.ts';
import { pageOf, PAGE_SIZE, type Selected, type Sized } from '../../platform/page-size.ts';
import { askedBy } from '../../staff/actions/service.ts';
import { workLine, type WorkSource } from '../../staff/worklist/service.ts';
import { maskDocument } from '../../staff/masks/service.ts';
import { writtenNumber } from './numbers.ts';

type Page = OutputOf<'GET /api/staff/invoices'>;
type Shown = Page['result'][number];
type Row = Selected<
  Omit<Shown, 'currency' | 'faults' | 'number' | 'changed_at'>,
  { net: number; tax: number; issued_on: string | null; code: string | null; code_until: string | null }
> & {
  readonly number: number | null;
  readonly point_of_sale: number | null;
  readonly faults: readonly Fault[];
  readonly changed_at: Date;
};

const STATES = {
  refused: ['refused'],
  waiting: ['waiting', 'in-flight'],
  authorised: ['authorised'],
  resolved: ['resolved'],
} as const;

/** Page of fiscal documents: open ones oldest first, finished ones newest first. */
export async function invoicesPage(
  db: Queryable,
  own: readonly CountryCode[],
  {
    view = 'refused',
    country,
    number,
    from,
    size = PAGE_SIZE,
  }: Sized<ParsedOf<'GET /api/staff/invoices', 'query'>>,
): Promise<Page> {
  const isOpen = view === 'refused' || view === 'waiting';
  const conditions: RawBuilder<unknown>[] = [
    sql`i.country = any(${country ? [country] : [...own]}::text[])`,
    number === undefined
      ? sql`i.state = any(${[...STATES[view]]}::text[])`
      : sql`i.number = ${Number(number)}`,
    ...(from === undefined ? [] : [isOpen ? sql`i.id > ${from}` : sql`i.id < ${from}`]),
  ];
  const { rows } = await sql<Row>`
    select i.id::text as id, i.country, i.customer_id::text as customer, ${shownName} as person,
      i.loan_id::text as loan, i.kind, i.state, i.number, s.point_of_sale, i.tax_date, i.issued_on, i.net, i.tax,
      i.document_number as document, i.document_kind, i.code, i.code_until, i.faults, i.changed_at, i.version,
      coalesce(i.file_id::text, '') as file, coalesce(i.reason, '') as reason,
      ${askedBy(sql`'invoice:' || i.id`)} as asked_by
    from invoice i join customer c on c.id = i.customer_id left join invoice_series s on s.id = i.series_id
    where ${sql.join(conditions, sql` and `)} order by i.id ${isOpen ? sql`asc` : sql`desc`} limit ${size + 1}
  `.execute(db);
  const counts = from === undefined ? await countsOf(db, country ? [country] : own) : {};
  return { ...pageOf(rows, size, shown, ({ id }) => id), counts };
}

/** Documents of each view, counted up to {@link INVOICES_COUNTED}. */
async function countsOf(db: Queryable, countries: readonly CountryCode[]): Promise<Page['counts']> {
  const views = Object.keys(STATES) as (keyof typeof STATES)[];
  const { rows } = await sql<{ view: keyof typeof STATES; count: number }>`${sql.join(
    views.map(
      (view) => sql`select ${view}::text as view, count(*)::int as count from (
        select from invoice where country = any(${[...countries]}::text[])
          and state = any(${[...STATES[view]]}::text[]) limit ${INVOICES_COUNTED}) i`,
    ),
    sql` union all `,
  )}`.execute(db);
  return Object.fromEntries(rows.map(({ view, count }) => [view, count]));
}

const shown = ({ point_of_sale: pointOfSale, ...row }: Row): Shown => ({
  ...row,
  currency: packOf(row.country).currency,
  number: writtenNumber(pointOfSale, row.number),
  issued_on: row.issued_on ?? '',
  net: toUnits(centavos(row.net)),
  tax: toUnits(centavos(row.tax)),
  document: maskDocument(row.document),
  code: row.code ?? '',
  code_until: row.code_until ?? '',
  faults: row.faults.map(({ code, message }) => `${code}: ${message}`).join(' '),
  changed_at: row.changed_at.toISOString(),
});

type Series = OutputOf<'GET /api/staff/invoices/series'>['result'][number];

/** Number series with their waiting and refused documents. */
export async function invoiceSeries(
  db: Queryable,
  countries: readonly CountryCode[],
): Promise<readonly Series[]> {
  const { rows } = await sql<Omit<Series, 'oldest_at'> & { readonly oldest_at: Date | null }>`
    select s.id::text as id, s.country, s.point_of_sale, s.kind, s.last_number as last, s.stopped, s.failure, s.version,
      count(i.id) filter (where i.state <> 'refused')::int as waiting,
      count(i.id) filter (where i.state = 'refused')::int as refused,
      min(i.created_at) filter (where i.state <> 'refused') as oldest_at
    from invoice_series s left join invoice i on i.country = s.country and i.kind = s.kind
      and i.state in ('waiting', 'in-flight', 'refused')
    where s.country = any(${[...countries]}::text[]) group by s.id order by s.country, s.point_of_sale, s.kind desc
  `.execute(db);
  return rows.map((row) => ({ ...row, oldest_at: row.oldest_at?.toISOString() ?? '' }));
}

/** Refused documents, and those that have waited for an hour, for the home page. */
export function invoiceWork(db: Queryable): WorkSource {
  // As the partial indexes have them: most documents are authorised.
  const states = {
    'invoices-refused': sql`state = 'refused'`,
    'invoices-late': sql`(state = 'waiting' or state = 'in-flight')`,
  } as const;
  const counted = async (line: keyof typeof states, country: CountryCode, until: Date) => {
    const { rows } = await sql<{ count: number; oldest: Date | null }>`
      select count(*)::int as count, min(created_at) as oldest from (
        select created_at from invoice where country = ${country} and ${states[line]} and created_at <= ${until}
        limit ${WORK_COUNTED + 1}) i`.execute(db);
    return rows.flatMap(({ count, oldest: oldestAt }) => workLine(line, { country, count, oldestAt }));
  };
  return {
    lines: ['invoices-refused', 'invoices-late'],
    async read({ countries }, now) {
      const lines = await Promise.all(
        countries.flatMap((country) => [
          counted('invoices-refused', country, now),
          counted('invoices-late', country, after(now, -1, 'hours')),
        ]),
      );
      return lines.flat();
    },
  };
}
