import { sql } from 'kysely';
import { paths } from '../../contract/paths.ts';
import { arrivalOf, arrivalSentence } from '../../countries/arrival.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import type { PhotoKind, PhotoReason } from '../../countries/identity-reasons.ts';
import { packOf } from '../../countries/index.ts';
import {
  identityConfirmedEmail,
  identityRejectedEmail,
  photosAskedEmail,
} from '../../countries/messages/identity-messages.ts';
import { isCancelableByCustomer } from '../../domain/loan-state.ts';
import { arePayoutsWaiting, fitsUnderCap, payoutControl } from '../content/service.ts';
import { stops } from '../customers/holds/service.ts';
import type { BookingDependencies } from '../dependencies.ts';
import type { Tx } from '../platform/database.ts';
import { publicUrlOf } from '../platform/public-url.ts';
import { NOT_DUE, payoutRows, lockPayout, type LockedPayout } from './payout-record.ts';
import { askedOf, recordCanceled, toldOf } from './payout-outcome.ts';
import { factsOf, send, senderOf, type Told } from './loan-messages.ts';

/** Locks a payout that awaits the identity review, with its loan; undefined if it no longer waits. */
export async function lockHeldPayout(tx: Tx, loanId: number): Promise<LockedPayout | undefined> {
  const loan = await lockPayout(tx, loanId);
  return loan?.awaits_identity && loan.state === 'planned' ? loan : undefined;
}

/**
 * Makes a customer's payout that has not left wait for the identity review.
 * @returns the loan; undefined if there is none, it waits already, or `isWanted` says no behind the lock
 */
export async function holdForIdentity(
  tx: Tx,
  customerId: number,
  isWanted: (country: CountryCode) => Promise<boolean>,
): Promise<LockedPayout | undefined> {
  const found = await tx
    .selectFrom('payout')
    .innerJoin('loan', 'loan.id', 'payout.loan_id')
    .select('loan.id')
    .where('loan.customer_id', '=', customerId)
    .where('payout.state', '=', 'planned')
    .where('payout.awaits_identity', '=', false)
    .executeTakeFirst();
  const loan = found && (await lockPayout(tx, found.id));
  if (loan?.state !== 'planned' || loan.awaits_identity || !(await isWanted(loan.country))) return undefined;
  await tx
    .updateTable('payout')
    .set({ awaits_identity: true, due_at: NOT_DUE })
    .where('loan_id', '=', loan.loan_id)
    .execute();
  return loan;
}

export async function releaseReviewedPayout(
  tx: Tx,
  deps: BookingDependencies,
  loan: LockedPayout,
): Promise<void> {
  await tx
    .updateTable('payout')
    .set({ awaits_identity: false, due_at: sql<Date>`now()` })
    .where('loan_id', '=', loan.loan_id)
    .execute();
  deps.jobs.wake(tx, payoutRows.name);
  const told = toldOf(loan);
  const now = deps.clock.now();
  const control = await payoutControl(tx, loan.country);
  const isHeld = await stops(tx, 'pay-outs', loan.customer_id, loan.loan_id);
  const isWaiting =
    loan.is_on_hold ||
    isHeld ||
    arePayoutsWaiting(control, loan.country, now) ||
    !(loan.is_above_cap_approved || fitsUnderCap(control, loan.amount));
  const onItsWay = { confirmedAt: now, isWaiting };
  const known = (at: Date) => deps.holidays.knownAt(loan.country, at);
  const arrival = arrivalOf(onItsWay, now, packOf(loan.country), known);
  const facts = { ...factsOf(deps, told), arrival: arrivalSentence(arrival, loan.delivery_type) };
  await send(tx, deps, told, identityConfirmedEmail(senderOf(deps, told), facts));
}

/**
 * Cancels a loan before payout because the identity was not confirmed; the customer learns only what may be
 * disclosed.
 */
export async function cancelForIdentity(
  tx: Tx,
  deps: BookingDependencies,
  loan: LockedPayout,
  reason: string,
): Promise<void> {
  await recordCanceled(tx, deps, loan, 'identity');
  const told = askedOf(loan);
  await send(tx, deps, told, identityRejectedEmail(senderOf(deps, told), { ...factsOf(deps, told), reason }));
}

/** Notifies the customer which photos to retake, and why. */
export async function notifyPhotosAsked(
  tx: Tx,
  deps: BookingDependencies,
  loan: LockedPayout,
  photos: readonly { readonly kind: PhotoKind; readonly reason: PhotoReason }[],
): Promise<void> {
  const told: Told = toldOf(loan);
  const url = publicUrlOf(deps.config, told.country) + paths.photos(told.publicId);
  await send(tx, deps, told, photosAskedEmail(senderOf(deps, told), { ...factsOf(deps, told), url, photos }));
}

/**
 * Cancels a loan by the customer's right of withdrawal, which the loan's own setting cannot block, before its
 * payout may be in transit: reverses payout order and ledger and notifies the customer. The worker takes the
 * same lock, so a loan is never both paid out and canceled. @returns false, with nothing changed, if it is
 * too late
 */
export async function withdrawBeforePayout(
  tx: Tx,
  deps: BookingDependencies,
  loanId: number,
): Promise<boolean> {
  const loan = await lockPayout(tx, loanId);
  if (!loan || !isCancelableByCustomer(loan.loan_state, loan.state, true)) return false;
  await recordCanceled(tx, deps, loan, 'customer');
  return true;
}
