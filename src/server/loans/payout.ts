import { sql } from 'kysely';
import { localDate } from '../../countries/local-time.ts';
import { centavos } from '../../domain/money.ts';
import type { Dependencies } from '../dependencies.ts';
import type { PayoutAnswer } from '../integrations/payouts/port.ts';
import type { Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import type { RowWork } from '../platform/work/dispatcher.ts';
import { leaseSeconds } from '../platform/work/row-queue.ts';
import { announceDelay, announceLeaving, cancelIfExpired, latenessOf, leavesNow } from './late-delivery.ts';
import { type CancelReason, moveLoan } from './loan.ts';
import {
  eventOf,
  isOpen,
  lookedAtAgain,
  postpone,
  takeOrderStep,
  takeOrderStepWithin,
  type OutgoingOrders,
  type RailStep,
  type StepDependencies,
} from './outgoing-orders/service.ts';
import { isPayoutStopped, paidAfterAllOf, waitOf, type Wait } from './payout-checks/service.ts';
import { heldForPaid, holdPayout, holdPlannedOf } from './payout-holds.ts';
import { movePayout, recordCanceled, recordPaidOut, stateOf } from './payout-outcome.ts';
import { lockDelivery, lockPayout, type LockedPayout, payoutRows } from './payout-record.ts';

/** Payouts: each is the order of its loan, by whose id it goes. */
export const PAYOUTS: OutgoingOrders<LockedPayout> = {
  kind: 'pay-out',
  lock: lockPayout,
  lockToEnd: lockDelivery,
  prepare: prepareStep,
  railOf: ({ ports }, loan) => ports.payouts[loan.delivery_type],
  requestOf: ({ config }, loan) => ({
    reference: loan.reference,
    amount: centavos(loan.amount),
    currency: loan.currency,
    holder: loan.holder,
    legalNumber: loan.legal_number,
    bankId: loan.bank_id,
    destination: loan.destination,
    description: `Prestamo ${config.BRAND}`,
  }),
  recordPaid: recordPaidOut,
  recordFailed: (tx, deps, loan, { fault }) => recordCanceled(tx, deps, loan, 'payout-failed', fault),
  recordUnknown,
  unknownEvent: 'pay-out-unknown',
  // A replacement order would pay twice, so it is held for a person.
  paidAfterAll: (tx, deps, { customer_id: customerId, loan_id: loanId }) =>
    holdPlannedOf(tx, deps, customerId, heldForPaid(loanId)),
};

/** One step of a payout: {@link takeOrderStep}. */
export const takeStep = (deps: StepDependencies, loanId: number, isForced = false): Promise<void> =>
  takeOrderStep(deps, PAYOUTS, loanId, isForced);

/** One step of a payout in the caller's transaction: {@link takeOrderStepWithin}. */
export const takeStepWithin = (tx: Tx, deps: StepDependencies, loanId: number): Promise<void> =>
  takeOrderStepWithin(tx, deps, PAYOUTS, loanId);

/** Cancels a loan that was not checked yet; otherwise does nothing. */
export async function cancelUncheckedLoan(
  tx: Tx,
  deps: StepDependencies,
  loanId: number,
  reason: CancelReason,
): Promise<void> {
  const loan = await lockPayout(tx, loanId);
  if (loan && isOpen(loan) && loan.loan_state === 'send') await recordCanceled(tx, deps, loan, reason);
}

async function prepareStep(
  tx: Tx,
  deps: StepDependencies,
  loan: LockedPayout,
  isForced: boolean,
): Promise<RailStep | undefined> {
  if (await cancelIfExpired(tx, deps, loan)) return undefined;
  if (loan.awaits_identity) return undefined;
  if (!isForced && loan.is_on_hold) return undefined;
  const now = deps.clock.now();
  if (loan.loan_state === 'send') {
    if (loan.is_customer_disabled) await recordCanceled(tx, deps, loan, 'check-failed');
    else {
      await moveLoan(tx, stateOf(loan), 'checked', now);
      await recordEvent(tx, { ...eventOf(loan, now), kind: 'loan-checked' });
      await postponeStep(tx, deps, loan, isForced, 0);
    }
    return undefined;
  }
  if (loan.state === 'planned') {
    const paid = loan.is_on_hold ? undefined : await paidAfterAllOf(tx, loan.customer_id);
    if (paid !== undefined) {
      await holdPayout(tx, deps, loan, heldForPaid(paid.loanId));
      return undefined;
    }
    const wait = (await waitOf(tx, deps, loan)) ?? (await noticeOf(tx, deps, loan, isForced));
    if (wait !== undefined) {
      await keepBack(tx, loan.loan_id, wait);
      return undefined;
    }
  }
  await postponeStep(tx, deps, loan, isForced, leaseSeconds);
  // For an order that the rail has never seen, asking would submit it.
  if (loan.state !== 'planned') return (await mayNotLeave(tx, deps, loan)) ? 'only-ask' : 'ask';
  await movePayout(tx, loan, 'send', now, { waits_for: '', sent_on: localDate(now, loan.country) });
  await recordEvent(tx, { ...eventOf(loan, now), kind: 'pay-out-sent', detail: { amount: loan.amount } });
  return 'submit';
}

/**
 * Holds a late order until its borrower was notified of the moved dates.
 * @param isForced a manual step skips the announced day, but not the announcement
 */
async function noticeOf(
  tx: Tx,
  deps: StepDependencies,
  loan: LockedPayout,
  isForced: boolean,
): Promise<Wait | undefined> {
  if (latenessOf(deps, loan) === 'on-time' || leavesNow(deps, loan)) return undefined;
  const wasTold = loan.leaves_on !== null && loan.leaves_on >= localDate(deps.clock.now(), loan.country);
  if (wasTold && isForced) return undefined;
  await announceLeaving(tx, deps, loan);
  return 'notice';
}

/** True if an order awaiting the rail's answer must not be submitted again. */
async function mayNotLeave(tx: Tx, deps: StepDependencies, loan: LockedPayout): Promise<boolean> {
  if (await isPayoutStopped(tx, loan)) return true;
  if (latenessOf(deps, loan) === 'on-time') return false;
  await announceDelay(tx, deps, loan);
  return !leavesNow(deps, loan);
}

async function keepBack(tx: Tx, loanId: number, wait: Wait): Promise<void> {
  // Expected wait: the try is not counted and raises no alarm.
  await tx
    .updateTable('payout')
    .set({ waits_for: wait, tries: 0, due_at: lookedAtAgain })
    .where('loan_id', '=', loanId)
    .execute();
}

/** About a day of queries every quarter of an hour; after that a person must look. */
const alarmingTries = 100;

/**
 * Postpones the next step. The worker counted this try when it claimed it. @param leastSeconds minimum time
 * before another worker may take it
 */
async function postponeStep(
  tx: Tx,
  deps: StepDependencies,
  loan: LockedPayout,
  isForced: boolean,
  leastSeconds: number,
): Promise<void> {
  const tries = isForced ? loan.tries + 1 : loan.tries;
  await postpone(tx, { kind: 'pay-out', id: loan.loan_id }, tries, leastSeconds);
  // Tries are counted on claim: the one that should alert may have been killed, so a later one does.
  if (tries >= alarmingTries && !(await isAlarmed(tx, loan.loan_id))) {
    await recordEvent(tx, { ...eventOf(loan, deps.clock.now()), kind: alarm });
  }
}

const alarm = 'pay-out-needs-attention';

async function isAlarmed(tx: Tx, loanId: number): Promise<boolean> {
  const told = tx.selectFrom('event').select('id').where('loan_id', '=', loanId).where('kind', '=', alarm);
  return (await told.executeTakeFirst()) !== undefined;
}

async function recordUnknown(
  tx: Tx,
  deps: StepDependencies,
  loan: LockedPayout,
  answer: PayoutAnswer,
): Promise<void> {
  await movePayout(tx, loan, 'lose-track', deps.clock.now(), {});
  // The order never left: it is submitted again after its borrower was notified.
  if (answer.state === 'not-found' && latenessOf(deps, loan) === 'late')
    await announceLeaving(tx, deps, loan);
}

/** @param isPaused true while the sandbox steps payouts manually */
export function payoutWork(deps: Dependencies, isPaused: () => Promise<boolean>): RowWork {
  return {
    queue: payoutRows,
    pools: [{ where: sql`true`, concurrency: deps.config.PAYOUT_CONCURRENCY }],
    isPaused,
    run: (loanId) => takeStep(deps, loanId),
  };
}
