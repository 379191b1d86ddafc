import { paths } from '../../contract/paths.ts';
import { nextStep } from '../../countries/application-steps.ts';
import type { CountryPack } from '../../countries/country-pack.ts';
import { skippedBy } from '../apply/no-card.ts';
import { stepPath } from '../apply/steps.ts';
import type { Profile } from '../profile.ts';

/** Next screen for a customer with a chosen proposal: the first open step (docs/product/application.md#next-step). */
export function nextPath(pack: CountryPack, profile: Profile): string {
  const deliveryType = pack.deliveryTypes.find((type) => type === profile.delivery_type);
  const step = nextStep(pack, { verifications: profile.credit_rating, deliveryType }, skippedBy(profile));
  return stepPath(step) ?? paths.review();
}
