import { localDate } from '../../countries/local-time.ts';
import { calendarDate } from '../../domain/calendar-date.ts';
import { disbursementConfirmed, disbursementFailed } from '../../domain/ledger.ts';
import {
  transitionDisbursement,
  transitionLoan,
  type DisbursementEvent,
  type LoanEvent,
} from '../../domain/loan-state.ts';
import { centavos } from '../../domain/money.ts';
import type { Dependencies } from '../dependencies.ts';
import type { AccountFault, PayoutAnswer } from '../integrations/payouts/port.ts';
import { post } from './ledger/service.ts';
import { startMembership } from '../servicing/memberships/service.ts';
import type { Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import { scheduleRewards } from '../servicing/referrals/service.ts';
import type { LockedDisbursement } from './disbursement-record.ts';
import { tellCanceled, tellPaidOut, tellPayoutFailed } from './loan-messages.ts';

export type OutcomeDependencies = Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>;

/** Why a loan was canceled before its money went out. */
export type CancelReason = 'check-failed' | 'payout-failed' | 'customer';

/** The rail has paid: the loan is in force, with its receipt. */
export async function recordPaidOut(
  tx: Tx,
  deps: OutcomeDependencies,
  loan: LockedDisbursement,
  answer: PayoutAnswer,
): Promise<void> {
  const now = deps.clock.now();
  const deliveredOn = localDate(now, loan.country);
  await moveDisbursement(tx, loan, 'confirm', now, {
    provider_id: answer.providerId,
    receipt_code: answer.receiptCode,
    delivered_on: deliveredOn,
  });
  await moveLoan(tx, loan, 'paid-out', { disbursed_at: now });
  await post(tx, {
    ...postingOf(loan, now),
    kind: 'disbursement-confirmed',
    valueDate: deliveredOn,
    entries: disbursementConfirmed(centavos(loan.amount)),
  });
  await recordEvent(tx, { ...eventOf(loan, now), kind: 'loan-paid-out', detail: { amount: loan.amount } });
  await scheduleRewards(tx, deps.jobs, { loanId: loan.loan_id, customerId: loan.customer_id });
  await startMembership(tx, deps, loan.loan_id);
  await tellPaidOut(tx, deps, toldOf(loan));
}

/**
 * Gives the loan up before its money went out: nothing is owed any more, and the customer may confirm
 * again while the offer lives (docs/decisions/0012-failed-payout.md).
 */
export async function recordCanceled(
  tx: Tx,
  deps: OutcomeDependencies,
  loan: LockedDisbursement,
  reason: CancelReason,
  fault?: AccountFault,
): Promise<void> {
  const now = deps.clock.now();
  await moveDisbursement(tx, loan, 'fail', now, {});
  await moveLoan(tx, loan, 'cancel', { canceled_at: now, cancel_reason: reason });
  await post(tx, {
    ...postingOf(loan, now),
    kind: 'disbursement-failed',
    valueDate: calendarDate(loan.interest_from),
    entries: disbursementFailed({
      principal: centavos(loan.principal),
      originationFee: loan.terms.originationFee,
    }),
  });
  await recordEvent(tx, {
    ...eventOf(loan, now),
    kind: 'loan-canceled',
    detail: { reason, ...(fault ? { fault } : {}) },
  });
  if (reason === 'payout-failed') await tellPayoutFailed(tx, deps, toldOf(loan), fault);
  else await tellCanceled(tx, deps, toldOf(loan));
}

/** Moves a payout along its state machine. @throws when the event does not belong to its state */
export async function moveDisbursement(
  tx: Tx,
  loan: LockedDisbursement,
  event: DisbursementEvent,
  now: Date,
  facts: { readonly provider_id?: string; readonly receipt_code?: string; readonly delivered_on?: string },
): Promise<void> {
  const moved = transitionDisbursement(loan.state, event);
  if (!moved.ok) throw new Error(`a payout in ${loan.state} cannot ${event}`);
  await tx
    .updateTable('disbursement')
    .set({ state: moved.state, changed_at: now, ...facts })
    .where('loan_id', '=', loan.loan_id)
    .execute();
}

/** Moves a loan along its state machine. @throws when the event does not belong to its state */
export async function moveLoan(
  tx: Tx,
  loan: LockedDisbursement,
  event: LoanEvent,
  facts: { readonly disbursed_at?: Date; readonly canceled_at?: Date; readonly cancel_reason?: CancelReason },
): Promise<void> {
  const moved = transitionLoan(loan.loan_state, event);
  if (!moved.ok) throw new Error(`a loan in ${loan.loan_state} cannot be ${event}`);
  await tx
    .updateTable('loan')
    .set({ state: moved.state, ...facts })
    .where('id', '=', loan.loan_id)
    .execute();
}

function postingOf(loan: LockedDisbursement, at: Date) {
  const { country, currency, loan_id: loanId, customer_id: customerId } = loan;
  return { country, currency, loanId, customerId, at };
}

export function eventOf(loan: LockedDisbursement, at: Date) {
  return { at, country: loan.country, customerId: loan.customer_id, loanId: loan.loan_id };
}

function toldOf(loan: LockedDisbursement) {
  const { country, email, public_id: publicId, first_name: firstName, amount } = loan;
  return { country, email, publicId, firstName, amount: centavos(amount) };
}
