import { sql, type RawBuilder } from 'kysely';
import { localDate } from '../../../countries/local-time.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { ContactChannel, ContactFacts, PastContact } from '../../../domain/contact-gate.ts';
import { reasonsStopping, type HoldReason } from '../../../domain/holds.ts';
import { sum } from '../../../domain/money.ts';
import { openPaymentsOn, openReturnOf, standingOf, type Loan } from '../../loans/service.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

/** Person or job that makes a contact. */
export type ContactBy = 'job' | 'staff';

/** Locks customers in the order of their ids. Rows that only refer to them can still be written by others. */
export async function lockCustomers(
  tx: Tx,
  which: readonly number[] | RawBuilder<unknown>,
): Promise<readonly number[]> {
  const ids = 'length' in which ? sql`any(${which}::bigint[])` : sql`any(array(${which}))`;
  const { rows } = await sql<{ id: number }>`
    select id from customer where id = ${ids} order by id for no key update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Facts of customers that hold for each of their loans, read behind the lock. */
export interface CustomerFacts {
  readonly customer_id: number;
  readonly is_erased: boolean;
  readonly are_reminders_off: boolean;
  readonly are_calls_off: boolean;
  readonly is_sms_off: boolean;
  readonly is_whatsapp_off: boolean;
  /** Active holds; `loan_id` is null for the whole customer. */
  readonly holds: readonly { readonly reason: HoldReason; readonly loan_id: number | null }[];
  /** Loans with an unanswered dispute; null for one of no loan. */
  readonly disputed: readonly (number | null)[];
  readonly hardship_until: CalendarDate | null;
  readonly promised_until: CalendarDate | null;
  readonly contacts: readonly PastContact[];
}

export async function customerFacts(
  db: Queryable,
  customerIds: readonly number[],
  day: CalendarDate,
): Promise<ReadonlyMap<number, CustomerFacts>> {
  const { rows } = await sql<CustomerFacts>`
    select c.id as customer_id, c.erased_at is not null or c.disabled_at is not null as is_erased,
      p.reminders_off_at is not null as are_reminders_off,
      p.calls_off_at is not null or c.cellphone = coalesce(p.wrong_cellphone, '') as are_calls_off,
      p.sms_off_at is not null or c.cellphone = coalesce(p.wrong_cellphone, '') as is_sms_off,
      not coalesce(p.whatsapp, (select l.whatsapp_tc from lead l where l.id = c.lead_id), false) as is_whatsapp_off,
      coalesce((select json_agg(json_build_object('reason', h.reason, 'loan_id', h.loan_id))
        from customer_hold h where h.customer_id = c.id and h.lifted_at is null), '[]') as holds,
      coalesce((select json_agg(t.loan_id) from ticket t
        where t.customer_id = c.id and t.kind = 'debt-dispute' and t.awaits_answer), '[]') as disputed,
      (select max(until_day) from hardship h
        where h.customer_id = c.id and h.from_day <= ${day} and h.until_day >= ${day}) as hardship_until,
      (select max(until) from promise m where m.customer_id = c.id and m.until >= ${day}) as promised_until,
      coalesce((select json_agg(json_build_object('day', k.day, 'group', coalesce(k.same_as, k.id)))
        from contact k where k.customer_id = c.id and k.day between ${addDays(day, -6)} and ${addDays(day, 6)}),
        '[]') as contacts
    from customer c left join contact_preference p on p.customer_id = c.id
    where c.id = any(${customerIds}::bigint[])
  `.execute(db);
  return new Map(rows.map((row) => [row.customer_id, row]));
}

/** Facts that decide about a contact for one loan of a customer. */
export function contactFacts(of: CustomerFacts, loan: Loan, by: ContactBy, now: Date): ContactFacts {
  const holds = of.holds.filter(({ loan_id: loanId }) => loanId === null || loanId === loan.id);
  return {
    isErased: of.is_erased,
    isWithdrawn: openReturnOf(loan, localDate(now, loan.country)) !== undefined,
    isHeld: holds.some(({ reason }) => stoppingHolds(by).includes(reason)),
    isDisputed:
      holds.some(({ reason }) => reason === 'dispute') ||
      of.disputed.some((loanId) => loanId === null || loanId === loan.id),
    hardshipUntil: of.hardship_until,
    channelsOff: channelsOff(of),
    promisedUntil: of.promised_until,
    // Reminders of what falls due go on under an agreement.
    keepsAgreement: by === 'staff' && keepsAgreement(loan, now),
    isBeingPaid: isBeingPaid(loan, now),
    contacts: of.contacts,
  };
}

/** True if nothing is overdue under the agreement in force. */
function keepsAgreement(loan: Loan, now: Date): boolean {
  const { agreement, overdue } = standingOf(loan, now);
  return agreement !== null && overdue === 0;
}

/**
 * A hold of Compliance stops contacts by staff, who take up the case, but no automatic reminder: its absence would
 * disclose the hold (docs/decisions/0086-holds.md).
 */
function stoppingHolds(by: ContactBy): readonly HoldReason[] {
  const reminders = reasonsStopping('reminders').filter((reason) => reason !== 'dispute');
  return by === 'job' ? reminders : [...reminders, 'compliance'];
}

function channelsOff(of: CustomerFacts): ReadonlySet<ContactChannel> {
  const off = new Set<ContactChannel>(of.are_reminders_off ? ['mail', 'sms', 'whatsapp'] : []);
  if (of.are_calls_off) off.add('call');
  if (of.is_sms_off) off.add('sms');
  if (of.is_sms_off || of.is_whatsapp_off) off.add('whatsapp');
  return off;
}

/** True if payments in progress cover everything that is due, or the next instalment if nothing is. */
export function isBeingPaid(loan: Loan, now: Date): boolean {
  const { date, instalments } = standingOf(loan, now);
  const open = instalments.filter(({ settledOn, toPay }) => settledOn === null && toPay > 0);
  const due = open.filter(({ dueDate }) => dueDate <= date);
  const owed = due.length > 0 ? due : open.slice(0, 1);
  if (owed.length === 0) return false;
  const underWay = openPaymentsOn(
    // A coupon or transfer of an earlier day may have been forgotten.
    loan.openPayments.filter(({ kind, priced_on: pricedOn }) =>
      kind === 'coupon' || kind === 'transfer' ? pricedOn === date : true,
    ),
    date,
  );
  const covering = new Map(
    owed.flatMap(({ number }) => {
      const payment = underWay.get(number);
      return payment ? [[payment.id, payment.amount] as const] : [];
    }),
  );
  const isCovered = owed.every(({ number }) => underWay.has(number));
  return (
    isCovered && [...covering.values()].reduce((a, b) => a + b, 0) >= sum(owed.map(({ toPay }) => toPay))
  );
}
