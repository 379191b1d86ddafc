import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import { formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { type Centavos, toUnits } from '../../../domain/money.ts';
import { parseOptionId, type ChosenPlan } from '../../../domain/option-id.ts';
import type { Plan, PriceTerms } from '../../../domain/pricing.ts';
import { stops } from '../../customers/holds/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { BasicPlan } from '../../loans/service.ts';
import { membershipPrice } from '../../servicing/memberships/service.ts';
import type { Database, Queryable, Tx } from '../../platform/database.ts';
import { claimLeadExceptions } from '../exceptions/service.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import {
  type OfferAnswer,
  type PlanOptionsAnswer,
  planOptionsAnswer,
  heldRejection,
  rejection,
} from './answers.ts';
import { datedListById } from './dated/dated-list.ts';
import { offeredAmount, pricedPlans } from './pricing.ts';
import {
  decisionOf,
  isLive,
  newestOfferOfCustomer,
  newestOfferOfLead,
  offerOfCustomer,
  refusalToRead,
  type StoredOffer,
} from './queries.ts';

export { personalData } from './personal-data.ts';
export { datedValueCommands } from './dated/commands.ts';
export { datedValueRoutes, datedValueWork } from './dated/routes.ts';
export { priceListCommands } from './lists/commands.ts';
export { priceListRoutes } from './lists/routes.ts';
export { listsToCome, priceListById } from './price-lists.ts';

export { lastDecisionOf, refusalSentence, type StoredOutcome } from './queries.ts';
export { awaitRenewal, renewOfferIfNeeded, renewOfferQueue, requestRenewal } from './renewal.ts';
export { storeManualDecision, type ManualDecision } from './manual-decision.ts';
export { storeUnderwriting, underwrite, type Underwriting } from './underwriting.ts';
export type { OfferAnswer } from './answers.ts';

type Reading = Pick<Dependencies, 'db' | 'clock' | 'holidays'>;
type LiveOffer = StoredOffer & { readonly minAmount: Centavos; readonly maxAmount: Centavos };

function isApproved(offer: StoredOffer): offer is LiveOffer {
  return offer.minAmount !== null && offer.maxAmount !== null;
}

/** True if an id is a variant or plan of the customer's current offer. */
export async function isOptionOf(db: Queryable, customerId: number, option: string): Promise<boolean> {
  const hash = parseOptionId(option)?.offerHash;
  return hash !== undefined && (await newestOfferOfCustomer(db, customerId))?.hash === hash;
}

/** Offer of a lead; undefined without one. An expired offer is a failure: the person must sign up again. */
export async function offerOfLead(
  deps: Reading,
  country: CountryCode,
  leadId: number,
): Promise<Result<OfferAnswer>> {
  const offer = await newestOfferOfLead(deps.db, leadId);
  if (offer && !isLive(offer, deps.clock.now())) return fail('offer_expired');
  return ok(await offerAnswer(deps, country, offer));
}

/** Offer of a customer; without a valid one, in the shape of a rejection. An active loan does not hide it. */
export async function customerOffer(
  deps: Reading,
  country: CountryCode,
  customerId: number,
): Promise<OfferAnswer> {
  if (await stops(deps.db, 'offers', customerId)) return heldRejection;
  const offer = await newestOfferOfCustomer(deps.db, customerId);
  return offer && isLive(offer, deps.clock.now()) ? offerAnswer(deps, country, offer) : rejection;
}

async function offerAnswer(
  deps: Reading,
  country: CountryCode,
  offer: StoredOffer | undefined,
): Promise<OfferAnswer> {
  if (!offer) return rejection;
  if (!isApproved(offer)) return { ...rejection, rejection: await rejectionOf(deps.db, country, offer) };
  const { hash: offerHash, maxAmount } = offer;
  const inputs = await pricingInputs(deps, country, offer);
  return {
    max_amount: toUnits(offer.maxAmount),
    min_amount: toUnits(offer.minAmount),
    max_option: planOptionsAnswer({ ...inputs, offerHash, maxAmount, amount: maxAmount }),
    expires: offer.expiresAt.toISOString(),
    rejection: null,
  };
}

/** Pricing inputs of today: the offer's own price list, the holidays known, and the current membership price. */
async function pricingInputs(
  { db, clock, holidays }: Reading,
  country: CountryCode,
  { priceListId }: StoredOffer,
) {
  const now = clock.now();
  const today = localDate(now, country);
  const [list, price] = await Promise.all([
    datedListById(db, priceListId, today),
    membershipPrice(db, country),
  ]);
  return { country, list, today, holidays: holidays.knownAt(country, now), membershipPrice: price };
}

/**
 * Facts for a rejected person, or one who waits for a person's decision: if a bureau was queried, the time of
 * the next decision, the main reason and where to correct it.
 */
async function rejectionOf(
  db: Queryable,
  country: CountryCode,
  offer: StoredOffer,
): Promise<OfferAnswer['rejection']> {
  const { rule, bureau, outcome } = await decisionOf(db, offer.id);
  const wasAsked = bureau === undefined ? rule !== 'age' : bureau !== 'not-asked' && bureau !== 'unavailable';
  const isWaiting = outcome.review !== undefined;
  const again = rule === 'age' ? '' : formatDate(localDate(offer.expiresAt, country));
  const told = isWaiting ? { reason: '', correct: '' } : refusalToRead(rule, outcome);
  return {
    consulted: wasAsked,
    again_from: again,
    held: false,
    waiting: isWaiting,
    reason: told.reason,
    correct: told.correct,
  };
}

/** Plans of a lead's offer for an amount in currency units, taken from the path. */
export async function leadPlans(
  deps: Reading,
  country: CountryCode,
  leadId: number,
  amount: string,
): Promise<Result<PlanOptionsAnswer>> {
  return plansFor(deps, country, await newestOfferOfLead(deps.db, leadId), amount);
}

/** Plans of a customer's offer for an amount in currency units, taken from the path. */
export async function customerPlans(
  deps: Reading,
  country: CountryCode,
  customerId: number,
  amount: string,
): Promise<Result<PlanOptionsAnswer>> {
  if (await stops(deps.db, 'offers', customerId)) return fail('offer_held');
  return plansFor(deps, country, await newestOfferOfCustomer(deps.db, customerId), amount);
}

async function plansFor(
  deps: Reading,
  country: CountryCode,
  offer: StoredOffer | undefined,
  amount: string,
): Promise<Result<PlanOptionsAnswer>> {
  if (!offer) return fail('offer_none');
  if (!isLive(offer, deps.clock.now())) return fail('offer_expired');
  if (!isApproved(offer)) return fail('offer_none');
  const { hash: offerHash, maxAmount } = offer;
  const inputs = await pricingInputs(deps, country, offer);
  const checked = offeredAmount(amount, { ...offer, step: inputs.list.step });
  if (!checked.ok) return checked;
  return ok(planOptionsAnswer({ ...inputs, offerHash, maxAmount, amount: checked.value }));
}

interface Choice {
  readonly customerId: number;
  readonly country: CountryCode;
  /** Undefined if the ids that were sent name no plan of one offer. */
  readonly plan: ChosenPlan | undefined;
}

export interface ConfirmedPrice {
  readonly offerId: number;
  readonly priceListVersion: string;
  readonly terms: PriceTerms;
  readonly isMembership: boolean;
  readonly plan: Plan;
  /** Same amount and instalments without membership: the `original_…` fields of a loan. */
  readonly withoutMembership: Plan;
  /** That plan with its terms, if the loan has the membership and the law allows both plans. */
  readonly basicPlan: BasicPlan | undefined;
}

/**
 * Prices a choice again for its confirmation, ignoring all client figures. @returns or `offer_unknown`,
 * `offer_expired`, `amount_…`, `instalments_unknown`
 */
export async function priceForConfirmation(
  { db, on }: { readonly db: Database; readonly on: Queryable },
  choice: Choice,
  { today, now }: { readonly today: CalendarDate; readonly now: Date },
): Promise<Result<ConfirmedPrice>> {
  const chosen = choice.plan;
  if (!chosen) return fail('offer_unknown');
  const { isMembership, instalments: count, maxAmount } = chosen;
  const offer = await offerOfCustomer(on, { ...choice, hash: chosen.offerHash });
  if (!offer || !isApproved(offer)) return fail('offer_unknown');
  if (maxAmount !== undefined && maxAmount !== toUnits(offer.maxAmount)) return fail('offer_unknown');
  if (!isLive(offer, now)) return fail('offer_expired');
  const list = await datedListById(db, offer.priceListId, today, on);
  const amount = offeredAmount(String(chosen.amount), { ...offer, step: list.step });
  if (!amount.ok) return amount;
  const priced = pricedPlans(list, amount.value, today);
  const { no_membership: without } = priced;
  const { terms, plans } = isMembership ? priced.membership : without;
  const plan = plans.find(({ instalments }) => instalments === count);
  if (!plan) return fail('instalments_unknown');
  const basic = without.plans.find(({ instalments }) => instalments === count);
  return ok({
    offerId: offer.id,
    priceListVersion: list.version,
    terms,
    isMembership,
    plan,
    withoutMembership: basic ?? plan,
    basicPlan: isMembership && basic ? { plan: basic, terms: without.terms } : undefined,
  });
}

/** Ends the offers of an account that lost its document. */
export async function endOffers(tx: Tx, customerId: number, at: Date): Promise<void> {
  await tx
    .updateTable('offer')
    .set({ expires_at: at })
    .where('customer_id', '=', customerId)
    .where('expires_at', '>', at)
    .execute();
}

/** Assigns the lead's offers to the account created from it; offers with an owner keep theirs. */
export async function claimLeadOffer(
  tx: Tx,
  { leadId, customerId }: { readonly leadId: number; readonly customerId: number },
): Promise<void> {
  await tx
    .updateTable('offer')
    .set({ customer_id: customerId })
    .where('lead_id', '=', leadId)
    .where('customer_id', 'is', null)
    .execute();
  await claimLeadExceptions(tx, { leadId, customerId });
}
