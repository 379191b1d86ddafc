import type { DeliveryType } from '../../countries/country-pack.ts';
import { localDate } from '../../countries/local-time.ts';
import { centavos } from '../../domain/money.ts';
import type { Dependencies } from '../dependencies.ts';
import type { PayoutAnswer, PayoutOrder } from '../integrations/payouts/port.ts';
import { transaction, type Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import { leaseSeconds } from '../platform/work/row-queue.ts';
import {
  askedAgain,
  askRail,
  storeResponse,
  lookedAtAgain,
  queryRail,
  type AskedBy,
  type RailStep,
} from './rail-responses/service.ts';
import { isPayoutStopped, paidAfterAllOf, waitOf, type Wait } from './payout-checks/service.ts';
import { heldForPaid, holdPayout } from './payout-holds.ts';
import { eventOf, movePayout, recordCanceled, recordPaidOut, stateOf } from './payout-outcome.ts';
import { isOpen, lockDelivery, lockPayout, type LockedPayout, payoutRows } from './payout-record.ts';
import { type CancelReason, moveLoan } from './loan.ts';
import { announceDelay, announceLeaving, cancelIfExpired, latenessOf, leavesNow } from './late-delivery.ts';
import { sql } from 'kysely';
import type { RowWork } from '../platform/work/dispatcher.ts';

export type StepDependencies = Pick<
  Dependencies,
  'db' | 'clock' | 'random' | 'vault' | 'jobs' | 'config' | 'ports' | 'log' | 'followers' | 'holidays'
>;

/** A final result for a closed order may contradict the result that closed it. */
export async function notifyContradiction(
  tx: Tx,
  deps: StepDependencies,
  reference: string,
  { state, reason }: PayoutAnswer,
): Promise<void> {
  if (state !== 'completed' && state !== 'failed') return;
  const said = state === 'completed' ? 'paid' : 'not-paid';
  await deps.followers.contradicted(tx, deps, { reference, said, reason });
}

/** Remaining work outside the transaction of a step. */
interface Outside {
  readonly step: RailStep;
  readonly loan: LockedPayout;
}

/**
 * Runs one step of a payout: check, submit to the rail, or ask the rail. It may be killed at any point: the
 * intended action and the time of the next step are stored before any external call. The next step asks the
 * rail with the same reference and submits only orders that the rail has never seen.
 * @param isForced runs now, even if on hold or not claimed by a worker (the sandbox's manual mode)
 */
export async function takeStep(deps: StepDependencies, loanId: number, isForced = false): Promise<void> {
  const outside = await transaction(deps.db, (tx) => prepareStep(tx, deps, loanId, isForced));
  if (!outside) return;
  const answer = await askRailOf(deps, outside);
  await transaction(deps.db, (tx) => recordAnswer(tx, deps, loanId, answer));
}

/**
 * Asks the rail once about a submitted order; submits nothing.
 * @returns undefined if there is no open question
 */
export async function askOnce(deps: StepDependencies, loanId: number): Promise<PayoutAnswer | undefined> {
  const loan = await deps.db
    .selectFrom('disbursement as d')
    .innerJoin('loan as l', 'l.id', 'd.loan_id')
    .select(['d.loan_id', 'd.reference', 'd.state', 'l.delivery_type'])
    .where('d.loan_id', '=', loanId)
    .executeTakeFirst();
  if (!loan || loan.state === 'planned') return undefined;
  const rail = deps.ports.payouts[loan.delivery_type as DeliveryType];
  return queryRail(deps, rail, loan.reference, { loanId });
}

/**
 * Runs the step in the caller's transaction. Only for simulated rails: a real rail is never called inside a
 * transaction (used by the demo customers, which are created completely or not at all).
 */
export async function takeStepWithin(tx: Tx, deps: StepDependencies, loanId: number): Promise<void> {
  const outside = await prepareStep(tx, deps, loanId, true);
  if (outside) await recordAnswer(tx, deps, loanId, await askRailOf(deps, outside));
}

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

/** @returns undefined if nothing is left to do outside */
async function prepareStep(
  tx: Tx,
  deps: StepDependencies,
  loanId: number,
  isForced: boolean,
): Promise<Outside | undefined> {
  const loan = await lockPayout(tx, loanId);
  if (!loan || !isOpen(loan) || (await cancelIfExpired(tx, deps, loan))) return undefined;
  if (loan.awaits_identity) return undefined;
  if (!isForced && loan.is_on_hold) return undefined;
  const now = deps.clock.now();
  if (loan.loan_state === 'send') {
    if (loan.is_customer_disabled) await recordCanceled(tx, deps, loan, 'check-failed');
    else {
      await moveLoan(tx, stateOf(loan), 'checked', now);
      await recordEvent(tx, { ...eventOf(loan, now), kind: 'loan-checked' });
      await postpone(tx, deps, loan, isForced, 0);
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
      await keepBack(tx, loanId, wait);
      return undefined;
    }
  }
  await postpone(tx, deps, loan, isForced, leaseSeconds);
  if (loan.state !== 'planned') {
    // For an order that the rail has never seen, asking would submit it.
    return { step: (await mayNotLeave(tx, deps, loan)) ? 'only-ask' : 'ask', loan };
  }
  await movePayout(tx, loan, 'send', now, { waits_for: '', sent_on: localDate(now, loan.country) });
  await recordEvent(tx, { ...eventOf(loan, now), kind: 'pay-out-sent', detail: { amount: loan.amount } });
  return { step: 'submit', loan };
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
    .updateTable('disbursement')
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
async function postpone(
  tx: Tx,
  deps: StepDependencies,
  loan: LockedPayout,
  isForced: boolean,
  leastSeconds: number,
): Promise<void> {
  const tries = isForced ? loan.tries + 1 : loan.tries;
  await makeNextDue(tx, loan.loan_id, tries, leastSeconds);
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

async function makeNextDue(tx: Tx, loanId: number, tries: number, leastSeconds: number): Promise<void> {
  await tx
    .updateTable('disbursement')
    .set({ tries, due_at: askedAgain(tries, leastSeconds) })
    .where('loan_id', '=', loanId)
    .execute();
}

function askRailOf(deps: StepDependencies, { loan, step }: Outside): Promise<PayoutAnswer> {
  const rail = deps.ports.payouts[loan.delivery_type];
  return askRail(deps, rail, orderOf(deps, loan), step, { loanId: loan.loan_id });
}

function orderOf({ config }: StepDependencies, loan: LockedPayout): PayoutOrder {
  return {
    reference: loan.reference,
    amount: centavos(loan.amount),
    currency: loan.currency,
    holder: loan.holder,
    legalNumber: loan.legal_number,
    bankId: loan.bank_id,
    destination: loan.destination,
    description: `Prestamo ${config.BRAND}`,
  };
}

/** Applies the rail's answer. An answer about a closed order is stored and checked for a contradiction. */
export async function recordAnswer(
  tx: Tx,
  deps: StepDependencies,
  loanId: number,
  answer: PayoutAnswer,
  asked: AskedBy = 'worker',
): Promise<void> {
  const loan = await lockDelivery(tx, loanId);
  if (!loan) return;
  await storeResponse(tx, { kind: 'pay-out', id: loanId }, asked, answer, deps.clock.now());
  if (!isOpen(loan)) return notifyContradiction(tx, deps, loan.reference, answer);
  switch (answer.state) {
    case 'in-progress':
      return makeNextDue(tx, loanId, loan.tries, 0);
    case 'completed':
      return recordPaidOut(tx, deps, loan, answer);
    case 'failed':
      return recordCanceled(tx, deps, loan, 'payout-failed', answer.fault);
    case 'unknown':
    case 'not-found': {
      const now = deps.clock.now();
      if (loan.state !== 'unknown') {
        await recordEvent(tx, {
          ...eventOf(loan, now),
          kind: 'pay-out-unknown',
          detail: { reason: answer.reason },
        });
      }
      await movePayout(tx, loan, 'lose-track', now, {});
      // The order never left: it is submitted again after its borrower was notified.
      if (answer.state === 'not-found' && latenessOf(deps, loan) === 'late')
        await announceLeaving(tx, deps, loan);
      return makeNextDue(tx, loanId, loan.tries, 0);
    }
  }
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
