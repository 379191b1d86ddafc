import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { ZERO, type Centavos } from '../../../domain/money.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { Loan } from '../service.ts';
import { applyAction, waivableOf } from './apply.ts';

/** Waiver decided by two people about a finding of the daily audit. */
export interface NewWaiver {
  readonly loanId: number;
  /** Centavos, above zero. */
  readonly amount: Centavos;
  /** First day on which it is no longer owed: today or earlier. */
  readonly date: CalendarDate;
  readonly reasonCode: string;
  readonly reason: string;
  readonly requestedBy: string;
  readonly approvedBy: string;
}

/**
 * Amount that pays off the loan on a day, centavos. It excludes a shortfall: money that the customer received
 * twice is not waived.
 */
export function waivable({ conditions, payments, paidOutAt }: Loan, date: CalendarDate): Centavos {
  return paidOutAt === null ? ZERO : waivableOf(loanStanding(conditions, payments, date));
}

/**
 * Waives debt of a loan without a message to the borrower (docs/runbook.md#loancontradicts). Locks the loan.
 * @returns false if less than that is owed on the day
 */
export async function waiveDebt(tx: Tx, deps: BookingDependencies, waiver: NewWaiver): Promise<boolean> {
  const { amount, date: on, ...rest } = waiver;
  const body = { kind: 'waive', amount } as const;
  const applied = await applyAction(tx, deps, { ...rest, body, on, isNotified: false });
  if (!applied.ok) return false;
  const { id: loanId, country, customerId } = applied.value.before;
  const at = deps.clock.now();
  await recordEvent(tx, { at, country, kind: 'debt-waived', customerId, loanId, detail: { amount } });
  return true;
}
