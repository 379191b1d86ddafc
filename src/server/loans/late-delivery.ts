import { arrivalDay } from '../../countries/arrival.ts';
import { deliveryTermsOf, onTimeUntil, undeliveredCanceledOn } from '../../countries/law/delivery.ts';
import { localDate, localHour } from '../../countries/local-time.ts';
import { dueWords } from '../../countries/law/payable-until.ts';
import { delayedDeliveryEmail, lateDeliveryEmail } from '../../countries/messages/delivery-messages.ts';
import { addDays, daysBetween, formatDate, type CalendarDate } from '../../domain/calendar-date.ts';
import type { BookingDependencies } from '../dependencies.ts';
import { transaction, type Database, type Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import type { Day, DayFigures } from '../platform/work/daily.ts';
import { pagesById } from '../platform/work/pages.ts';
import { eventOf } from './outgoing-orders/service.ts';
import { askedOf, recordCanceled, toldOf } from './payout-outcome.ts';
import { lockPayout, type LockedPayout } from './payout-record.ts';
import { factsOf, send, senderOf } from './loan-messages.ts';

/** Lateness of an undelivered order: `late` moves the due dates, `expired` ends the loan. */
type Lateness = 'on-time' | 'late' | 'expired';

type LateDependencies = Pick<BookingDependencies, 'clock' | 'holidays'>;

export function latenessOf({ clock, holidays }: LateDependencies, loan: LockedPayout): Lateness {
  const { country, interest_from: confirmedOn, created_at: confirmedAt } = loan;
  const today = localDate(clock.now(), country);
  if (today >= undeliveredCanceledOn(country, confirmedOn)) return 'expired';
  return today <= onTimeUntil(country, confirmedOn, holidays.knownAt(country, confirmedAt))
    ? 'on-time'
    : 'late';
}

/** True on the announced day, from the country's departure hour on. */
export function leavesNow({ clock }: Pick<BookingDependencies, 'clock'>, loan: LockedPayout): boolean {
  const { country, interest_from: confirmedOn, leaves_on: leavesOn } = loan;
  const now = clock.now();
  const { leavesFromHour } = deliveryTermsOf(country, confirmedOn);
  return leavesOn === localDate(now, country) && localHour(now, country) >= leavesFromHour;
}

/**
 * Announces that a late order leaves tomorrow, with the moved dates, unless an announced day is still ahead.
 * Never announces a day on which the loan will be canceled.
 */
export async function announceLeaving(tx: Tx, deps: BookingDependencies, loan: LockedPayout): Promise<void> {
  const { country, interest_from: confirmedOn, loan_id: loanId } = loan;
  const now = deps.clock.now();
  const today = localDate(now, country);
  const leavesOn = addDays(today, 1);
  if (loan.leaves_on !== null && loan.leaves_on >= today) return;
  if (leavesOn >= undeliveredCanceledOn(country, confirmedOn)) return;
  await tx.updateTable('payout').set({ leaves_on: leavesOn }).where('loan_id', '=', loanId).execute();
  await recordEvent(tx, { ...eventOf(loan, now), kind: 'late-delivery-announced', detail: { leavesOn } });
  const told = askedOf(loan);
  const message = lateDeliveryEmail(senderOf(deps, told), {
    ...factsOf(deps, told),
    ...termsOf(loan),
    leavesOn: arrivalDay({ date: leavesOn, isToday: false }),
    firstDueDate: dueWords(country, firstDueIf(loan, leavesOn), deps.holidays.knownAt(country, now)),
    agreedDueDate: formatDate(loan.first_due_date),
    isCancelable: loan.state === 'planned',
  });
  await send(tx, deps, told, message);
}

const firstDueIf = (
  { first_due_date: agreed, interest_from: confirmedOn }: LockedPayout,
  deliveredOn: CalendarDate,
) => addDays(agreed, daysBetween(confirmedOn, deliveredOn));

const termsOf = ({ country, interest_from: confirmedOn }: LockedPayout) => {
  const { onTimeBusinessDays, leavesFromHour } = deliveryTermsOf(country, confirmedOn);
  return { onTimeDays: onTimeBusinessDays, fromHour: leavesFromHour };
};

const delayed = 'delivery-delayed';

/**
 * Notifies the borrower once that the dates will move, while the rail has not confirmed an order that left in
 * time.
 */
export async function announceDelay(tx: Tx, deps: BookingDependencies, loan: LockedPayout): Promise<void> {
  if (loan.leaves_on !== null) return;
  const known = tx
    .selectFrom('event')
    .select('id')
    .where('loan_id', '=', loan.loan_id)
    .where('kind', '=', delayed);
  if (await known.executeTakeFirst()) return;
  await recordEvent(tx, { ...eventOf(loan, deps.clock.now()), kind: delayed });
  const told = toldOf(loan);
  const facts = { ...factsOf(deps, told), ...termsOf(loan) };
  await send(tx, deps, told, delayedDeliveryEmail(senderOf(deps, told), facts));
}

/** Cancels an order that never left and has expired. @returns true if it was canceled */
export async function cancelIfExpired(
  tx: Tx,
  deps: BookingDependencies,
  loan: LockedPayout,
): Promise<boolean> {
  if (loan.state !== 'planned' || latenessOf(deps, loan) !== 'expired') return false;
  await recordCanceled(tx, deps, loan, 'not-delivered');
  return true;
}

const batch = 100;

/**
 * Cancels loans without a payout in time, held ones included. Orders that the rail may have accepted wait for
 * its result or for two people (docs/product/loan-and-money.md#from-the-money-on).
 */
export async function cancelUndelivered(
  deps: BookingDependencies & { readonly db: Database },
  { country, date }: Day,
): Promise<DayFigures> {
  let loans = 0;
  const read = (after: number) =>
    deps.db
      .selectFrom('payout as d')
      .innerJoin('loan as l', 'l.id', 'd.loan_id')
      .select(['d.loan_id', 'l.interest_from'])
      .where('d.state', '=', 'planned')
      .where('l.country', '=', country)
      .where('l.interest_from', '<', date)
      .where('d.loan_id', '>', after)
      .orderBy('d.loan_id')
      .limit(batch)
      .execute();
  for await (const planned of pagesById(read, (row) => row.loan_id))
    for (const { loan_id: loanId, interest_from: confirmedOn } of planned) {
      if (date < undeliveredCanceledOn(country, confirmedOn)) continue;
      const isCanceled = await transaction(deps.db, async (tx) => {
        const loan = await lockPayout(tx, loanId);
        return loan !== undefined && cancelIfExpired(tx, deps, loan);
      });
      if (isCanceled) loans += 1;
    }
  return { loans };
}
