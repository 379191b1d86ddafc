import { sql, type RawBuilder } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../../contract/contract.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { formatDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { centavos, toUnits } from '../../../../domain/money.ts';
import { shownName } from '../../../customers/service.ts';
import { versionOfLedger } from '../../../loans/ledger/service.ts';
import type { Queryable } from '../../../platform/database.ts';
import { inCountries } from '../../../platform/in-countries.ts';
import { pageOf, PAGE_SIZE, type Selected, type Sized } from '../../../platform/page-size.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/money/payments', 'query'>>;
type Answer = OutputOf<'GET /api/staff/money/payments'>;
type Shown = Answer['result'][number];
type Row = Selected<Shown, { amount: number; paid_on: CalendarDate; reported_at: Date }>;

/** Reports booked on a loan, as `r`. */
const booked = sql`payment_report r join payment p on p.id = r.payment_id join loan l on l.id = p.loan_id
  join customer c on c.id = l.customer_id`;

const columns = sql`r.id::text as id, r.country, r.currency, r.source, r.report_id, r.request_reference as reference,
  r.amount, r.paid_on, r.reported_at, r.outcome, r.handled_by, l.id::text as loan, c.id::text as customer,
  ${shownName} as person, ${versionOfLedger} as books,
  array(select h.file_id::text from payment_handling h
    where h.report_id = r.id and h.file_id is not null order by h.id) as files,
  r.outcome not in ('reversed', 'refunded')
    and not exists (select from payment_reversal v where v.payment_id = r.payment_id) as counts`;

/** Reported and booked payments, newest first; for a reference, all payments under it. */
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
    select ${columns} from ${booked} where ${sql.join(conditions, sql` and `)} order by r.id desc limit ${size + 1}
  `.execute(db);
  return pageOf(rows, size, shownPayment, ({ id }) => id);
}

const shownPayment = (row: Row): Shown => ({
  ...row,
  amount: toUnits(centavos(row.amount)),
  paid_on: formatDate(row.paid_on),
  reported_at: row.reported_at.toISOString(),
});

export async function bookedPayment(db: Queryable, id: number, countries: readonly CountryCode[]) {
  const { rows } = await sql<Row & { readonly loan_state: string }>`
    select ${columns}, l.state as loan_state from ${booked}
    where r.id = ${id} and r.country = any(${[...countries]}::text[])
  `.execute(db);
  return rows[0];
}
