import { paths } from '../../../contract/paths.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { cardName } from '../../../countries/identifiers/cards.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import {
  membershipEndedEmail,
  membershipStartedEmail,
  membershipUndoneEmail,
  type MembershipChargeWay,
} from '../../../countries/messages/membership-messages.ts';
import { later, membershipChargeDay, promisedChargeDay } from '../../../countries/law/withdrawal-window.ts';
import { formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { membershipCharged } from '../../../domain/ledger.ts';
import { priceWithTax } from '../../../domain/membership.ts';
import {
  add,
  type Centavos,
  centavos,
  formatMoney,
  fromUnits,
  larger,
  subtract,
  ZERO,
} from '../../../domain/money.ts';
import type { Decimal } from '../../../domain/rate.ts';
import { readSetting } from '../../content/service.ts';
import { writeTo } from '../../customers/letters/service.ts';
import type { BookingDependencies, Dependencies } from '../../dependencies.ts';
import { post } from '../../loans/ledger/service.ts';
import { basicPlanOf } from '../../loans/service.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { closeMembershipRequests } from '../payments/service.ts';
import { basicPlanWords } from './ending-words.ts';
import { freeUntilOf, unusedOf } from './ending.ts';
import { giveUp, settleOverpaid, takeBackGiven } from './give-up.ts';
import { eventOf, netAndTax, postingOf } from './posting.ts';
import { membershipOfLoan, readCharge, type ChargeRow, type MembershipRow } from './queries.ts';
import { notifyContactChanged } from './notify.ts';
import { ofCustomer, ofLoan, type PersonalData } from '../../platform/personal-data.ts';

export { basicPlanWords, defaultTeaOf, endingAnswer, endingWords, NO_ENDING } from './ending-words.ts';
export { changePlanOfEnded, changePlanOfReopened, endingOf, type Ending } from './ending.ts';
export { waiveMembership } from './give-up.ts';
export { membershipOfLoan } from './queries.ts';

type Told = Pick<Dependencies, 'clock' | 'config' | 'vault' | 'jobs' | 'holidays'>;

/** Membership of a loan at its confirmation. */
interface NewMembership {
  readonly loanId: number;
  readonly country: MembershipRow['country'];
  readonly customerId: number;
  readonly price: Centavos;
  /** IVA rate included in the price. */
  readonly taxRate: Decimal;
}

/** Current membership price in centavos, charged once per loan: the setting `membership-price`. */
export async function membershipPrice(db: Queryable, country: CountryCode): Promise<Centavos> {
  const set = Number(await readSetting(db, country, 'membership-price'));
  return fromUnits(set > 0 ? set : packOf(country).membership.price);
}

export async function agreeMembership(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  { loanId, country, customerId, price, taxRate }: NewMembership,
): Promise<void> {
  const { currency } = packOf(country);
  await tx
    .insertInto('membership')
    .values({
      loan_id: loanId,
      country,
      customer_id: customerId,
      currency,
      price,
      tax: priceWithTax(price, taxRate, currency).tax,
      agreed_at: clock.now(),
    })
    .execute();
}

/** Day promised at the confirmation; derived, since the time of the confirmation never changes. */
export function promisedDayOf(
  { holidays }: Pick<Dependencies, 'holidays'>,
  { country, agreed_at: agreedAt }: Pick<MembershipRow, 'country' | 'agreed_at'>,
): CalendarDate {
  return promisedChargeDay(packOf(country), agreedAt, holidays.knownAt(country, agreedAt));
}

/**
 * Starts the membership when the loan's money is delivered: its price falls due and its charge is planned.
 */
export async function startMembership(tx: Tx, deps: Told, loanId: number): Promise<void> {
  const membership = await membershipOfLoan(tx, loanId);
  // A membership ended before delivery never starts.
  if (!membership || membership.disbursed_at === null || membership.ended_at !== null) return;
  const { country, public_id } = membership;
  const now = deps.clock.now();
  const today = localDate(now, country);
  const termEnds = membershipChargeDay(
    country,
    localDate(membership.agreed_at, country),
    today,
    deps.holidays.knownSince(country, membership.agreed_at, now),
  );
  // Money that arrives early does not bring the charge forward.
  const chargeOn = later(promisedDayOf(deps, membership), termEnds);
  await post(tx, {
    ...postingOf(membership, now),
    kind: 'membership-charged',
    entries: membershipCharged(netAndTax(membership)),
  });
  await tx
    .insertInto('membership_charge')
    .values({
      loan_id: loanId,
      country,
      charge_on: chargeOn,
      reference: `M-${public_id}`,
      created_at: now,
      changed_at: now,
    })
    .execute();
  await recordEvent(tx, { ...eventOf(membership, now), kind: 'membership-started' });
  const basic = await basicPlanOf(tx, loanId);
  const way = chargeWay(await readCharge(tx, loanId, today));
  await writeTo(tx, deps, membership.customer_id, ({ sender, firstName, site }) =>
    membershipStartedEmail(sender, {
      firstName,
      price: formatMoney(centavos(membership.price), membership.currency),
      startsOn: formatDate(today),
      endsOn: formatDate(membership.last_due_date),
      chargeOn: formatDate(chargeOn),
      way,
      freeUntil: formatDate(freeUntilOf(deps, membership)),
      plan: basic ? basicPlanWords(country, basic) : null,
      endUrl: site + paths.membershipCancellation(),
    }),
  );
}

function chargeWay(charge: ChargeRow | undefined): MembershipChargeWay {
  if (charge?.is_switched_off) return { kind: 'switched-off' };
  if (!charge?.card) return { kind: 'no-card' };
  return { kind: 'card', card: cardName(charge.card.brand, charge.card.lastFour) };
}

/** End of a membership, by its customer or with its loan. */
export interface MembershipEnding {
  /** Day of the request, which counts as the end. */
  readonly endedOn: CalendarDate;
  /**
   * True if its loan was withdrawn from, so that no part of the price is owed
   * (docs/decisions/0020-withdrawal.md).
   */
  readonly isUndone: boolean;
}

/**
 * Returns the unowed part of an ended membership's price (`membership_end`) in the ledger, except parts
 * returned before, and notifies the customer. Nothing is charged before the loan's payout, and a membership
 * ended by then is never charged. @returns true if anything was returned
 */
export async function giveBackMembership(
  tx: Tx,
  deps: BookingDependencies,
  loanId: number,
  { endedOn, isUndone }: MembershipEnding,
): Promise<boolean> {
  // A charge may be in progress. The caller has locked the loan.
  await tx
    .selectFrom('membership_charge')
    .select('state')
    .where('loan_id', '=', loanId)
    .forUpdate()
    .execute();
  const membership = await membershipOfLoan(tx, loanId);
  if (!membership || membership.disbursed_at === null || membership.charge_state === null) return false;
  const free = isUndone ? netAndTax(membership) : unusedOf(deps, membership, endedOn);
  const returned = { net: membership.returned - membership.returned_tax, tax: membership.returned_tax };
  const part = {
    net: larger(ZERO, subtract(free.net, centavos(returned.net))),
    tax: larger(ZERO, subtract(free.tax, centavos(returned.tax))),
  };
  const amount = add(part.net, part.tax);
  if (amount === 0) return false;
  await giveUp(tx, deps, membership, { part, on: endedOn, reason: 'ended' });
  const overpaid = await settleOverpaid(tx, deps, loanId);
  const { owed } = (await membershipOfLoan(tx, loanId)) ?? membership;
  const letterOf = membership.returned > 0 ? membershipUndoneEmail : membershipEndedEmail;
  await writeTo(tx, deps, membership.customer_id, ({ sender, firstName, site }) =>
    letterOf(sender, {
      firstName,
      price: formatMoney(centavos(membership.price), membership.currency),
      returned: formatMoney(overpaid > 0 ? overpaid : amount, membership.currency),
      owed: owed === 0 ? '' : formatMoney(centavos(owed), membership.currency),
      isPaid: overpaid > 0,
      isLoanOpen: membership.loan_state === 'approved',
      url: site + paths.membership(),
    }),
  );
  return true;
}

/** Voids the membership price of a loan that was never delivered. The caller has locked the loan. */
export async function undoMembershipOf(tx: Tx, deps: BookingDependencies, loanId: number): Promise<void> {
  const membership = await membershipOfLoan(tx, loanId);
  if (!membership) return;
  const endedOn = localDate(deps.clock.now(), membership.country);
  await giveBackMembership(tx, deps, loanId, { endedOn, isUndone: true });
}

/** Handles a payment of the price, or part of it, from the loan's money. */
export async function followPaid(
  tx: Tx,
  deps: BookingDependencies,
  loanId: number,
  price: Centavos,
  isMeant: boolean,
): Promise<void> {
  const membership = await membershipOfLoan(tx, loanId);
  if (!membership) return;
  const now = deps.clock.now();
  const detail = { amount: price, owed: membership.owed };
  await recordEvent(tx, { ...eventOf(membership, now), kind: 'membership-price-paid', detail });
  if (isMeant) return;
  // Open payments have nothing left to pay.
  if (membership.owed === 0) await closeMembershipRequests(tx, loanId, now);
  await notifyContactChanged(tx, deps, membership, 'paid-with-credit', price);
}

/** Handles the reversal of money that had paid the price. */
export async function followUnpaid(
  tx: Tx,
  deps: BookingDependencies,
  loanId: number,
  price: Centavos,
): Promise<void> {
  await takeBackGiven(tx, deps, loanId);
  const membership = await membershipOfLoan(tx, loanId);
  if (!membership) return;
  const now = deps.clock.now();
  await recordEvent(tx, {
    ...eventOf(membership, now),
    kind: 'membership-unpaid',
    detail: { amount: price },
  });
  await notifyContactChanged(tx, deps, membership, 'owed-again', price);
}

export const personalData: PersonalData = {
  held: {
    membership: { label: 'Membresías', where: ofCustomer },
    membership_charge: { label: 'Cobros de la membresía', where: ofLoan },
    membership_return: { label: 'Devoluciones de la membresía', where: ofLoan },
  },
};
