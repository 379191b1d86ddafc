import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '../../../countries/countries.ts';
import type { DocumentNumber } from '../../../countries/country.ts';
import type { SearchReading } from '../../../countries/identifiers/search-terms.ts';
import type { StoredOutcome } from '../../origination/offers/service.ts';
import type { Queryable } from '../../platform/database.ts';

export const mostHits = 20;
/** The same for a part of a name or an e-mail, which many have: each hit counts as a person seen. */
const mostByPart = 10;
/** Hits of a part among which the nearest are chosen. */
const rankedByPart = 200;

export interface HitRow {
  readonly kind: SearchReading['kind'];
  readonly customer_id: number | null;
  readonly country: CountryCode;
  readonly first_name: string;
  readonly last_name: string;
  readonly document_number: string;
  readonly cellphone: string;
  readonly found: string;
  readonly ticket_id: number | null;
  readonly report_id: number | null;
}

const person = sql`c.id as customer_id, c.country, c.first_name, c.last_name, c.document_number, c.cellphone`;
const alone = sql`null::bigint as ticket_id, null::bigint as report_id`;
const onlyPerson = sql`${person}, '' as found, ${alone}`;

/** Loans of the numbers of a statement, with their customers. */
const ofLoans = (loans: RawBuilder<unknown>, among: RawBuilder<unknown>) => sql`
  select ${person}, l.id::text as found, ${alone} from (${loans}) p
    join loan l on l.id = p.loan_id join customer c on c.id = l.customer_id where l.country = ${among}`;

/** Indexed query for each kind. `among`: countries of the searching person. */
function statementOf(reading: SearchReading, among: RawBuilder<unknown>): RawBuilder<unknown> {
  const { value } = reading;
  switch (reading.kind) {
    case 'document':
    case 'legal-number':
      return sql`select ${onlyPerson} from customer c
        where c.country = ${reading.country} and c.document_number = ${value}`;
    case 'phone':
      return sql`select ${onlyPerson} from customer c
        where c.country = ${reading.country} and c.cellphone = ${value}`;
    case 'email':
      return sql`select ${onlyPerson} from customer c where c.country = ${among} and lower(c.email) = ${value}`;
    case 'name':
      return byName(reading.words, among);
    case 'email-part':
      return sql`select ${onlyPerson} from customer c
        where lower(c.email) like ${`%${pattern(value)}%`} and c.erased_at is null and c.country = ${among}`;
    case 'loan':
      return sql`select ${person}, l.id::text as found, ${alone}
        from loan l join customer c on c.id = l.customer_id
        where ${isRow(value) ? sql`l.id = ${Number(value)}` : sql`l.public_id = ${value}`}
          and l.country = ${among}`;
    case 'payment':
      return ofLoans(
        sql`select loan_id from payment where reference = ${value}
          union select loan_id from payment_request where reference = ${value}
          union select loan_id from payment_request where barcode = ${value} and barcode <> ''
          union select loan_id from payment_request where provider_id = ${value} and provider_id <> ''
          union select p.loan_id from payment_report r join payment p on p.id = r.payment_id where r.report_id = ${value}`,
        among,
      );
    case 'transfer':
      return ofLoans(
        sql`select loan_id from payout where reference = ${value}
          union select loan_id from payout where receipt_code = ${value} and receipt_code <> ''
          union select loan_id from payout where provider_id = ${value} and provider_id <> ''
          union select loan_id from credit_refund where reference = ${value}
          union select loan_id from credit_refund where receipt_code = ${value} and receipt_code <> ''
          union select loan_id from credit_refund where provider_id = ${value} and provider_id <> ''`,
        among,
      );
    case 'unmatched':
      return sql`select null::bigint as customer_id, r.country, '' as first_name, '' as last_name,
          '' as document_number, '' as cellphone, r.report_id as found, null::bigint as ticket_id, r.id as report_id
        from payment_report r where r.report_id = ${value} and r.outcome = 'unmatched' and r.country = ${among}`;
    case 'withdrawal':
      return sql`select ${person}, w.code as found, ${alone} from withdrawal w
        join customer c on c.id = w.customer_id where w.code = ${value} and w.country = ${among}`;
    case 'ticket':
      return sql`select t.customer_id, t.country, coalesce(c.first_name, t.name) as first_name,
          coalesce(c.last_name, '') as last_name, coalesce(c.document_number, t.document_number) as document_number,
          coalesce(c.cellphone, '') as cellphone, left(t.public_id, 8) as found, t.id as ticket_id,
          null::bigint as report_id
        from ticket t left join customer c on c.id = t.customer_id
        where ${ticketOf(value)} and t.country = ${among}`;
    case 'card':
      return sql`select ${person}, k.last_four as found, ${alone}
        from (select customer_id, last_four, id from card where last_four = ${value} and removed_at is null
          order by id desc limit 500) k
        join customer c on c.id = k.customer_id where c.country = ${among} order by k.id desc`;
    case 'account':
      return sql`select ${person}, right(b.account_number, 4) as found, ${alone}
        from (select customer_id, account_number, id from bank_account
          where right(account_number, 4) = right(${value}, 4) and removed_at is null
            and (length(${value}) = 4 or account_number = ${value})
          order by id desc limit 500) b
        join customer c on c.id = b.customer_id where c.country = ${among} order by b.id desc`;
  }
}

/** Every word begins a word of the name; whole words first. */
function byName(words: readonly string[], among: RawBuilder<unknown>): RawBuilder<unknown> {
  const name = sql`search_text(c.first_name || ' ' || c.last_name)`;
  const conditions = words.map((word) => sql`${name} like ${`% ${pattern(word)}%`}`);
  const whole = words.map((word) => sql`(${name} || ' ' like ${`% ${pattern(word)} %`})::int`);
  return sql`select customer_id, country, first_name, last_name, document_number, cellphone, found, ticket_id, report_id
    from (select ${onlyPerson}, ${sql.join(whole, sql` + `)} as whole from customer c
      where ${sql.join(conditions, sql` and `)} and c.erased_at is null and c.country = ${among}
      limit ${rankedByPart}) near
    order by whole desc, lower(last_name), lower(first_name), customer_id`;
}

/** Text without the signs of a pattern. */
const pattern = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

function ticketOf(value: string): RawBuilder<unknown> {
  if (isRow(value) && value.length !== 8) return sql`t.id = ${Number(value)}`;
  if (value.length > 8) return sql`t.public_id = ${value}`;
  const byNumber = sql`lower(left(t.public_id, 8)) = ${value.toLowerCase()}`;
  return isRow(value) ? sql`(t.id = ${Number(value)} or ${byNumber})` : byNumber;
}

const isRow = (value: string) => /^\d{1,15}$/.test(value);

/** Hits of a reading that are shown. */
export const mostOf = (kind: SearchReading['kind']): number =>
  kind === 'name' || kind === 'email-part' ? mostByPart : mostHits;

/** Hits of a reading in these countries; one row more than {@link mostOf} means that there are more. */
export async function hitsOf(
  db: Queryable,
  reading: SearchReading,
  countries: readonly CountryCode[],
): Promise<readonly HitRow[]> {
  const among = sql`any(${[...countries]}::text[])`;
  const { rows } = await sql<Omit<HitRow, 'kind'>>`
    select * from (${statementOf(reading, among)}) found limit ${mostOf(reading.kind) + 1}
  `.execute(db);
  return rows.map((row) => ({ kind: reading.kind, ...row }));
}

export interface SignUpRow {
  readonly country: CountryCode;
  readonly first_name: string;
  readonly last_name: string;
  readonly document_number: string;
  readonly phone: string;
  readonly created_at: Date;
  /** Rule of the last decision; null while there is none. */
  readonly rule: string | null;
  readonly outcome: StoredOutcome | null;
  readonly decided_at: Date | null;
  readonly expires_at: Date | null;
  readonly is_refusal: boolean;
}

/** The newest sign-up of a document without an account: most of those refused have none. Never one's own. */
export async function signUpOf(
  db: Queryable,
  { country, value }: { readonly country: CountryCode; readonly value: DocumentNumber },
  staffId: number,
): Promise<readonly SignUpRow[]> {
  const { rows } = await sql<SignUpRow>`
    select l.country, l.first_name, l.last_name, l.document_number, l.phone, l.created_at, d.rule, d.outcome,
        d.at as decided_at, o.expires_at, o.id is not null and o.max_amount is null as is_refusal
      from (select * from lead where country = ${country} and document_number = ${value}
        order by id desc limit 1) l
      left join lateral (select * from offer where lead_id = l.id order by id desc limit 1) o on true
      left join decision d on d.id = o.decision_id
    where not exists (select from customer c
        where c.country = l.country and c.document_number = l.document_number)
      and not exists (select from staff_member m where m.id = ${staffId}
        and (m.own_document = l.document_number or lower(l.email) in (m.email, m.own_email)))
  `.execute(db);
  return rows;
}

/** Loans of these customers that take a payment, and those with these numbers; running ones first. */
export async function loansToPay(
  db: Queryable,
  countries: readonly CountryCode[],
  { customers, loans }: { readonly customers: readonly number[]; readonly loans: readonly number[] },
  most: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from loan
    where country = any(${[...countries]}::text[]) and (id = any(${[...loans]}::bigint[])
      or customer_id = any(${[...customers]}::bigint[]) and state in ('approved', 'finished'))
    order by state <> 'approved', id desc limit ${most}
  `.execute(db);
  return rows.map(({ id }) => id);
}

export const openedAction = 'GET /api/staff/customers/{id}';

/** Views scanned for the recent customers, since repeated views of one customer count once. */
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

/** Customers opened most recently by this person. */
export async function recentlyOpened(
  db: Queryable,
  staffId: number,
  countries: readonly CountryCode[],
): Promise<readonly RecentRow[]> {
  const { rows } = await sql<RecentRow>`
    select c.id as customer_id, c.country, c.first_name, c.last_name, c.document_number, o.at from (
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
