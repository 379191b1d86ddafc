import { paths } from '../../contract/paths.ts';
import { openSteps } from '../../countries/application-steps.ts';
import type { CountryPack, DeliveryType } from '../../countries/country-pack.ts';
import { stepPath } from '../apply/steps.ts';
import type { Profile } from '../profile.ts';
import type { Proposal } from '../proposal.ts';

/** Delivery as chosen; the country's first one if the application does not ask. */
export function deliveryTypeOf(pack: CountryPack, profile: Profile): DeliveryType | undefined {
  const chosen = pack.deliveryTypes.find((type) => type === profile.delivery_type);
  const isAsked = pack.applicationSteps.some(({ doneWhen }) => doneWhen.includes('delivery_type'));
  return chosen ?? (isAsked ? undefined : pack.deliveryTypes[0]);
}

/**
 * Screen required before the review, or null: the loan in force, the offer, or the first open step
 * (docs/product/application.md#next-step). The server requires the same at confirmation.
 */
export function placeBeforeReview(
  pack: CountryPack,
  profile: Profile,
  proposal: Proposal | null,
): string | null {
  const { active_loan } = profile.credit_rating;
  if (active_loan) return paths.loan(active_loan);
  if (!proposal) return paths.offer();
  const progress = { verifications: profile.credit_rating, deliveryType: deliveryTypeOf(pack, profile) };
  return stepPath(openSteps(pack, progress)[0]) ?? null;
}
