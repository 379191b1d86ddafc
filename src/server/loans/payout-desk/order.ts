import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { banksOf } from '../../../countries/lists.ts';
import { formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { Known } from '../../content/service.ts';
import type { Queryable } from '../../platform/database.ts';
import { askedBy } from '../../staff/actions/service.ts';
import { maskName } from '../../staff/masks/service.ts';
import { answersOf, answerView } from '../outgoing-orders/service.ts';
import { arrivalAnswer, loanInDetail } from '../service.ts';
import { orderColumns, shownOrder, type OrderRow } from './rows.ts';

type Order = OutputOf<'GET /api/staff/pay-outs/{id}'>['result'];

interface WholeRow extends OrderRow {
  readonly version: number;
  readonly changed_by: string;
  readonly hold_reason: string;
  readonly reference: string;
  readonly receipt_code: string;
  readonly delivered_on: CalendarDate | null;
  readonly bank_id: string;
  readonly holder: string;
  readonly loan_state: string;
  readonly cancel_reason: string;
  readonly is_closed: boolean;
  readonly next_id: number | null;
  readonly waits: string;
  readonly above_cap_approved: boolean;
  readonly leaves_on: CalendarDate | null;
}

/** Above any real order's number of answers: a repeated answer is counted, not stored again. */
const mostAnswers = 100;

export async function wholeOrder(
  db: Queryable,
  countries: readonly CountryCode[],
  id: number,
  known: Known,
): Promise<Order | undefined> {
  const { rows } = await sql<WholeRow>`
    select ${orderColumns}, d.version, d.changed_by, d.hold_reason, d.reference, d.receipt_code, d.delivered_on,
      d.bank_id, d.holder, d.leaves_on, d.above_cap_approved_at is not null as above_cap_approved, l.state as loan_state, l.cancel_reason,
      c.disabled_at is not null or c.erased_at is not null as is_closed,
      (select min(n.id) from loan n where n.customer_id = l.customer_id and n.id > l.id) as next_id,
      ${askedBy(sql`'pay-out:' || l.id`)} as waits
    from payout d join loan l on l.id = d.loan_id join customer c on c.id = l.customer_id
    where d.loan_id = ${id} and l.country = any(${[...countries]}::text[])
  `.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const answers = await answersOf(db, { kind: 'pay-out', id }, mostAnswers);
  const ruling = await resolutionOf(db, id);
  const loan = await loanInDetail(db, id);
  const hasFailed = row.loan_state === 'canceled' && row.cancel_reason === 'payout-failed';
  const next = hasFailed && row.next_id !== null ? String(row.next_id) : '';
  return {
    ...shownOrder(row, known),
    version: row.version,
    changed_by: row.changed_by,
    hold_reason: row.hold_reason,
    reference: row.reference,
    receipt_code: row.receipt_code,
    delivered_on: row.delivered_on === null ? '' : formatDate(row.delivered_on),
    bank: banksOf(row.country)[row.bank_id] ?? '',
    holder: maskName(row.holder),
    loan_state: row.loan_state,
    answers: answers.map(answerView),
    next,
    above_cap_approved: row.above_cap_approved,
    leaves_on: row.leaves_on === null ? '' : formatDate(row.leaves_on),
    waits: row.waits,
    may_ask_account: hasFailed && next === '' && !row.is_closed,
    ruling,
    arrival: loan ? arrivalAnswer(loan, known.now, known.holidays) : null,
  };
}

async function resolutionOf(db: Queryable, id: number): Promise<Order['ruling']> {
  const row = await db
    .selectFrom('payout_ruling as r')
    .innerJoin('staff_member as asker', 'asker.id', 'r.asked_by')
    .innerJoin('staff_member as approver', 'approver.id', 'r.approved_by')
    .select([
      'r.outcome',
      'r.file_id',
      'r.ruled_at',
      'r.word',
      'asker.name as asked',
      'approver.name as approved',
    ])
    .where('r.loan_id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    outcome: row.outcome === 'paid' ? 'paid' : 'not-paid',
    file: String(row.file_id),
    asked_by: row.asked,
    approved_by: row.approved,
    at: row.ruled_at.toISOString(),
    word: row.word,
  };
}
