import { sql, type RawBuilder } from 'kysely';
import type { Currency } from '../../../../domain/currency.ts';
import type { OutputOf, ParsedOf } from '../../../../contract/contract.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { formatDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { centavos, toUnits } from '../../../../domain/money.ts';
import type { Queryable } from '../../../platform/database.ts';
import { inCountries } from '../../../platform/in-countries.ts';
import { PAGE_SIZE, type Sized } from '../../../platform/page-size.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/money/payments', 'query'>>;
type Answer = OutputOf<'GET /api/staff/money/payments'>;

interface Row {
  readonly id: number;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly source: string;
  readonly report_id: string;
  readonly request_reference: string;
  readonly amount: number;
  readonly paid_on: CalendarDate;
  readonly reported_at: Date;
  readonly outcome: string;
  readonly handled_by: string;
  readonly loan_id: number;
  readonly loan_state: string;
  readonly customer_id: number;
  readonly person: string;
  readonly books: number;
  readonly files: readonly number[];
  readonly counts: boolean;
}

/** Reports that were booked on a loan, as `r`. */
const booked = sql`select r.id, r.country, r.currency, r.source, r.report_id, r.request_reference, r.amount, r.paid_on,
  r.reported_at, r.outcome, r.handled_by, l.id as loan_id, l.state as loan_state, c.id as customer_id,
  case when c.erased_at is null then trim(both ' ' from concat(c.first_name, ' ', c.last_name)) else '' end as person,
  coalesce((select max(t.id) from ledger_transaction t where t.loan_id = l.id), 0) as books,
  array(select h.file_id from payment_handling h where h.report_id = r.id and h.file_id is not null order by h.id) as files,
  r.outcome not in ('reversed', 'refunded')
    and not exists (select from payment_reversal v where v.payment_id = r.payment_id) as counts
  from payment_report r join payment p on p.id = r.payment_id join loan l on l.id = p.loan_id
  join customer c on c.id = l.customer_id`;

/** What was reported and booked, the newest first; of a reference all that came under it. */
export async function paymentsPage(
  db: Queryable,
  countries: readonly CountryCode[],
  { country, reference, before, size = PAGE_SIZE }: Filter,
): Promise<Answer> {
  const own = country ? [country] : [...countries];
  const conditions: RawBuilder<unknown>[] = [
    sql`r.payment_id is not null and ${inCountries('r.country', own)}`,
    ...(before === undefined ? [] : [sql`r.id < ${before}`]),
    ...(reference
      ? [
          sql`r.id in (select id from payment_report where report_id = ${reference} union all
            select i.id from payment_report i join payment_request q on q.id = i.request_id where q.reference = ${reference})`,
        ]
      : []),
  ];
  const { rows } = await sql<Row>`
    ${booked} where ${sql.join(conditions, sql` and `)} order by r.id desc limit ${size + 1}
  `.execute(db);
  const shown = rows.slice(0, size);
  return {
    result: shown.map((row) => ({
      id: String(row.id),
      country: row.country,
      currency: row.currency,
      source: row.source,
      report_id: row.report_id,
      reference: row.request_reference,
      amount: toUnits(centavos(row.amount)),
      paid_on: formatDate(row.paid_on),
      reported_at: row.reported_at.toISOString(),
      outcome: row.outcome,
      loan: String(row.loan_id),
      customer: String(row.customer_id),
      person: row.person,
      books: row.books,
      handled_by: row.handled_by,
      files: row.files.map(String),
      counts: row.counts,
    })),
    next: rows.length > size ? String(shown.at(-1)?.id ?? '') : '',
  };
}

/** One that was booked on a loan. */
export async function bookedPayment(db: Queryable, id: number, countries: readonly CountryCode[]) {
  const { rows } = await sql<Row>`
    ${booked} where r.id = ${id} and r.country = any(${[...countries]}::text[])
  `.execute(db);
  return rows[0];
}
