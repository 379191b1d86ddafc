import { paths } from '../../contract/paths.ts';
import type { z } from 'zod';
import type { loan } from '../../contract/loans.ts';
import { arrivalOf, arrivalSentence, type Arrival } from '../../countries/arrival.ts';
import { onTimeUntil } from '../../countries/law/delivery.ts';
import { dueWords } from '../../countries/law/payable-until.ts';
import { datesMoved, datesMoveTo, datesWillMove } from '../../countries/moved-dates.ts';
import { PHOTO_REASONS, rejectionSentence } from '../../countries/identity-reasons.ts';
import { packOf } from '../../countries/index.ts';
import { pickupPointsOf } from '../../countries/lists.ts';
import { localDate } from '../../countries/local-time.ts';
import { totalDues } from '../../domain/standing/allocation.ts';
import { addDays, daysBetween, formatDate, type CalendarDate } from '../../domain/calendar-date.ts';
import { isCancelableByCustomer } from '../../domain/loan-state.ts';
import { add, larger, negate, sum, toUnits, ZERO, type Centavos } from '../../domain/money.ts';
import { loanStanding, type LoanStanding } from '../../domain/standing/standing.ts';
import type { Holidays, Known } from '../content/service.ts';
import type { LoanDetails } from './details.ts';
import { instalmentAnswers } from './instalment-answers.ts';
import { cameToNothing, type Loan } from './loan.ts';
import { loanSeenBy, openPaymentsOn, shownAs } from './open-payments.ts';
import { notReturned, withdrawalAnswer } from './return.ts';

export type LoanAnswer = z.output<typeof loan>;

/** Derives a loan's standing at an instant, by the country's calendar. */
export function standingOf(
  { country, conditions, payments, openPayments, paidOutAt }: Loan,
  now: Date,
): LoanStanding {
  // Nothing accrues or falls due before delivery: until then the standing is the confirmation day's.
  const today = paidOutAt === null ? conditions.schedule.payoutDate : localDate(now, country);
  const open = openPaymentsOn(openPayments, today);
  return loanStanding(
    conditions,
    payments,
    today,
    new Map([...open].map(([number, payment]) => [number, shownAs(payment)])),
  );
}

/**
 * Loan with its instalments; names and account are masked for strangers
 * (docs/product/calls.md#public-by-hash).
 */
export function loanAnswer(loan: LoanDetails, { now, holidays }: Known, isOwner: boolean): LoanAnswer {
  const row = loanSeenBy(loan, isOwner);
  const standing = standingOf(row, now);
  return {
    ...loanSummary(row, isOwner),
    credit: isOwner ? toUnits(creditOf(row, standing)) : 0,
    arrival: arrivalAnswer(row, now, holidays),
    payout_failed: isOwner && row.hasPayoutFailed,
    not_delivered: isOwner && row.wasNotDelivered,
    paused: isOwner && row.isPaused,
    identity: isOwner ? identityAnswer(row) : null,
    installments: instalmentAnswers(row, standing, isOwner),
    withdrawal: isOwner ? withdrawalAnswer(row, standing.date) : null,
    plan_in_force: row.state === 'approved' ? planInForce(standing) : null,
  };
}

/** Credit; for a withdrawn loan, the amount paid beyond its return. */
function creditOf(loan: Loan, { credit }: LoanStanding): Centavos {
  if (loan.state !== 'canceled') return credit;
  const left = cameToNothing(loan) ? negate(loan.delivered) : ZERO;
  return larger(ZERO, negate(add(notReturned(loan), left)));
}

/** Remaining instalments after a prepayment. */
function planInForce({ instalments }: LoanStanding): LoanAnswer['plan_in_force'] {
  const advanced = sum(instalments.map(({ paidAhead }) => totalDues(paidAhead)));
  const left = instalments.filter(({ settledOn }) => settledOn === null);
  const [next] = left;
  const last = left.at(-1);
  if (advanced === 0 || next === undefined || last === undefined) return null;
  return {
    instalment_count: left.length,
    instalment: toUnits(next.total),
    last_due_date: formatDate(last.dueDate),
    total: toUnits(sum(left.map(({ total }) => total))),
    advanced: toUnits(advanced),
  };
}

/** Part of the loan that does not depend on the day. */
function loanSummary(row: LoanDetails, isOwner: boolean) {
  const { rates, original, publicId } = row;
  const { rows, payoutDate, instalment } = row.conditions.schedule;
  const isPaidOut = row.payout === 'confirmed';
  const point = pickupPointsOf(row.country).find(({ id }) => id === row.deliveryPoint);
  const firstDue = rows[0]?.dueDate ?? payoutDate;
  const firstPayableUntil = rows[0]?.payableUntil ?? payoutDate;
  return {
    id: publicId,
    number: isOwner ? String(row.id) : '',
    state_slug: row.state,
    amount: toUnits(row.principal),
    amount_delivery: toUnits(row.delivered),
    installment_count: rows.length,
    payment: toUnits(instalment),
    interest_rate: rates.interestRate,
    cft: rates.cft,
    final_amount: toUnits(row.finalAmount),
    start_date: formatDate(firstDue),
    start_payable_until: formatDate(firstPayableUntil),
    delivery_type: row.deliveryType,
    bank: bankAnswer(row, isOwner),
    pod: point ? { name: point.name, address: point.address, city: point.city } : null,
    original_interest_rate: original.interestRate,
    original_cft: original.cft,
    original_final_amount: toUnits(original.finalAmount),
    was_created_in_membership: row.isMembership,
    plan_changed_on: row.planChangedAt === null ? '' : formatDate(localDate(row.planChangedAt, row.country)),
    has_cancel_from_the_client: isCancelableByCustomer(
      row.state,
      row.payout,
      row.hasCancelFromTheClient || row.leavesOn !== null,
    ),
    files: {
      transference_receipt: isOwner && isPaidOut ? { url: paths.receipt(publicId) } : null,
      loan_docket: null,
    },
    tna: rates.tna,
    tea: rates.tea,
    cftna: rates.cftna,
    cftea: rates.cfteaDated,
    cftea_dated: rates.cfteaDated,
    cftea_with_membership: rates.cfteaWithMembership ?? 0,
    created_at: row.createdAt.toISOString(),
    membership_price: toUnits(row.membershipPrice),
    first_name: isOwner ? row.firstName : maskName(row.firstName),
    last_name: isOwner ? row.lastName : maskName(row.lastName),
  };
}

/** Arrival as the borrower reads it; null while nothing is said about it. */
export function arrivalAnswer(row: LoanDetails, now: Date, holidays: Holidays): LoanAnswer['arrival'] {
  // No date is shown while the payout is uncertain.
  if (row.state === 'canceled' || isHeldForIdentity(row)) return null;
  const { country, review } = row;
  const confirmedAt = review?.decidedAt ? new Date(review.decidedAt) : row.createdAt;
  const { deliveredOn, isPayoutWaiting: isWaiting, leavesOn } = row;
  const onItsWay = {
    confirmedAt,
    deliveredOn: deliveredOn ?? undefined,
    isWaiting,
    leavesOn: row.payout === 'planned' ? (leavesOn ?? undefined) : undefined,
  };
  const arrival = arrivalOf(onItsWay, now, packOf(country), (at) => holidays.knownAt(country, at));
  const { state } = arrival;
  const date = state === 'waiting' ? '' : formatDate(arrival.date);
  return {
    date,
    state,
    sentence: `${arrivalSentence(arrival, row.deliveryType)}${movedDates(row, arrival, now, holidays)}`,
  };
}

/** Effect of a late delivery on the due dates; '' while the agreed dates hold. */
function movedDates(row: LoanDetails, arrival: Arrival, now: Date, holidays: Holidays): string {
  const { country, createdAt, daysMoved: moved } = row;
  const { payoutDate: agreedOn, rows } = row.conditions.schedule;
  const firstDue = rows[0]?.dueDate ?? agreedOn;
  const words = (dueDate: CalendarDate) => dueWords(country, dueDate, holidays.knownAt(country, now));
  if (row.deliveredOn !== null) return moved === 0 ? '' : ` ${datesMoved(moved, words(firstDue))}`;
  const known = holidays.knownAt(country, createdAt);
  if (localDate(now, country) <= onTimeUntil(country, agreedOn, known)) return '';
  const isCancelable = row.payout === 'planned';
  if (arrival.state === 'waiting' || row.leavesOn === null) return ` ${datesWillMove(isCancelable)}`;
  const movedDue = addDays(firstDue, daysBetween(agreedOn, arrival.date));
  return ` ${datesMoveTo(words(movedDue), isCancelable)}`;
}

function bankAnswer({ bank }: LoanDetails, isOwner: boolean): LoanAnswer['bank'] {
  return bank ? { bank: bank.name, cbu: isOwner ? bank.account : maskAccount(bank.account) } : null;
}

/** True while the payout waits for the review of the applicant's photos. */
function isHeldForIdentity({ review }: Pick<LoanDetails, 'review'>): boolean {
  return review?.state === 'waiting' || review?.state === 'asked';
}

/** Photo review status for the borrower; none once the payout is in transit. */
export function identityAnswer({ review }: Pick<LoanDetails, 'review'>): LoanAnswer['identity'] {
  switch (review?.state) {
    case 'waiting':
      return { state: 'review', sentence: '', photos: [] };
    case 'asked':
      return {
        state: 'photos',
        sentence: '',
        photos: review.asked.map(({ kind, reason, done }) => ({
          kind,
          sentence: PHOTO_REASONS[reason],
          done,
        })),
      };
    case 'rejected':
      return { state: 'rejected', sentence: rejectionSentence(review.reason), photos: [] };
    case 'approved':
    case 'ended':
    case undefined:
      return null;
  }
}

/** Masks a name as `A***`: its owner recognizes it, and its length stays hidden. */
export function maskName(name: string): string {
  const [initial] = name.trim();
  return initial === undefined ? '' : `${initial}***`;
}

/** Shows only the last four characters of an account number or alias. */
function maskAccount(account: string): string {
  return account.length > 4 ? `****${account.slice(-4)}` : '****';
}
