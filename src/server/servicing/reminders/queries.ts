import { sql } from 'kysely';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { ContactRefusal } from '../../../domain/contact-gate.ts';
import { everyInstalment, owesByPlan } from '../../loans/service.ts';
import type { Day } from '../../platform/work/daily.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

export interface DueLoan {
  readonly loan_id: number;
}

/** Active loans with an instalment due on a date, without a reminder of this kind yet. */
export async function loansDueOn(
  db: Queryable,
  { country }: Day,
  due: { readonly date: CalendarDate; readonly kind: string },
  after: number,
  limit: number,
): Promise<readonly DueLoan[]> {
  const { rows } = await sql<DueLoan>`
    select i.loan_id
    from ${everyInstalment} i
    join loan l on l.id = i.loan_id and l.country = ${country} and l.state = 'approved'
    where i.due_date = ${due.date} and i.loan_id > ${after}
      and not exists (select from reminder r
        where r.loan_id = i.loan_id and r.instalment = i.number and r.kind = ${due.kind})
      and ${owesByPlan}
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

/** Reminder that is about to be sent, or that the gate refused. */
export interface NewNotice {
  readonly loanId: number;
  readonly customerId: number;
  readonly refused: ContactRefusal | '';
}

/**
 * Reserves the one message per customer and day. A refused one keeps its reason, until another run of the day may
 * send it. @returns the notices written; customers who already have one are omitted
 */
export async function insertNotices(
  tx: Tx,
  { country, date }: Day,
  notices: readonly NewNotice[],
  now: Date,
): Promise<readonly { readonly id: number; readonly loan_id: number; readonly refused: string }[]> {
  // Two loans of a customer have one message, of the loan that may be spoken of.
  const byCustomer = new Map(
    notices
      .toSorted((a, b) => Number(a.refused === '') - Number(b.refused === ''))
      .map((each) => [each.customerId, each]),
  );
  const rows = [...byCustomer.values()];
  const { rows: written } = await sql<{ id: number; loan_id: number; refused: string }>`
    insert into reminder_notice (country, loan_id, customer_id, day, refused, sms, created_at)
    select ${country}, given.loan_id, given.customer_id, ${date}, given.refused,
      case when given.refused = '' then 'waiting' else 'dropped' end, ${now}
    from unnest(${rows.map(({ loanId }) => loanId)}::bigint[], ${rows.map(({ customerId }) => customerId)}::bigint[],
      ${rows.map(({ refused }) => refused)}::text[]) as given (loan_id, customer_id, refused)
    on conflict (customer_id, day) do update
      set loan_id = excluded.loan_id, refused = '', sms = 'waiting', created_at = excluded.created_at
      where reminder_notice.refused <> '' and excluded.refused = ''
    returning id, loan_id, refused`.execute(tx);
  return written;
}

/** Stores the contacts of the reminders' mails, which their SMS repeat. */
export async function noteContacts(
  tx: Tx,
  contacts: readonly { readonly noticeId: number; readonly contactId: number }[],
): Promise<void> {
  if (contacts.length === 0) return;
  await sql`
    update reminder_notice n set contact_id = given.contact_id
    from unnest(${contacts.map(({ noticeId }) => noticeId)}::bigint[], ${contacts.map(({ contactId }) => contactId)}::bigint[])
      as given (id, contact_id)
    where n.id = given.id`.execute(tx);
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
  /** Contact of the mail; null for notices older than contacts. */
  readonly contact_id: number | null;
}

/** Locks notices with a pending SMS, at most `limit`, skipping those locked by other workers. */
export async function lockWaiting(
  tx: Tx,
  { country }: Day,
  limit: number,
): Promise<readonly WaitingNotice[]> {
  const { rows } = await sql<WaitingNotice>`
    select n.id, n.customer_id, n.loan_id, n.day, n.contact_id,
      (select json_agg(r.instalment order by r.instalment) from reminder r where r.notice_id = n.id) as instalments,
      exists (select from reminder_notice later
        where later.customer_id = n.customer_id and later.id > n.id and later.refused = '') as is_overtaken
    from reminder_notice n where n.country = ${country} and n.sms = 'waiting'
    order by n.id limit ${limit} for update of n skip locked
  `.execute(tx);
  return rows;
}

export async function markSms(tx: Tx, ids: readonly number[], sms: 'sent' | 'dropped'): Promise<void> {
  if (ids.length === 0) return;
  await sql`update reminder_notice set sms = ${sms} where id = any(${ids}::bigint[])`.execute(tx);
}
