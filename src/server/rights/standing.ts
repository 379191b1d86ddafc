import { sql } from 'kysely';
import type { CountryCode } from '../../countries/country-pack.ts';
import { isHeld } from '../customers/holds/service.ts';
import { localDate } from '../../countries/local-time.ts';
import { addMonthsAnchored, dayOfMonth, type CalendarDate } from '../../domain/calendar-date.ts';
import type { Queryable } from '../platform/database.ts';
import { LAWS } from '../../countries/law/laws.ts';

export type ErasureObjection = '' | 'loan' | 'debt' | 'credit' | 'held';

/** Obstacles to an erasure, and the legal retention afterwards. */
interface ErasureStanding {
  /**
   * `loan`: its payout is pending; `debt`: a loan is being repaid, or a membership is owed; `credit`: we owe
   * the customer money; `held`: a law or a claim requires the data for now.
   */
  readonly reason: ErasureObjection;
  /** Last day of retention; null for a person who never accepted a loan. */
  readonly keepUntil: CalendarDate | null;
}

interface Row {
  readonly on_its_way: boolean;
  readonly owes: boolean;
  readonly has_credit: boolean;
  readonly owes_membership: boolean;
  readonly last_end: Date | null;
}

export async function erasureStanding(
  db: Queryable,
  country: CountryCode,
  customerId: number,
): Promise<ErasureStanding> {
  const { rows } = await sql<Row>`
    with books as (select e.account, sum(e.amount) as amount from ledger_entry e
      join ledger_transaction t on t.id = e.transaction_id join loan x on x.id = t.loan_id
      where x.customer_id = ${customerId} group by e.account)
    select coalesce(bool_or(state in ('send', 'preapproved')), false) as on_its_way,
      coalesce(bool_or(state = 'approved'), false) as owes,
      coalesce((select amount from books where account = 'customer-credit'), 0) < 0
        or exists (select from credit_refund f where f.customer_id = ${customerId}
          and f.state in ('planned', 'sent', 'unknown'))
        or exists (select from order_contradiction o where o.customer_id = ${customerId} and o.truth is null) as has_credit,
      coalesce((select amount from books where account = 'membership-receivable'), 0) > 0 as owes_membership,
      max(coalesce(finished_at, canceled_at, created_at)) as last_end
    from loan where customer_id = ${customerId}
  `.execute(db);
  const [row] = rows;
  const held = (await isHeld(db, customerId)) ? 'held' : '';
  if (!row?.last_end) return { reason: held, keepUntil: null };
  const ended = localDate(row.last_end, country);
  const keepUntil = addMonthsAnchored(ended, 12 * LAWS[country].dataProtection.keptYears, dayOfMonth(ended));
  const reason = row.on_its_way
    ? 'loan'
    : row.owes || row.owes_membership
      ? 'debt'
      : row.has_credit
        ? 'credit'
        : held;
  return { reason, keepUntil };
}
