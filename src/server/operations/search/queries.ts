import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '../../../countries/countries.ts';
import type { SearchReading } from '../../../countries/identifiers/search-terms.ts';
import type { Queryable } from '../../platform/database.ts';

/** Search hits of one reading of the text. */
export const mostHits = 20;

export interface HitRow {
  readonly kind: SearchReading['kind'];
  readonly customer_id: number | null;
  readonly country: CountryCode;
  readonly first_name: string;
  readonly last_name: string;
  readonly document_number: string;
  readonly found: string;
  readonly ticket_id: number | null;
}

const person = sql`c.id as customer_id, c.country, c.first_name, c.last_name, c.document_number`;

/** Indexed query for each kind. `among`: countries of the searching person. */
function statementOf(reading: SearchReading, among: RawBuilder<unknown>): RawBuilder<unknown> {
  const { value } = reading;
  switch (reading.kind) {
    case 'document':
    case 'legal-number':
      return sql`select ${person}, '' as found, null::bigint as ticket_id from customer c
        where c.country = ${reading.country} and c.document_number = ${value}`;
    case 'phone':
      return sql`select ${person}, '' as found, null::bigint as ticket_id from customer c
        where c.country = ${reading.country} and c.cellphone = ${value}`;
    case 'email':
      return sql`select ${person}, '' as found, null::bigint as ticket_id from customer c
        where c.country = ${among} and lower(c.email) = ${value}`;
    case 'loan':
      return sql`select ${person}, l.id::text as found, null::bigint as ticket_id
        from loan l join customer c on c.id = l.customer_id
        where ${isRow(value) ? sql`l.id = ${Number(value)}` : sql`l.public_id = ${value}`}
          and l.country = ${among}`;
    case 'payment':
      return sql`select ${person}, l.id::text as found, null::bigint as ticket_id from (
          select loan_id from payment where reference = ${value}
          union select loan_id from payment_request where reference = ${value}
          union select loan_id from disbursement where reference = ${value}) p
        join loan l on l.id = p.loan_id join customer c on c.id = l.customer_id where l.country = ${among}`;
    case 'ticket':
      return sql`select t.customer_id, t.country, coalesce(c.first_name, t.name) as first_name,
          coalesce(c.last_name, '') as last_name, coalesce(c.document_number, t.document_number) as document_number,
          t.id::text as found, t.id as ticket_id
        from ticket t left join customer c on c.id = t.customer_id
        where ${isRow(value) ? sql`t.id = ${Number(value)}` : sql`t.public_id = ${value}`}
          and t.country = ${among}`;
    case 'card':
      return sql`select ${person}, k.last_four as found, null::bigint as ticket_id
        from (select customer_id, last_four, id from card where last_four = ${value} and removed_at is null
          order by id desc limit 500) k
        join customer c on c.id = k.customer_id where c.country = ${among} order by k.id desc`;
  }
}

const isRow = (value: string) => /^\d{1,15}$/.test(value);

/** Hits of a reading in these countries; one row more than {@link mostHits} means that there are more. */
export async function hitsOf(
  db: Queryable,
  reading: SearchReading,
  countries: readonly CountryCode[],
): Promise<readonly HitRow[]> {
  const among = sql`any(${[...countries]}::text[])`;
  const { rows } = await sql<Omit<HitRow, 'kind'>>`
    select * from (${statementOf(reading, among)}) found limit ${mostHits + 1}
  `.execute(db);
  return rows.map((row) => ({ kind: reading.kind, ...row }));
}

export const openedAction = 'GET /api/staff/customers/{id}';

/** Pages among which the last ones are looked for: who opens one ten times has one. */
const lookedThrough = 100;
const mostRecent = 8;

interface RecentRow {
  readonly customer_id: number;
  readonly country: CountryCode;
  readonly first_name: string;
  readonly last_name: string;
  readonly document_number: string;
  readonly at: Date;
}

/** Customers whose pages this person opened last. */
export async function recentlyOpened(
  db: Queryable,
  staffId: number,
  countries: readonly CountryCode[],
): Promise<readonly RecentRow[]> {
  const { rows } = await sql<RecentRow>`
    select ${person}, o.at from (
      select customer_id, max(at) as at, max(id) as id from (
        select customer_id, at, id from staff_audit
        where staff_id = ${staffId} and action = ${openedAction} order by id desc limit ${lookedThrough}) a
      group by customer_id) o
    join customer c on c.id = o.customer_id
    where c.country = any(${[...countries]}::text[]) and c.erased_at is null
    order by o.id desc limit ${mostRecent}
  `.execute(db);
  return rows;
}
