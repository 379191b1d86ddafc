import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Currency } from '../../../domain/money.ts';
import { holdStops } from '../../customers/holds/service.ts';
import { debitsAreOff } from '../../customers/preferences/service.ts';
import { cardToCharge, storedCard, type StoredCard } from '../../customers/profile/service.ts';
import { isMembershipDue, MEMBERSHIP_CHARGE, membershipOwed } from '../../loans/ledger/service.ts';
import type { Day } from '../../platform/work/daily.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

/** Membership with its figures. Amounts in centavos, tax included. */
export interface MembershipRow {
  readonly loan_id: number;
  readonly public_id: string;
  readonly country: CountryCode;
  readonly customer_id: number;
  readonly currency: Currency;
  readonly price: number;
  readonly tax: number;
  readonly agreed_at: Date;
  readonly loan_state: string;
  readonly disbursed_at: Date | null;
  readonly last_due_date: CalendarDate;
  readonly ended_at: Date | null;
  readonly charge_state: string | null;
  readonly charge_on: CalendarDate | null;
  /** Unowed part of the price, and its tax, because the membership ended or the price was waived. */
  readonly returned: number;
  readonly returned_tax: number;
  /** Part of `returned` that the staff waived. */
  readonly waived: number;
  /** Part of the price still owed, from the ledger. */
  readonly owed: number;
  /** True if no charge will collect the price at present, so the customer can pay it by other means. */
  readonly is_due: boolean;
  /** Last day of an open payment for it; null without one. */
  readonly paid_until: CalendarDate | null;
}

const columns = sql`
  m.loan_id, l.public_id, m.country, m.customer_id, m.currency, m.price, m.tax, m.agreed_at, l.state as loan_state,
  l.disbursed_at, (select max(due_date) from instalment where loan_id = l.id) as last_due_date, e.ended_at,
  c.state as charge_state, c.charge_on, r.amount as returned, r.tax as returned_tax, r.waived,
  ${membershipOwed} as owed, coalesce(${isMembershipDue}, false) as is_due,
  (select max(r.due_date) from payment_request r where r.loan_id = m.loan_id and r.state in ('open', 'charging')
    and r.purpose in ('membership', 'settlement')) as paid_until
  from membership m
  join loan l on l.id = m.loan_id
  left join membership_end e on e.loan_id = m.loan_id
  left join membership_charge c on c.loan_id = m.loan_id
  cross join lateral (select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(tax), 0)::bigint as tax,
      coalesce(sum(amount) filter (where reason = 'waived'), 0)::bigint as waived
    from membership_return where loan_id = m.loan_id) r`;

export async function membershipOfLoan(db: Queryable, loanId: number): Promise<MembershipRow | undefined> {
  const { rows } = await sql<MembershipRow>`select ${columns} where m.loan_id = ${loanId}`.execute(db);
  return rows[0];
}

/** A customer's newest membership. */
export async function newestMembership(
  db: Queryable,
  customerId: number,
): Promise<MembershipRow | undefined> {
  const { rows } = await sql<MembershipRow>`
    select ${columns} where m.customer_id = ${customerId} order by m.loan_id desc limit 1`.execute(db);
  return rows[0];
}

const held = holdStops('charges', sql`l.customer_id`, sql`l.id`);

export async function dueCharges(
  db: Queryable,
  { country, date }: Day,
  after: number,
  limit: number,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('membership_charge')
    .select('loan_id')
    .where('country', '=', country)
    .where('state', '=', 'planned')
    .where('charge_on', '<=', date)
    .where('loan_id', '>', after)
    // The charge waits while its customer is on hold.
    .where(sql<boolean>`not exists (select from loan l where l.id = membership_charge.loan_id and ${held})`)
    .orderBy('loan_id')
    .limit(limit)
    .execute();
  return rows.map(({ loan_id }) => loan_id);
}

/** Loans with a charge of an earlier release, which stored no payment for it. */
export async function chargesWithoutPayment(
  db: Queryable,
  country: CountryCode,
  after: number,
  limit: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ loanId: number }>`
    select distinct c.membership_id as "loanId" from card_charge c
    where c.membership_id > ${after} and c.country = ${country} and c.state = 'approved'
      and not exists (select from payment_report r where r.source = ${MEMBERSHIP_CHARGE} and r.report_id = c.reference)
    order by 1 limit ${limit}
  `.execute(db);
  return rows.map(({ loanId }) => loanId);
}

/** Planned charge, with the card it would use now: the newest unexpired one. */
export interface ChargeRow {
  readonly state: string;
  readonly is_due: boolean;
  readonly tries: number;
  readonly reference: string;
  readonly is_ended: boolean;
  readonly is_switched_off: boolean;
  readonly is_held: boolean;
  /** True if the customer has an open payment for it. */
  readonly is_being_paid: boolean;
  readonly card: StoredCard | null;
}

export async function lockCharge(tx: Tx, loanId: number, date: CalendarDate): Promise<ChargeRow | undefined> {
  const { rows } = await sql<ChargeRow>`${chargeOf(loanId, date)} for update of c`.execute(tx);
  return rows[0];
}

/** {@link lockCharge} without a lock. */
export async function readCharge(
  db: Queryable,
  loanId: number,
  date: CalendarDate,
): Promise<ChargeRow | undefined> {
  const { rows } = await sql<ChargeRow>`${chargeOf(loanId, date)}`.execute(db);
  return rows[0];
}

const chargeOf = (loanId: number, date: CalendarDate) => sql`
    select c.state, c.charge_on <= ${date} as is_due, c.tries, c.reference,
      exists (select from payment_request r where r.loan_id = c.loan_id
        and (r.purpose = 'membership' or r.purpose = 'settlement' and c.tries > 0) and (r.state = 'charging' or r.state = 'open' and r.due_date >= ${date})) as is_being_paid,
      (l.state = 'canceled' or exists (select from membership_end e where e.loan_id = c.loan_id)) as is_ended,
      ${debitsAreOff} as is_switched_off, ${held} as is_held, ${storedCard} as card
    from membership_charge c
    join loan l on l.id = c.loan_id
    left join lateral (${cardToCharge(date)}) card on true
    where c.loan_id = ${loanId}`;

export async function setCharge(
  tx: Tx,
  loanId: number,
  change: {
    readonly state: string;
    readonly reason?: string;
    readonly card_id?: number;
    readonly tries?: number;
    readonly charge_on?: CalendarDate;
    readonly reference?: string;
  },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('membership_charge')
    .set({ ...change, changed_at: now })
    .where('loan_id', '=', loanId)
    .execute();
}
