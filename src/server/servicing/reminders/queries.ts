import { sql } from 'kysely';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { everyInstalment, owesByPlan } from '../../loans/service.ts';
import { holdStops } from '../../customers/holds/service.ts';
import type { Day } from '../../platform/work/daily.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

export interface DueLoan {
  readonly loan_id: number;
  readonly customer_id: number;
}

/** Active loans with an instalment due on a date, without a reminder of this kind yet. */
export async function loansDueOn(
  db: Queryable,
  { country, date: today }: Day,
  due: { readonly date: CalendarDate; readonly kind: string },
  after: number,
  limit: number,
): Promise<readonly DueLoan[]> {
  const { rows } = await sql<DueLoan>`
    select i.loan_id, l.customer_id
    from ${everyInstalment} i
    join loan l on l.id = i.loan_id and l.country = ${country} and l.state = 'approved'
    join customer c on c.id = l.customer_id and c.disabled_at is null
    where i.due_date = ${due.date} and i.loan_id > ${after}
      and not exists (select from reminder r
        where r.loan_id = i.loan_id and r.instalment = i.number and r.kind = ${due.kind})
      and ${owesByPlan}
      and not exists (select from contact_preference p
        where p.customer_id = l.customer_id and p.reminders_off_at is not null)
      and not ${holdStops('reminders', sql`l.customer_id`, sql`l.id`)}
      and not exists (select from withdrawal w where w.loan_id = l.id and w.state = 'return-due' and w.return_until >= ${today})
    order by i.loan_id limit ${limit}
  `.execute(db);
  return rows;
}

/** Reminders sent for some loans, as `loan-instalment-kind`. */
export async function remindedOf(db: Queryable, loanIds: readonly number[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('reminder')
    .select(['loan_id', 'instalment', 'kind'])
    .where(sql<boolean>`loan_id = any(${loanIds}::bigint[])`)
    .execute();
  return new Set(rows.map((row) => reminderKey(row.loan_id, row.instalment, row.kind)));
}

export function reminderKey(loanId: number, instalment: number, kind: string): string {
  return `${loanId}-${instalment}-${kind}`;
}

/**
 * Reserves the one message per customer and day. @returns the notice of each loan; customers who already have
 * one are omitted
 */
export async function insertNotices(
  tx: Tx,
  { country, date }: Day,
  loans: readonly DueLoan[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx
    .insertInto('reminder_notice')
    .values(
      loans.map(({ loan_id, customer_id }) => ({
        country,
        loan_id,
        customer_id,
        day: date,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['customer_id', 'day']).doNothing())
    .returning(['id', 'loan_id'])
    .execute();
  return new Map(rows.map(({ id, loan_id }) => [loan_id, id]));
}

export async function insertReminders(
  tx: Tx,
  reminders: readonly {
    readonly loan_id: number;
    readonly instalment: number;
    readonly kind: string;
    readonly notice_id: number;
  }[],
): Promise<void> {
  await tx
    .insertInto('reminder')
    .values([...reminders])
    .onConflict((conflict) => conflict.columns(['loan_id', 'instalment', 'kind']).doNothing())
    .execute();
}

export interface WaitingNotice {
  readonly id: number;
  readonly customer_id: number;
  readonly loan_id: number;
  readonly day: CalendarDate;
  readonly instalments: readonly number[];
  /** True if a later notice of the same customer replaces it. */
  readonly is_overtaken: boolean;
  /** True if its customer or loan has been put on hold meanwhile. */
  readonly is_held: boolean;
}

/** Locks notices with a pending SMS, at most `limit`, skipping those locked by other workers. */
export async function lockWaiting(
  tx: Tx,
  { country }: Day,
  limit: number,
): Promise<readonly WaitingNotice[]> {
  const { rows } = await sql<WaitingNotice>`
    select n.id, n.customer_id, n.loan_id, n.day,
      (select json_agg(r.instalment order by r.instalment) from reminder r where r.notice_id = n.id) as instalments,
      exists (select from reminder_notice later
        where later.customer_id = n.customer_id and later.id > n.id) as is_overtaken,
      ${holdStops('reminders', sql`n.customer_id`, sql`n.loan_id`)} as is_held
    from reminder_notice n where n.country = ${country} and n.sms = 'waiting'
    order by n.id limit ${limit} for update of n skip locked
  `.execute(tx);
  return rows;
}

export async function markSms(tx: Tx, ids: readonly number[], sms: 'sent' | 'dropped'): Promise<void> {
  if (ids.length === 0) return;
  await sql`update reminder_notice set sms = ${sms} where id = any(${ids}::bigint[])`.execute(tx);
}
