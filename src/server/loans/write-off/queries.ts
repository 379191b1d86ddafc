import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/countries.ts';
import { packOf } from '../../../countries/index.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos, type Centavos } from '../../../domain/money.ts';
import type { Queryable } from '../../platform/database.ts';
import { oneOf } from '../../platform/statements.ts';

/** Write-off that counts, with the people who decided it. */
export interface StoredWriteOff {
  readonly loanId: number;
  readonly on: CalendarDate;
  readonly amount: Centavos;
  readonly askedBy: string;
  readonly approvedBy: string;
}

/** Write-offs that count, by loan. */
export async function writeOffsOf(
  db: Queryable,
  loanIds: readonly number[],
): Promise<ReadonlyMap<number, StoredWriteOff>> {
  if (loanIds.length === 0) return new Map();
  const { rows } = await sql<StoredWriteOff>`
    select w.loan_id as "loanId", w.day as "on", w.amount, asker.name as "askedBy", approver.name as "approvedBy"
    from loan_write_off w join staff_member asker on asker.id = w.asked_by
      join staff_member approver on approver.id = w.approved_by
    where w.loan_id = ${oneOf(loanIds)}
      and not exists (select from loan_write_off_undone u where u.write_off_id = w.id)
  `.execute(db);
  return new Map(rows.map((row) => [row.loanId, { ...row, amount: centavos(row.amount) }]));
}

interface WriteOffMonth {
  /** First day of the month. */
  readonly month: CalendarDate;
  /** Loans written off, without those undone in the month. */
  readonly loans: number;
  /** Centavos. */
  readonly written_off: number;
  readonly undone: number;
  readonly recovered: number;
}

const shownMonths = 24;

/** Capital written off, undone and recovered by month of booking, newest first. */
export async function writeOffMonths(db: Queryable, country: CountryCode): Promise<readonly WriteOffMonth[]> {
  const { rows } = await sql<WriteOffMonth>`
    select date_trunc('month', t.at at time zone ${packOf(country).timeZone})::date as month,
      count(distinct t.id) filter (where t.kind = 'written-off')::int as loans,
      coalesce(sum(e.amount) filter (where e.account = 'written-off' and t.kind <> 'write-off-undone'), 0)::bigint as written_off,
      coalesce(sum(-e.amount) filter (where e.account = 'written-off' and t.kind = 'write-off-undone'), 0)::bigint as undone,
      coalesce(sum(-e.amount) filter (where e.account = 'recovery-income'), 0)::bigint as recovered
    from (select distinct loan_id from loan_write_off where country = ${country}) w
      join ledger_transaction t on t.loan_id = w.loan_id
      join ledger_entry e on e.transaction_id = t.id and e.account in ('written-off', 'recovery-income')
    group by 1 order by 1 desc limit ${shownMonths}
  `.execute(db);
  return rows;
}
