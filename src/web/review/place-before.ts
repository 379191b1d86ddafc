import { paths } from '../../contract/paths.ts';
import { openSteps } from '../../countries/application-steps.ts';
import type { CountryPack, DeliveryType } from '../../countries/country-pack.ts';
import { stepPath } from '../routes/step-path.ts';
import type { Profile } from '../profile.ts';
import type { Proposal } from '../proposal.ts';

/** How the customer receives the money: as chosen; where the application does not ask, the country's first way. */
export function deliveryTypeOf(pack: CountryPack, profile: Profile): DeliveryType | undefined {
  const chosen = pack.deliveryTypes.find((type) => type === profile.delivery_type);
  const isAsked = pack.applicationSteps.some(({ doneWhen }) => doneWhen.includes('delivery_type'));
  return chosen ?? (isAsked ? undefined : pack.deliveryTypes[0]);
}

/**
 * Where somebody has to go before anything can be reviewed, or null: the loan in force, the offer, or the
 * first step that is not done (docs/product/application.md#next-step). The server demands the same at
 * confirmation.
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
