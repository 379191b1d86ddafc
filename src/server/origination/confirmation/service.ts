import type { ParsedOf } from '../../../contract/contract.ts';
import type { CountryCode, DeliveryType } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { membershipChargeDay, promisedChargeDay } from '../../../countries/law/withdrawal-window.ts';
import { cfteaWithMembership } from '../../../domain/membership.ts';
import { parseUnits, type Centavos, add, formatMoney } from '../../../domain/money.ts';
import { chosenPlan } from '../../../domain/option-id.ts';
import type { Plan } from '../../../domain/pricing.ts';
import { arePayoutsWaiting, fitsUnderCap } from '../../content/service.ts';
import { failContactChanged } from '../../customers/contact-changes/service.ts';
import { awaitsIdentity, openReview } from '../../customers/identity/service.ts';
import { screenCustomer, withList, type ToScreen } from '../../customers/screening/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { defaultInterestOf, storeLoan, type Delivery } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import type { Origin } from '../../platform/http/route.ts';
import { pipeline } from '../../platform/statements.ts';
import {
  agreeMembership,
  membershipPrice as membershipPriceOf,
} from '../../servicing/memberships/service.ts';
import { docketRows } from '../agreements/service.ts';
import { priceForConfirmation, type ConfirmedPrice } from '../offers/service.ts';
import { acceptedDocuments } from './acceptance.ts';
import { isComplete, lockApplicant, readApplicant, type Applicant } from './applicant.ts';
import { deliveryOf, deliveryTypeOf } from './delivery.ts';
import { paths } from '../../../contract/paths.ts';
import { arrivalOf, arrivalSentence } from '../../../countries/arrival.ts';
import { payableUntil } from '../../../countries/law/payable-until.ts';
import { loanConfirmedEmail } from '../../../countries/messages/messages.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { formatPercentExact } from '../../../domain/rate.ts';
import type { OutgoingMessage } from '../../messages/service.ts';

interface ConfirmedLoan {
  readonly publicId: string;
  readonly baseUrl: string;
  readonly delivery: DeliveryType;
  /** True while the lender holds back payouts. */
  readonly isWaiting: boolean;
  /** True if the photos are reviewed before the payout. */
  readonly isHeld: boolean;
  readonly membershipPrice: Centavos | undefined;
}

/** Confirmation message with the loan's figures. */
function confirmedMessage(
  deps: Pick<Dependencies, 'clock' | 'config' | 'holidays'>,
  applicant: Applicant,
  plan: Plan,
  { publicId, baseUrl, delivery, isWaiting, isHeld, membershipPrice }: ConfirmedLoan,
): OutgoingMessage {
  const pack = packOf(applicant.country);
  const { tna, tea, cfteaActual365 } = plan.rates;
  const now = deps.clock.now();
  const known = (at: Date) => deps.holidays.knownAt(pack.code, at);
  const arrival = arrivalOf({ confirmedAt: now, isWaiting }, now, pack, known);
  const money = (amount: Centavos) => formatMoney(amount, pack.currency);
  const message = loanConfirmedEmail(
    { brand: deps.config.BRAND, pack },
    {
      firstName: applicant.firstName,
      amount: money(plan.principal),
      delivered: plan.amountDelivered === plan.principal ? undefined : money(plan.amountDelivered),
      membership:
        membershipPrice === undefined
          ? undefined
          : {
              price: money(membershipPrice),
              total: money(add(plan.finalAmount, membershipPrice)),
              chargeFrom: formatDate(promisedChargeDay(pack, now, known(now))),
            },
      url: baseUrl + paths.loan(publicId),
      instalments: plan.instalments,
      payment: money(plan.payment),
      finalAmount: money(plan.finalAmount),
      firstDueDate: formatDate(plan.firstDueDate),
      firstPayableUntil: formatDate(payableUntil(pack.code, plan.firstDueDate, known(now))),
      arrival: isHeld ? undefined : arrivalSentence(arrival, delivery),
      rate: formatPercentExact(pack.tasaSigla === 'TNA' ? tna : tea),
      totalCost: formatPercentExact(cfteaActual365),
    },
  );
  return { channel: 'email', to: applicant.email, customerId: applicant.id, ...message };
}

type ConfirmationBody = ParsedOf<'POST /api/v3/finish-new', 'body'>;

export interface Confirmation {
  readonly customerId: number;
  readonly country: CountryCode;
  readonly body: ConfirmationBody;
  readonly origin: Pick<Origin, 'address' | 'device' | 'requestId' | 'baseUrl'>;
  /** Operator's hold: nothing is paid out until it is lifted. */
  readonly isOnHold?: boolean;
}

type ConfirmDependencies = Pick<
  Dependencies,
  'db' | 'clock' | 'random' | 'vault' | 'jobs' | 'config' | 'ports' | 'holidays'
>;

/**
 * Confirms a loan (docs/product/confirmation.md#conditions): checks everything, prices again, and writes
 * loan, schedule, evidence, ledger, payout order, job, event and message, all in the caller's transaction.
 * @returns the loan's public id
 */
export async function confirmLoan(
  deps: ConfirmDependencies,
  tx: Tx,
  confirmation: Confirmation,
): Promise<Result<{ readonly loanId: number; readonly publicId: string }>> {
  const now = deps.clock.now();
  const checked = await checkConfirmation(deps, tx, confirmation, now);
  if (!checked.ok) return checked;
  const {
    id: loanId,
    applicant,
    price,
    membershipPrice,
    delivery,
    isWaiting,
    isHeld,
    toScreen,
  } = checked.value;
  const { customerId, country, origin, isOnHold = false } = confirmation;
  const { plan, terms } = price;
  const publicId = deps.random.token();
  const documents = acceptedDocuments(
    applicant,
    { plan, defaultInterest: defaultInterestOf(terms), basicPlan: price.basicPlan },
    deps.config,
    now,
  );
  const { address, device, requestId } = origin;
  storeLoan(tx, deps, {
    ...price,
    id: loanId,
    publicId,
    country,
    customerId,
    delivery,
    isOnHold,
    cfteaWithMembership: membershipPrice && costWithMembership(deps, country, plan, membershipPrice),
    awaitsIdentity: isHeld,
    accepted: { documents, address, device, requestId },
    messages: [
      confirmedMessage(deps, applicant, plan, {
        publicId,
        baseUrl: origin.baseUrl,
        delivery: delivery.type,
        isWaiting,
        isHeld,
        membershipPrice,
      }),
    ],
    now,
  });
  if (toScreen) await screenCustomer(tx, country, toScreen, now);
  if (isHeld) await openReview(tx, { country, customerId, loanId, at: now });
  if (membershipPrice !== undefined) {
    const { taxRate } = terms;
    await agreeMembership(tx, deps, { loanId, country, customerId, price: membershipPrice, taxRate });
  }
  deps.jobs.wake(tx, docketRows.name);
  return ok({ loanId, publicId });
}

/**
 * CFTEA including the membership's price, charged as for money promised and delivered today, as in the offer.
 */
function costWithMembership(
  { holidays, clock }: ConfirmDependencies,
  country: CountryCode,
  plan: Plan,
  price: Centavos,
): number {
  const { payoutDate: today } = plan;
  const on = membershipChargeDay(country, today, today, holidays.knownAt(country, clock.now()));
  return cfteaWithMembership(plan, { price, on });
}

/** Confirmation that was checked and priced, but not yet written. */
interface Checked {
  readonly id: number;
  readonly applicant: Applicant;
  readonly price: ConfirmedPrice;
  /** Price of the membership agreed with the loan; undefined without one. */
  readonly membershipPrice: Centavos | undefined;
  readonly delivery: Delivery;
  /** True while the lender holds back this payout or all payouts. */
  readonly isWaiting: boolean;
  /** True if the photos are reviewed before the payout. */
  readonly isHeld: boolean;
  readonly toScreen: ToScreen | undefined;
}

async function checkConfirmation(
  deps: ConfirmDependencies,
  tx: Tx,
  { customerId, country, body }: Confirmation,
  now: Date,
): Promise<Result<Checked>> {
  const pack = packOf(country);
  const { selectedId, maxId, installmentsQuantity: instalments } = body.creditStructure;
  const plan = chosenPlan({ selectedId, maxId, instalments, isMembership: body.isMembershipIncluded });
  const today = localDate(now, country);
  const [, read, price] = await pipeline(tx, [
    (on) => lockApplicant(on, customerId),
    (on) => readApplicant(on, { customerId, country, now }),
    (on) => priceForConfirmation({ db: deps.db, on }, { customerId, country, plan }, { today, now }),
  ]);
  const { applicant, loanId, hasEarlierLoan, isMarked, contactWaitsUntil, accounts, rules } = read;
  if (read.isErased) return fail('unauthenticated');
  if (read.hasActiveLoan) return fail('active_loan');
  // A first loan does not require a verified e-mail address.
  if (hasEarlierLoan && !applicant.isEmailProved) return fail('address_unproved');
  if (read.isHeld) return fail('offer_held');
  if (contactWaitsUntil) return failContactChanged(contactWaitsUntil, country);
  const deliveryType = deliveryTypeOf(pack, applicant, body.deliveryPoint);
  if (!deliveryType || !isComplete(pack, applicant, deliveryType)) return fail('verification_missing');
  if (plan?.isMembership && !applicant.hasMembershipEnabled) return fail('offer_unknown');
  if (!price.ok) return price;
  const membershipPrice = price.value.isMembership ? await membershipPriceOf(tx, country) : undefined;
  // Refuses a price that differs from the one in the review.
  const { membershipPrice: seen } = body;
  if (seen !== undefined && membershipPrice !== undefined && parseUnits(seen) !== membershipPrice)
    return fail('membership_price');
  const delivery = deliveryOf(pack, applicant, deliveryType, body, accounts);
  if (!delivery.ok) return delivery;
  const isWaiting =
    arePayoutsWaiting(rules, country, now) || !fitsUnderCap(rules, price.value.plan.amountDelivered);
  const facts = { outcome: read.documentOutcome, isMarked };
  const isHeld = await awaitsIdentity(tx, customerId, rules.identityPolicy, facts);
  return ok({
    id: loanId,
    applicant,
    price: price.value,
    membershipPrice,
    delivery: delivery.value,
    isWaiting,
    isHeld,
    toScreen: await withList(deps.db, tx, country, read.toScreen),
  });
}
