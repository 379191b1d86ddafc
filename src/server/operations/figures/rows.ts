import { sql, type RawBuilder } from 'kysely';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { OutputOf } from '../../../contract/contract.ts';
import type { FIGURE_SOURCES } from '../../../contract/staff/figures.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Queryable } from '../../platform/database.ts';
import { RANGE_STARTS, WRITTEN_OFF } from '../portfolio/service.ts';
import { boundsOf } from './figures.ts';

type Shown = OutputOf<'GET /api/staff/figures/rows'>['result'][number];

export interface Behind {
  readonly country: CountryCode;
  readonly source: (typeof FIGURE_SOURCES)[number];
  readonly day: CalendarDate;
  readonly part?: string | undefined;
  readonly from?: string | undefined;
}

interface Row {
  readonly id: number;
  readonly at: Date | string;
  readonly name: string;
  readonly part: string;
  readonly amount: number | null;
  readonly days_late: number | null;
  readonly overdue: number | null;
  readonly class: number | null;
  readonly customer_id: number | null;
}

/** Query for the rows of one source between two instants, under common column names. */
type Source = (between: {
  readonly country: CountryCode;
  readonly from: Date;
  readonly to: Date;
}) => RawBuilder<Row>;

const nothing = sql`null::int as days_late, null::bigint as overdue, null::int as class`;

const shortLoan = sql`left(l.public_id, 8)`;

const moneyIn: Source = ({ country, from, to }) => sql<Row>`
  select t.id, t.at, coalesce(${shortLoan}, '') as name,
    case t.kind when 'payment-received' then coalesce(p.source, t.kind) else t.kind end as part,
    e.amount, ${nothing}, coalesce(t.customer_id, l.customer_id) as customer_id
  from ledger_transaction t join ledger_entry e on e.transaction_id = t.id and e.account = 'collections'
    left join payment p on p.id = t.payment_id left join loan l on l.id = t.loan_id
  where t.country = ${country} and t.at >= ${from} and t.at < ${to}`;

const payout: Source = ({ country, from, to }) => sql<Row>`
  select t.id, t.at, ${shortLoan} as name, d.rail as part, -e.amount as amount, ${nothing}, l.customer_id
  from ledger_transaction t join ledger_entry e on e.transaction_id = t.id and e.account = 'bank'
    join payout d on d.loan_id = t.loan_id join loan l on l.id = t.loan_id
  where t.kind = 'disbursement-confirmed' and t.country = ${country} and t.at >= ${from} and t.at < ${to}`;

const decision: Source = ({ country, from, to }) => sql<Row>`
  select id, at, rule as name, case when outcome ? 'review' then 'reviewed'
      when (outcome->>'approved')::boolean then 'approved' else 'refused' end as part,
    null::bigint as amount, ${nothing}, customer_id
  from decision where country = ${country} and at >= ${from} and at < ${to}`;

/** Three tables with their own numbering, so they are queried one at a time. */
const applications = {
  'sign-up': ({ country, from, to }) => sql<Row>`
    select id, created_at as at, origin as name, 'sign-up' as part, null::bigint as amount, ${nothing},
      null::bigint as customer_id
    from lead where country = ${country} and created_at >= ${from} and created_at < ${to}`,
  account: ({ country, from, to }) => sql<Row>`
    select id, created_at as at, origin as name, 'account' as part, null::bigint as amount, ${nothing},
      id as customer_id
    from customer where country = ${country} and created_at >= ${from} and created_at < ${to}`,
  confirmed: ({ country, from, to }) => sql<Row>`
    select l.id, l.created_at as at, ${shortLoan} as name, 'confirmed' as part, l.principal as amount, ${nothing},
      l.customer_id
    from loan l where l.country = ${country} and l.created_at >= ${from} and l.created_at < ${to}`,
} satisfies Record<string, Source>;

const isApplication = (part: string): part is keyof typeof applications => Object.hasOwn(applications, part);

const sources: Readonly<
  Record<Exclude<Behind['source'], 'portfolio' | 'class'>, (part: string) => Source | undefined>
> = {
  'money-in': () => moneyIn,
  'pay-out': () => payout,
  decision: () => decision,
  application: (part) => (isApplication(part) ? applications[part] : undefined),
};

/** Rows behind a figure, from a cursor on; amounts in centavos. */
export async function rowsBehind(db: Queryable, behind: Behind, limit: number): Promise<readonly Row[]> {
  const { country, source: name, part = '', from: place = '0' } = behind;
  if (name === 'portfolio' || name === 'class') return loansBehind(db, { ...behind, source: name }, limit);
  const source = sources[name](part);
  if (!source) return [];
  const [from, to] = boundsOf({ country, date: behind.day });
  const { rows } = await sql<Row>`
    with s as materialized (${source({ country, from, to })})
    select * from s where id > ${Number(place.split('~')[0])} and (${part} = '' or part = ${part}) order by id limit ${limit}
  `.execute(db);
  return rows;
}

/** Conditions of a range of days late and of a class on the loan `p`; undefined for an unknown one. */
const CONDITIONS = {
  portfolio(part: string) {
    const low = [WRITTEN_OFF, ...RANGE_STARTS].find((start) => String(start) === part);
    if (low === undefined) return undefined;
    if (low === WRITTEN_OFF) return sql`p.is_written_off`;
    const high = RANGE_STARTS.find((start) => start > low);
    const below = high === undefined ? sql`true` : sql`p.days_late < ${high}`;
    return sql`not p.is_written_off and p.days_late >= ${low} and ${below}`;
  },
  class: (part: string) =>
    /^[1-5]$/.test(part) ? sql`not p.is_written_off and p.class = ${Number(part)}` : undefined,
} satisfies Partial<Record<Behind['source'], (part: string) => RawBuilder<unknown> | undefined>>;

/** Loans behind a figure of the portfolio at the end of a day, fewest days late first. */
async function loansBehind(
  db: Queryable,
  { country, source, day, part, from }: Behind & { readonly source: keyof typeof CONDITIONS },
  limit: number,
): Promise<readonly Row[]> {
  const condition = part === undefined ? sql`not p.is_written_off` : CONDITIONS[source](part);
  if (condition === undefined) return [];
  const [daysLate = '0', id = '0'] = from?.split('~') ?? [];
  const { rows } = await sql<Row>`
    select p.loan_id as id, l.interest_from::text as at, ${shortLoan} as name, '' as part, p.principal as amount,
      p.days_late, p.overdue, p.class, l.customer_id
    from portfolio_loan p join loan l on l.id = p.loan_id
    where p.country = ${country} and p.day = ${day}::date and ${condition}
      and (p.days_late, p.loan_id) > (${Number(daysLate)}::bigint, ${Number(id)}::bigint)
    order by p.days_late, p.loan_id limit ${limit}
  `.execute(db);
  return rows;
}

const units = (centavos: number | null) => (centavos === null ? null : centavos / 100);

export function rowView({ id, at, customer_id: customer, ...row }: Row): Shown {
  return {
    id: String(id),
    at: typeof at === 'string' ? at : at.toISOString(),
    name: row.name,
    part: row.part,
    amount: units(row.amount),
    days_late: row.days_late,
    overdue: units(row.overdue),
    class: row.class,
    customer: customer === null ? '' : String(customer),
  };
}

/** Cursor of the next page. */
export const placeOf = ({ source }: Behind, { id, days_late: daysLate }: Row): string =>
  source === 'portfolio' || source === 'class' ? `${daysLate ?? 0}~${id}` : String(id);
