import { parseOptionId } from '../../domain/option-id.ts';
import { accountInProposal, noteInProposal } from '../apply/proposal-notes.ts';
import { packOfThisHost } from '../country.tsx';
import type { Profile } from '../profile.ts';
import { readProposal, readSharedOption, writeSharedOption } from '../proposal.ts';
import { storeProposal } from './kept-proposal.ts';
import { customerPlans } from './offer-source.ts';
import { planOf, type VariantName } from './plans/shown-plans.ts';

/** The screen waits no longer than this; without its plan it leads to the offer, where nothing is lost. */
const patienceMs = 5000;

/**
 * Brings the plan that was chosen elsewhere to this device (docs/product/application.md#drafts). A choice that this
 * device made and could not store is newer and stays; a plan of a renewed offer is gone.
 */
export async function restoreProposal(profile: Profile): Promise<void> {
  const here = readProposal();
  const { selected_option: chosen } = profile;
  if (here?.id === chosen) return writeSharedOption(chosen);
  if (here && here.id !== readSharedOption()) return;
  const option = parseOptionId(chosen);
  if (option?.instalments === undefined || profile.credit_rating.active_loan !== null) return;
  const { amount, isMembership, instalments: count } = option;
  if (isMembership && !profile.has_membership_enabled) return;
  const options = await customerPlans.plans(amount, AbortSignal.timeout(patienceMs));
  const variant: VariantName = isMembership ? 'membership' : 'no_membership';
  // A plan of an offer that has been renewed since has another id.
  if (planOf(options, variant, count)?.id !== chosen) return;
  writeSharedOption(chosen);
  storeProposal(options, { variant, count }, profile.has_membership_enabled);
  noteWhatIsKnown(profile);
}

function noteWhatIsKnown({ delivery_type, banks }: Profile): void {
  const pack = packOfThisHost();
  const deliveryType = pack.deliveryTypes.find((type) => type === delivery_type);
  const account = banks.at(-1);
  noteInProposal({
    ...(deliveryType && { deliveryType }),
    ...(account && deliveryType !== 'pdv' && { bank: accountInProposal(pack, account) }),
  });
}
