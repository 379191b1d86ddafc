import { sql, type RawBuilder } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../../contract/contract.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { centavos, toUnits } from '../../../../domain/money.ts';
import { payoutsStopped } from '../../../content/service.ts';
import { waitAfterContactChange } from '../../../customers/contact-changes/service.ts';
import { payoutStop } from '../../../customers/holds/service.ts';
import { shownName } from '../../../customers/service.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { Queryable } from '../../../platform/database.ts';
import { pageOf, PAGE_SIZE, type Selected, type Sized } from '../../../platform/page-size.ts';
import { askedBy } from '../../../staff/actions/service.ts';
import { maskAccount } from '../../../staff/masks/service.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/money/refunds', 'query'>>;
type Answer = OutputOf<'GET /api/staff/money/refunds'>;
type Shown = Answer['result'][number];

interface Row extends Selected<
  Omit<Shown, 'answer'>,
  { amount: number; created_at: Date; changed_at: Date }
> {
  readonly answer_id: string | null;
  readonly answer_state: string | null;
  readonly answer_at: Date | null;
}

/** Refunds with hold reason, last rail answer, resolution, and the requester of a pending resolution. */
const refunds = (now: Date) => sql`
  select r.id::text as id, r.country, r.currency, r.loan_id::text as loan, r.customer_id::text as customer, r.amount,
    r.destination as account, r.reference, r.state, r.tries, r.receipt_code as receipt, r.failure, r.requested_by,
    r.approved_by, r.created_at, r.changed_at, r.version, ${shownName} as person,
    case when r.state <> 'planned' then '' when stop.what <> '' then stop.what
      when ${payoutsStopped(sql`r.country`)} then 'stopped'
      when ${waitAfterContactChange(sql`r.customer_id`, now)} is not null then 'contact' else '' end as waits_for,
    a.id::text as answer_id, a.state as answer_state, a.last_at as answer_at,
    coalesce(u.file_id::text, '') as file, exists (select from order_contradiction o where o.kind = 'refund' and o.order_id = r.id and o.truth is null)
      as contradicted,
    ${askedBy(sql`'refund:' || r.id`)} as asked_by
  from credit_refund r join customer c on c.id = r.customer_id
  cross join lateral (select ${payoutStop(sql`r.customer_id`, sql`r.loan_id`)} as what) stop
  left join credit_refund_ruling u on u.refund_id = r.id
  left join lateral (select id, state, last_at from credit_refund_answer where refund_id = r.id order by id desc limit 1) a
    on true`;

function shown({ answer_id: id, answer_state: state, answer_at: at, ...row }: Row): Shown {
  return {
    ...row,
    amount: toUnits(centavos(row.amount)),
    account: maskAccount(row.account),
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    answer: id === null ? null : { id, state: state ?? '', last_at: at?.toISOString() ?? '' },
  };
}

/** Refunds of credit, newest first. */
export async function refundsPage(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
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
    ${refunds(clock.now())} where ${sql.join(conditions, sql` and `)} order by r.id desc limit ${size + 1}
  `.execute(db);
  return pageOf(rows, size, shown, ({ id }) => id);
}

export async function refundView(
  db: Queryable,
  countries: readonly CountryCode[],
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<Shown | undefined> {
  const { rows } = await sql<Row>`
    ${refunds(now)} where r.id = ${id} and r.country = any(${[...countries]}::text[])
  `.execute(db);
  const [row] = rows;
  return row && shown(row);
}

/** Refunds of a country that the bank does not answer about. */
export async function unknownRefunds(db: Queryable, country: CountryCode) {
  const { rows } = await sql<{ amount: number; count: number; oldest_at: Date | null }>`
    select coalesce(sum(amount), 0)::bigint as amount, count(*)::int as count, min(created_at) as oldest_at
    from credit_refund where state = 'unknown' and country = ${country}
  `.execute(db);
  return rows[0] ?? { amount: 0, count: 0, oldest_at: null };
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
