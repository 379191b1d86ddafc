import { sql } from 'kysely';
import { calendarDate, type CalendarDate } from '../../domain/calendar-date.ts';
import { centavos, type Centavos } from '../../domain/money.ts';
import type { Queryable } from '../platform/database.ts';

/** The money that a customer who withdrew has still to give back. */
export interface OpenReturn {
  readonly code: string;
  readonly amount: Centavos;
  readonly until: CalendarDate;
}

/** @returns undefined unless the customer has withdrawn from the loan and its money can still come back in time */
export async function openReturnOf(
  db: Queryable,
  loanId: number,
  today: CalendarDate,
): Promise<OpenReturn | undefined> {
  const { rows } = await sql<{ code: string; return_until: string; left: number }>`
    select w.code, w.return_until, greatest(0, l.amount_delivered - coalesce((
      select sum(p.amount) from payment p
      where p.loan_id = l.id and p.source <> 'referral-discount'
        and not exists (select from payment_reversal where payment_id = p.id)), 0))::bigint as left
    from withdrawal w join loan l on l.id = w.loan_id
    where w.loan_id = ${loanId} and w.state = 'return-due' and w.return_until >= ${today}
    order by w.id desc limit 1
  `.execute(db);
  const [row] = rows;
  if (!row || row.left === 0) return undefined;
  return { code: row.code, amount: centavos(row.left), until: calendarDate(row.return_until) };
}
