import { isBusinessDay } from '../../../domain/calendar-date.ts';
import { isSelectable } from '../../../domain/standing/instalment-state.ts';
import type { InstalmentStanding } from '../../../domain/standing/standing.ts';
import { reserveCharges, sendCharges } from '../../charges/service.ts';
import type { StoredCard } from '../../customers/profile/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lockedLoans, standingOf, type Loan } from '../../loans/service.ts';
import { expiredOn, reserveForDebits } from '../payments/service.ts';
import { countDone, type Day } from '../../platform/work/daily.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { pipeline } from '../../platform/statements.ts';
import { debitCharges } from './charge.ts';
import { putOffOf, notifyNotAttempted } from './put-off.ts';
import {
  barsOf,
  isAnyDue,
  lockDue,
  markCharging,
  markPutOff,
  markSkipped,
  type DebitBars,
  type DueDebit,
} from './queries.ts';

/** Maximum number of debits charged and booked together. */
const batchSize = 100;

export const debitsName = 'debits';

/**
 * Attempts the due debits until none is left, in any number of processes. Each is attempted once, unless it
 * is postponed (docs/product/payments.md#debit-of-an-instalment). One transaction reserves, the charge runs
 * outside, another transaction stores the result: a process killed in between leaves debits `charging`, which
 * are later queried by reference.
 */
export async function attemptDebits(deps: Dependencies, day: Day): Promise<void> {
  if (!isForDebits(deps, day)) return;
  do await attemptDue(deps, day);
  // Debits that a killed process was taking are retried.
  while (isForDebits(deps, day) && (await isAnyDue(deps.db, day)));
}

/** True if banks are open, as far as known now. */
function isForDebits({ clock, holidays }: Dependencies, { country, date }: Day): boolean {
  return isBusinessDay(date, holidays.knownAt(country, clock.now()));
}

/** Attempts debits not claimed by other processes. */
export async function attemptDue(
  deps: Dependencies,
  day: Day,
  isStopped: () => boolean = () => false,
): Promise<void> {
  if (!isForDebits(deps, day)) return;
  // While one batch's results are booked, other batches are charging.
  const batches = Math.max(1, Math.floor(deps.config.CARD_CONCURRENCY / batchSize));
  const ended = await Promise.allSettled(
    Array.from({ length: batches }, () => attemptBatches(deps, day, isStopped)),
  );
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

async function attemptBatches(deps: Dependencies, day: Day, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const { taken, reserved } = await transaction(deps.db, async (tx) => {
      const batch = await reserve(tx, deps, day);
      // Updated last, because other batches wait for this row's lock.
      await countDone(tx, { ...day, job: debitsName }, 'charges', batch.reserved.length);
      return batch;
    });
    if (taken === 0) return;
    if (reserved.length > 0) await sendCharges(deps, debitCharges, reserved);
  }
}

async function reserve(tx: Tx, deps: Dependencies, day: Day) {
  const due = await lockDue(tx, day, batchSize);
  if (due.length === 0) return { taken: 0, reserved: [] };
  const now = deps.clock.now();
  const ids = due.map(({ loan_id }) => loan_id);
  const debitIds = due.map(({ id }) => id);
  const [locked, bars] = await pipeline(tx, [
    (on) => lockedLoans(on, ids),
    (on) => barsOf(on, day, debitIds),
  ]);
  const loans = new Map(locked.map((loan) => [loan.id, loan]));
  const judged = due.map((debit) => {
    const loan = loans.get(debit.loan_id);
    return { debit, loan, ...judge({ ...debit, ...bars.get(debit.id) }, loan, day, now) };
  });
  const left = judged.flatMap(({ debit, loan, standing, reason }) =>
    reason === undefined
      ? []
      : [putOffOf({ debit, loan, standing, reason }, day, deps.holidays.knownAt(day.country, now))],
  );
  await markSkipped(
    tx,
    left.flatMap(({ debit, reason, attemptOn }) =>
      attemptOn === undefined ? [{ id: debit.id, reason }] : [],
    ),
    now,
  );
  await markPutOff(
    tx,
    left.flatMap(({ debit, reason, attemptOn }) =>
      attemptOn === undefined ? [] : [{ id: debit.id, reason, attemptOn }],
    ),
    now,
  );
  await notifyNotAttempted(tx, deps, day, left);
  const chosen = judged.flatMap(({ debit, loan, standing, card, reason }) =>
    reason === undefined && loan && standing && card
      ? [
          {
            id: debit.id,
            country: day.country,
            loanId: loan.id,
            instalment: debit.instalment,
            amount: standing.toPay,
            currency: debit.currency,
            reference: debit.reference,
            dueDate: standing.payableUntil,
            pricedOn: day.date,
            expired: expiredOn(loan, day.date),
            card,
          },
        ]
      : [],
  );
  const requests = await reserveForDebits(tx, deps, chosen);
  await markCharging(
    tx,
    chosen.map((debit) => ({ ...debit, requestId: requests.get(debit.reference) ?? 0 })),
    now,
  );
  const charges = await reserveCharges(
    tx,
    deps,
    'instalment',
    chosen.map(({ id: subject, card, ...debit }) => ({ ...debit, ...card, subject, cardId: card.id })),
  );
  return { taken: due.length, reserved: Array.from(charges.values()) };
}

type Judgement =
  | { readonly reason: string; readonly standing?: InstalmentStanding; readonly card?: undefined }
  | { readonly reason?: undefined; readonly standing: InstalmentStanding; readonly card: StoredCard };

/** Decides if a debit may still be attempted; changes since its announcement count. */
function judge(
  debit: DueDebit & Partial<DebitBars>,
  loan: Loan | undefined,
  { date }: Day,
  now: Date,
): Judgement {
  if (loan?.state !== 'approved') return { reason: 'loan-ended' };
  // Payments opened by strangers do not block the debit.
  const standing = standingOf(loan, now).instalments.find(({ number }) => number === debit.instalment);
  if (debit.is_withdrawn) return { reason: 'withdrawal', ...(standing && { standing }) };
  if ((standing?.payableUntil ?? debit.due_date) < date) return { reason: 'late' };
  if (!standing || standing.settledOn !== null || standing.total <= 0) return { reason: 'paid' };
  if (standing.toPay === 0) return { reason: 'credit' };
  if (!isSelectable(standing.state)) return { reason: 'open-payment', standing };
  if (debit.is_held) return { reason: 'held', standing };
  if (debit.is_switched_off) return { reason: 'switched-off' };
  if (!debit.card) return { reason: 'no-card', standing };
  return { standing, card: debit.card };
}
