import { sql, type RawBuilder } from 'kysely';
import type { WholeReview } from '../../../contract/staff/identity.ts';
import type { Queryable } from '../../platform/database.ts';

type Twins = WholeReview['twins'][number];

/** Named of each kind; whether it is eleven or a hundred is the same warning. */
const mostTwins = 10;
/** Rows looked at of each kind: an office's address or a bank's pooled account is shared by many. */
const mostRows = 200;

/**
 * Other customers of the country with the same phone, account, device, card or photo. Each part uses an index; a device
 * is the same browser at the same address at confirmation.
 */
export async function twinsOf(
  db: Queryable,
  { customerId, country, loanId }: { customerId: number; country: string; loanId: number },
): Promise<Twins[]> {
  const mine = sql`customer_id = ${customerId}`;
  const parts: readonly RawBuilder<unknown>[] = [
    sql`select 'phone'::text as what, o.id as id from customer me join customer o
      on o.country = me.country and o.cellphone = me.cellphone where me.id = ${customerId} and me.cellphone <> ''`,
    sql`select 'account'::text as what, o.customer_id as id from bank_account me join bank_account o
      on o.account_number = me.account_number and o.bank_id = me.bank_id and o.removed_at is null
      where me.${mine} and me.removed_at is null`,
    sql`select 'device'::text as what, l.customer_id as id from acceptance me join acceptance o
      on o.address = me.address and o.device = me.device join loan l on l.id = o.loan_id
      where me.loan_id = ${loanId} and me.device <> ''`,
    sql`select 'card'::text as what, o.customer_id as id from card me join card o on o.last_four = me.last_four and o.bin = me.bin
      and o.brand = me.brand and o.expires_month = me.expires_month and o.expires_year = me.expires_year
      and o.removed_at is null where me.${mine} and me.removed_at is null and me.bin <> ''`,
    sql`select 'photo'::text as what, o.customer_id as id from image me join image o on o.sha256 = me.sha256
      where me.${mine} and me.replaced_at is null`,
  ];
  const bounded = parts.map(
    (part) => sql`(select * from (${part}) p where p.id <> ${customerId} limit ${mostRows})`,
  );
  const { rows } = await sql<{ what: Twins['what']; people: Twins['people'] }>`
    select s.what, json_agg(json_build_object('id', s.id::text, 'person', s.person, 'is_fraud', s.is_fraud)
      order by s.is_fraud desc, s.id desc) as people
    from (
      select f.what, c.id, trim(both ' ' from concat(c.first_name, ' ', c.last_name)) as person,
        coalesce((select r.is_fraud from identity_review r where r.customer_id = c.id
          and r.state in ('approved', 'rejected') order by r.id desc limit 1), false)
          or exists (select from customer_hold h where h.customer_id = c.id and h.reason = 'fraud'
            and h.lifted_at is null) as is_fraud
      from (select distinct what, id from (${sql.join(bounded, sql` union all `)}) all_of) f
      join customer c on c.id = f.id
      where c.country = ${country} and c.erased_at is null
    ) s group by s.what order by s.what
  `.execute(db);
  return rows.map(({ what, people }) => ({
    what,
    people: people.slice(0, mostTwins),
    more: people.length > mostTwins,
  }));
}
