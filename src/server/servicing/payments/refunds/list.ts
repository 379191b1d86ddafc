import { sql, type RawBuilder } from 'kysely';
import type { Currency } from '../../../../domain/currency.ts';
import type { OutputOf, ParsedOf } from '../../../../contract/contract.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { centavos, toUnits } from '../../../../domain/money.ts';
import { payOutsStopped } from '../../../content/service.ts';
import { holdStops } from '../../../customers/holds/service.ts';
import type { Queryable } from '../../../platform/database.ts';
import { PAGE_SIZE, type Sized } from '../../../platform/page-size.ts';
import { maskAccount } from '../../../staff/masks/service.ts';
import type { RefundState } from './refund-state.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/money/refunds', 'query'>>;
type Answer = OutputOf<'GET /api/staff/money/refunds'>;
type Shown = Answer['result'][number];

interface Row {
  readonly id: number;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly loan_id: number;
  readonly customer_id: number;
  readonly person: string;
  readonly amount: number;
  readonly destination: string;
  readonly reference: string;
  readonly state: RefundState;
  readonly waits_for: Shown['waits_for'];
  readonly tries: number;
  readonly receipt_code: string;
  readonly failure: string;
  readonly requested_by: string;
  readonly approved_by: string;
  readonly created_at: Date;
  readonly changed_at: Date;
  readonly version: number;
  readonly answer_id: number | null;
  readonly answer_state: string | null;
  readonly answer_at: Date | null;
  readonly file_id: number | null;
  readonly word: string | null;
  readonly asked_by: string | null;
}

/** Why one is kept back, what the rail said last, what two people settled, and who asked for that while it waits. */
const refunds = sql`
  select r.id, r.country, r.currency, r.loan_id, r.customer_id, r.amount, r.destination, r.reference, r.state, r.tries,
    r.receipt_code, r.failure, r.requested_by, r.approved_by, r.created_at, r.changed_at, r.version,
    case when c.erased_at is null then trim(both ' ' from concat(c.first_name, ' ', c.last_name)) else '' end as person,
    case when r.state <> 'planned' then '' when ${holdStops('pay-outs', sql`r.customer_id`, sql`r.loan_id`)} then 'held'
      when ${payOutsStopped(sql`r.country`)} then 'stopped' else '' end as waits_for,
    a.id as answer_id, a.state as answer_state, a.last_at as answer_at, u.file_id, u.word,
    (select m.name from staff_approval p join staff_member m on m.id = p.requested_by
      where p.state = 'pending' and p.subject = 'refund:' || r.id order by p.id limit 1) as asked_by
  from credit_refund r join customer c on c.id = r.customer_id
  left join credit_refund_ruling u on u.refund_id = r.id
  left join lateral (select id, state, last_at from credit_refund_answer where refund_id = r.id order by id desc limit 1) a
    on true`;

function shown(row: Row): Shown {
  return {
    id: String(row.id),
    country: row.country,
    currency: row.currency,
    loan: String(row.loan_id),
    customer: String(row.customer_id),
    person: row.person,
    amount: toUnits(centavos(row.amount)),
    account: maskAccount(row.destination),
    reference: row.reference,
    state: row.state,
    waits_for: row.waits_for,
    tries: row.tries,
    receipt: row.receipt_code,
    failure: row.failure,
    requested_by: row.requested_by,
    approved_by: row.approved_by,
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    version: row.version,
    answer:
      row.answer_id === null
        ? null
        : {
            id: String(row.answer_id),
            state: row.answer_state ?? '',
            last_at: row.answer_at?.toISOString() ?? '',
          },
    file: row.file_id === null ? '' : String(row.file_id),
    contradicted: row.word === 'contradicts',
    asked_by: row.asked_by ?? '',
  };
}

/** Transfers of money in favour, the newest first. */
export async function refundsPage(
  db: Queryable,
  countries: readonly CountryCode[],
  { country, state, before, size = PAGE_SIZE }: Filter,
): Promise<Answer> {
  const own = country ? [country] : [...countries];
  const conditions: RawBuilder<unknown>[] = [
    sql`r.country = any(${own}::text[])`,
    ...(state === undefined ? [] : [sql`r.state = ${state}`]),
    ...(before === undefined ? [] : [sql`r.id < ${before}`]),
  ];
  const { rows } = await sql<Row>`
    ${refunds} where ${sql.join(conditions, sql` and `)} order by r.id desc limit ${size + 1}
  `.execute(db);
  const page = rows.slice(0, size);
  return {
    result: page.map(shown),
    next: rows.length > size ? String(page.at(-1)?.id ?? '') : '',
  };
}

/** One of these countries. */
export async function shownRefund(
  db: Queryable,
  countries: readonly CountryCode[],
  id: number,
): Promise<Shown | undefined> {
  const { rows } = await sql<Row>`
    ${refunds} where r.id = ${id} and r.country = any(${[...countries]}::text[])
  `.execute(db);
  const [row] = rows;
  return row && shown(row);
}

/** Centavos that are on their way back to customers. */
export async function onItsWay(db: Queryable, country: CountryCode): Promise<number> {
  const row = await db
    .selectFrom('credit_refund')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'))
    .where('country', '=', country)
    .where('state', 'in', ['planned', 'sent', 'unknown'])
    .executeTakeFirst();
  return row?.amount ?? 0;
}
