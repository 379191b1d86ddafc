import { sql } from 'kysely';
import type { Queryable } from '../platform/database.ts';
import { oneOf } from '../platform/statements.ts';
import { loanColumns, loanOf, type Loan, type LoanRow } from './loan.ts';
import type { PaymentColumns } from './conditions.ts';
import type { StoredAction } from './stored-actions.ts';

/** Facts of a loan that were booked, or undone, only from an instant on. */
interface LaterFacts {
  readonly loanId: number;
  readonly payments: readonly number[];
  readonly reversed: readonly number[];
  readonly actions: readonly number[];
  /** Actions in force at the instant that were undone afterwards. */
  readonly undone: readonly StoredAction[];
  readonly isPlanChanged: boolean;
  readonly writeOff: Loan['writeOff'];
}

/**
 * Loans as they were known just before an instant: without the payments, reversals, actions and changes of plan
 * booked from then on. The state and the dates of the loan are today's.
 */
export async function loansKnownAt(
  db: Queryable,
  ids: readonly number[],
  until: Date,
): Promise<readonly Loan[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<LoanRow>`
    select ${loanColumns} from loan l where l.id = ${oneOf(ids)} order by l.id`.execute(db);
  const { rows: later } = await sql<LaterFacts>`
    select l.id as "loanId",
      array(select p.id from payment p where p.loan_id = l.id and p.received_at >= ${until}) as payments,
      array(select v.payment_id from payment_reversal v join payment p on p.id = v.payment_id
        where p.loan_id = l.id and v.at >= ${until}) as reversed,
      array(select a.id from loan_action a where a.loan_id = l.id and a.created_at >= ${until}) as actions,
      coalesce((select json_agg(json_build_object('id', a.id, 'kind', a.kind, 'on', a.value_date, 'place', a.place,
          'body', a.body))
        from loan_action a join loan_action_undone u on u.action_id = a.id
        where a.loan_id = l.id and a.created_at < ${until} and u.created_at >= ${until}), '[]') as undone,
      exists (select from plan_change c where c.loan_id = l.id and c.changed_at >= ${until}) as "isPlanChanged",
      (select json_build_object('on', w.day, 'amount', w.amount, 'waived', w.waived) from loan_write_off w
        where w.loan_id = l.id and w.created_at < ${until} and not exists (
          select from loan_write_off_undone u where u.write_off_id = w.id and u.created_at < ${until})) as "writeOff"
    from loan l where l.id = ${oneOf(ids)}`.execute(db);
  const byLoan = new Map(later.map((each) => [each.loanId, each]));
  return rows.map((row) => loanOf(withoutLater(row, byLoan.get(row.id))));
}

function withoutLater(row: LoanRow, later: LaterFacts | undefined): LoanRow {
  if (later === undefined) return row;
  const came = new Set(later.payments);
  const reversed = new Set(later.reversed);
  const payments = row.payments
    .filter(([id]) => !came.has(id))
    .map((payment) => (reversed.has(payment[0]) ? unreversed(payment) : payment));
  if (row.rareFacts === null) return { ...row, payments };
  const actions = [
    ...(row.rareFacts.actions ?? []).filter(({ id }) => !later.actions.includes(id)),
    ...later.undone,
  ].toSorted((a, b) => (a.on === b.on ? a.id - b.id : a.on < b.on ? -1 : 1));
  const changedPlan = later.isPlanChanged ? null : row.rareFacts.changedPlan;
  return {
    ...row,
    payments,
    rareFacts: { ...row.rareFacts, actions, changedPlan, writeOff: later.writeOff },
  };
}

function unreversed(payment: PaymentColumns): PaymentColumns {
  const [row, id, source, valueDate, amount, instalments, isPayoff, prepayment, on, priced, , place, offer] =
    payment;
  return [
    row,
    id,
    source,
    valueDate,
    amount,
    instalments,
    isPayoff,
    prepayment,
    on,
    priced,
    null,
    place,
    offer,
  ];
}
