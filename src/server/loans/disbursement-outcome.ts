import { sql } from 'kysely';
import { packOf } from '../../countries/index.ts';
import { localDate } from '../../countries/local-time.ts';
import { receiptDestination } from '../../countries/papers/receipt.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import { disbursementConfirmed, disbursementFailed } from '../../domain/ledger.ts';
import { transitionDisbursement, type DisbursementEvent } from '../../domain/loan-state.ts';
import { centavos } from '../../domain/money.ts';
import type { AccountFault, PayoutAnswer } from '../integrations/payouts/port.ts';
import type { BookingDependencies } from '../dependencies.ts';
import { endReview } from '../customers/identity/service.ts';
import { post } from './ledger/service.ts';
import type { Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import type { LockedDisbursement } from './disbursement-record.ts';
import { moveLoan, type CancelReason } from './loan.ts';
import { tellCanceled, tellPaidOut, tellPayoutFailed } from './loan-messages.ts';

/** The rail has paid: the loan is in force, with its receipt. */
export async function recordPaidOut(
  tx: Tx,
  deps: BookingDependencies,
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
  await moveLoan(tx, stateOf(loan), 'paid-out', now);
  await post(tx, {
    ...postingOf(loan, now),
    kind: 'disbursement-confirmed',
    valueDate: deliveredOn,
    entries: disbursementConfirmed(centavos(loan.amount)),
  });
  await recordEvent(tx, { ...eventOf(loan, now), kind: 'loan-paid-out', detail: { amount: loan.amount } });
  await deps.followers.paidOut(tx, deps, { loanId: loan.loan_id, customerId: loan.customer_id });
  const { place } = receiptDestination(packOf(loan.country), loan.delivery_type, loan.destination);
  await tellPaidOut(tx, deps, toldOf(loan), place);
}

/**
 * Gives the loan up before its money went out: nothing is owed any more, and the customer may confirm
 * again while the offer lives (docs/decisions/0012-failed-payout.md).
 */
export async function recordCanceled(
  tx: Tx,
  deps: BookingDependencies,
  loan: LockedDisbursement,
  reason: CancelReason,
  fault?: AccountFault,
): Promise<void> {
  const now = deps.clock.now();
  await moveDisbursement(tx, loan, 'fail', now, {});
  await moveLoan(tx, stateOf(loan), 'cancel', now, reason);
  await post(tx, {
    ...postingOf(loan, now),
    kind: 'disbursement-failed',
    valueDate: loan.interest_from,
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
  await endReview(tx, loan.loan_id);
  if (reason === 'payout-failed') await tellPayoutFailed(tx, deps, toldOf(loan), fault);
  // Why an identity was not confirmed is said by who decided it.
  else if (reason !== 'identity') await tellCanceled(tx, deps, askedOf(loan));
}

interface MoveFacts {
  readonly provider_id?: string;
  readonly receipt_code?: string;
  readonly delivered_on?: CalendarDate;
  readonly waits_for?: string;
  readonly sent_on?: CalendarDate;
}

/** Moves a payout along its state machine. @throws when the event does not belong to its state */
export async function moveDisbursement(
  tx: Tx,
  loan: LockedDisbursement,
  event: DisbursementEvent,
  now: Date,
  facts: MoveFacts,
): Promise<void> {
  const moved = transitionDisbursement(loan.state, event);
  if (!moved.ok) throw new Error(`a payout in ${loan.state} cannot ${event}`);
  await tx
    .updateTable('disbursement')
    .set({
      state: moved.state,
      changed_at: now,
      ...facts,
      // An order that is asked about again is still what whoever looks at it has seen.
      ...(moved.state === loan.state ? {} : { version: sql<number>`version + 1`, changed_by: '' }),
    })
    .where('loan_id', '=', loan.loan_id)
    .execute();
}

/** The loan of a payout, for {@link moveLoan}. */
export function stateOf({ loan_id: id, loan_state: state }: LockedDisbursement) {
  return { id, state };
}

function postingOf(loan: LockedDisbursement, at: Date) {
  const { country, currency, loan_id: loanId, customer_id: customerId } = loan;
  return { country, currency, loanId, customerId, at };
}

export function eventOf(loan: LockedDisbursement, at: Date) {
  return { at, country: loan.country, customerId: loan.customer_id, loanId: loan.loan_id };
}

/** What is told of the money that goes out. */
export function toldOf(loan: LockedDisbursement) {
  const { country, email, public_id: publicId, first_name: firstName, amount } = loan;
  return { country, email, publicId, firstName, amount: centavos(amount) };
}

/** What is told of the loan as it was asked for, charges that are kept back included. */
const askedOf = (loan: LockedDisbursement) => ({ ...toldOf(loan), amount: centavos(loan.principal) });
