import { sql } from 'kysely';
import { packOf } from '../../countries/index.ts';
import { dueWords } from '../../countries/law/payable-until.ts';
import { localDate } from '../../countries/local-time.ts';
import { daysMoved } from '../../countries/law/delivery.ts';
import { receiptDestination } from '../../countries/papers/receipt.ts';
import { addDays, daysBetween, type CalendarDate } from '../../domain/calendar-date.ts';
import { payoutConfirmed, payoutFailed, payoutRequested, reversed } from '../../domain/ledger.ts';
import { transitionPayout, type PayoutEvent, type LoanState } from '../../domain/loan-state.ts';
import { centavos } from '../../domain/money.ts';
import type { AccountFault, PayoutAnswer } from '../integrations/payouts/port.ts';
import type { BookingDependencies } from '../dependencies.ts';
import { endReview } from '../customers/identity/service.ts';
import { post } from './ledger/service.ts';
import type { Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import { eventOf } from './outgoing-orders/service.ts';
import type { LockedPayout } from './payout-record.ts';
import { moveLoan, type CancelReason } from './loan.ts';
import { notifyCanceled, notifyNotDelivered, notifyPaidOut, notifyPayoutFailed } from './loan-messages.ts';

/**
 * Records a payout: the loan becomes active and gets its receipt. Also revives a canceled loan, against the
 * rail's earlier result.
 */
export async function recordPaidOut(
  tx: Tx,
  deps: BookingDependencies,
  loan: LockedPayout,
  answer: PayoutAnswer,
): Promise<void> {
  const now = deps.clock.now();
  const deliveredOn = deliveryDay(loan, answer, localDate(now, loan.country));
  const isAfterAll = loan.state === 'failed';
  await movePayout(tx, loan, isAfterAll ? 'prove-paid' : 'confirm', now, {
    provider_id: answer.providerId,
    receipt_code: answer.receiptCode,
    delivered_on: deliveredOn,
  });
  // Must precede the state change: after it, no due date can change.
  const moved = await startFromDelivery(tx, deps, loan, deliveredOn);
  await moveLoan(tx, stateOf(loan), isAfterAll ? 'delivered-after-all' : 'paid-out', now);
  if (isAfterAll)
    await post(tx, {
      ...postingOf(loan, now),
      kind: 'disbursement-requested',
      valueDate: deliveredOn,
      entries: payoutRequested(chargedOf(loan)),
    });
  await post(tx, {
    ...postingOf(loan, now),
    kind: 'disbursement-confirmed',
    valueDate: deliveredOn,
    entries: payoutConfirmed(centavos(loan.amount)),
  });
  await recordEvent(tx, {
    ...eventOf(loan, now),
    kind: 'loan-paid-out',
    detail: { amount: loan.amount, ...(moved === 0 ? {} : { moved }) },
  });
  await deps.followers.paidOut(tx, deps, { loanId: loan.loan_id, customerId: loan.customer_id });
  const { place } = receiptDestination(packOf(loan.country), loan.delivery_type, loan.destination);
  const known = deps.holidays.knownAt(loan.country, now);
  const firstDueDate = dueWords(loan.country, addDays(loan.first_due_date, moved), known);
  await notifyPaidOut(tx, deps, toldOf(loan), { place, moved, firstDueDate });
}

/**
 * The rail's payment date if given, limited to the days between confirmation and today; otherwise the day of
 * the rail's confirmation.
 */
export function deliveryDay(
  { interest_from: confirmedOn }: Pick<LockedPayout, 'interest_from'>,
  { deliveredOn }: PayoutAnswer,
  today: CalendarDate,
): CalendarDate {
  if (deliveredOn === undefined || deliveredOn > today) return today;
  return deliveredOn < confirmedOn ? confirmedOn : deliveredOn;
}

/**
 * Starts interest on the day of delivery and moves a late loan's due dates
 * (docs/product/loan-and-money.md#from-the-money-on). All readers of due dates see the moved dates.
 * @returns calendar days moved
 */
async function startFromDelivery(
  tx: Tx,
  { holidays }: Pick<BookingDependencies, 'holidays'>,
  { loan_id: loanId, country, interest_from: confirmedOn, created_at: confirmedAt }: LockedPayout,
  deliveredOn: CalendarDate,
): Promise<number> {
  const moved = daysMoved(country, confirmedOn, deliveredOn, holidays.knownAt(country, confirmedAt));
  await tx
    .updateTable('loan')
    .set({ interest_from: deliveredOn, due_dates_moved: moved })
    .where('id', '=', loanId)
    .execute();
  if (moved > 0)
    await sql`update instalment set due_date = due_date + ${moved}::int where loan_id = ${loanId}`.execute(
      tx,
    );
  return moved;
}

/**
 * Cancels the loan before payout: nothing is owed, and the customer may confirm again while the offer is
 * valid (docs/decisions/0012-failed-payout.md).
 */
export async function recordCanceled(
  tx: Tx,
  deps: BookingDependencies,
  loan: LockedPayout,
  reason: CancelReason,
  fault?: AccountFault,
): Promise<void> {
  const now = deps.clock.now();
  await movePayout(tx, loan, 'fail', now, {});
  await moveLoan(tx, stateOf(loan), 'cancel', now, reason);
  await post(tx, {
    ...postingOf(loan, now),
    kind: 'disbursement-failed',
    valueDate: loan.interest_from,
    entries: payoutFailed(chargedOf(loan)),
  });
  await recordEvent(tx, {
    ...eventOf(loan, now),
    kind: 'loan-canceled',
    detail: { reason, ...(fault ? { fault } : {}) },
  });
  await endReview(tx, loan.loan_id);
  if (reason === 'payout-failed') await notifyPayoutFailed(tx, deps, toldOf(loan), fault);
  else if (reason === 'not-delivered')
    await notifyNotDelivered(
      tx,
      deps,
      askedOf(loan),
      daysBetween(loan.interest_from, localDate(now, loan.country)),
    );
  // The identity decision sends its own notification.
  else if (reason !== 'identity') await notifyCanceled(tx, deps, askedOf(loan));
}

/**
 * Records that two people resolved a reported payout as never paid: cancels the loan, reverses its entries
 * and turns its payments into the customer's credit.
 * @param loan locked by {@link lockDelivery}
 */
export async function recordNeverPaid(tx: Tx, deps: BookingDependencies, loan: LockedPayout): Promise<void> {
  const now = deps.clock.now();
  await deps.followers.neverPaidOut(tx, deps, { loanId: loan.loan_id, customerId: loan.customer_id });
  await movePayout(tx, loan, 'prove-unpaid', now, { receipt_code: '' });
  await moveLoan(tx, { id: loan.loan_id, state: await loanState(tx, loan) }, 'never-delivered', now);
  const posting = { ...postingOf(loan, now), valueDate: localDate(now, loan.country) };
  await post(
    tx,
    {
      ...posting,
      kind: 'disbursement-confirmed',
      entries: reversed(payoutConfirmed(centavos(loan.amount))),
    },
    { ...posting, kind: 'disbursement-failed', entries: payoutFailed(chargedOf(loan)) },
  );
  await recordEvent(tx, {
    ...eventOf(loan, now),
    kind: 'loan-canceled',
    detail: { reason: 'payout-failed' },
  });
  await notifyPayoutFailed(tx, deps, toldOf(loan));
}

/** Reads the state again, because followers may have changed it. */
async function loanState(tx: Tx, { loan_id: id }: LockedPayout): Promise<LoanState> {
  const { state } = await tx
    .selectFrom('loan')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return state as LoanState;
}

const chargedOf = (loan: LockedPayout) => ({
  principal: centavos(loan.principal),
  originationFee: loan.terms.originationFee,
});

interface MoveFacts {
  readonly provider_id?: string;
  readonly receipt_code?: string;
  readonly delivered_on?: CalendarDate;
  readonly waits_for?: string;
  readonly sent_on?: CalendarDate;
}

/** Moves a payout along its state machine. @throws if its state does not allow the event */
export async function movePayout(
  tx: Tx,
  loan: LockedPayout,
  event: PayoutEvent,
  now: Date,
  facts: MoveFacts,
): Promise<void> {
  const moved = transitionPayout(loan.state, event);
  if (!moved.ok) throw new Error(`a payout in ${loan.state} cannot ${event}`);
  await tx
    .updateTable('payout')
    .set({
      state: moved.state,
      changed_at: now,
      ...facts,
      // A retry without a state change keeps the version that the staff have seen.
      ...(moved.state === loan.state ? {} : { version: sql<number>`version + 1`, changed_by: '' }),
    })
    .where('loan_id', '=', loan.loan_id)
    .execute();
}

export function stateOf({ loan_id: id, loan_state: state }: LockedPayout) {
  return { id, state };
}

function postingOf(loan: LockedPayout, at: Date) {
  const { country, currency, loan_id: loanId, customer_id: customerId } = loan;
  return { country, currency, loanId, customerId, at };
}

/** Facts for notifications about the outgoing money. */
export function toldOf(loan: LockedPayout) {
  const { country, email, public_id: publicId, first_name: firstName, amount } = loan;
  return { country, email, publicId, firstName, amount: centavos(amount) };
}

/** Facts for notifications about the requested loan, withheld charges included. */
export function askedOf(loan: LockedPayout) {
  return { ...toldOf(loan), amount: centavos(loan.principal) };
}
