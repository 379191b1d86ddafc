import { localDate } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { ZERO, subtract, type Centavos } from '../../../domain/money.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { lockedLoan, waiverAction, type Loan } from '../service.ts';
import { applyChanges } from './apply.ts';

/** Waiver decided by two people. */
export interface NewWaiver {
  readonly loanId: number;
  /** Centavos, above zero. */
  readonly amount: Centavos;
  /** First day on which it is no longer owed: today or earlier. */
  readonly date: CalendarDate;
  readonly reason: string;
  readonly requestedBy: string;
  readonly approvedBy: string;
}

/**
 * Amount that pays off the loan on a day, centavos. It excludes a shortfall: money that the customer received
 * twice is not waived.
 */
export function waivable({ conditions, payments, disbursedAt }: Loan, date: CalendarDate): Centavos {
  if (disbursedAt === null) return ZERO;
  const { payoffTotal, shortfall } = loanStanding(conditions, payments, date);
  return subtract(payoffTotal, shortfall);
}

/**
 * Waives debt of a loan: standing and ledger include it from its day on, principal as `principal-waived`.
 * Locks the loan. @returns false if less than that is owed on the day
 */
export async function waiveDebt(tx: Tx, deps: BookingDependencies, waiver: NewWaiver): Promise<boolean> {
  const { loanId, amount, date, reason, requestedBy, approvedBy } = waiver;
  const before = await lockedLoan(tx, loanId);
  const { country, customerId, conditions } = before;
  const at = deps.clock.now();
  if (date > localDate(at, country) || amount > waivable(before, date)) return false;
  await tx
    .insertInto('loan_waiver')
    .values({
      country,
      loan_id: loanId,
      amount,
      value_date: date,
      reason,
      requested_by: requestedBy,
      approved_by: approvedBy,
      created_at: at,
    })
    .execute();
  const { actions = [] } = conditions;
  const action = waiverAction({ date, amount }, actions.length);
  const after = { ...before, conditions: { ...conditions, actions: [...actions, action] } };
  await applyChanges(tx, deps, [{ before, after, kind: 'principal-waived', valueDate: date }]);
  await recordEvent(tx, { at, country, kind: 'debt-waived', customerId, loanId, detail: { amount } });
  return true;
}
