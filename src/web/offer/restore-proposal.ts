import { accountInProposal, noteInProposal } from '../apply/proposal-notes.ts';
import { packOfThisHost } from '../country.tsx';
import type { Profile } from '../profile.ts';
import { readProposal, readSharedOption, writeSharedOption } from '../proposal.ts';
import { keepProposal } from './kept-proposal.ts';
import { customerPlans } from './offer-source.ts';
import { planOf, type VariantName } from './shown-plans.ts';

/** The screen waits no longer than this; without its plan it leads to the offer, where nothing is lost. */
const patienceMs = 5000;

/** Id of a plan: `{offer}.{currency units}.{m|n}.{instalments}`. */
const planId = /^([\w-]+)\.(\d+)\.([mn])\.(\d+)$/;

/**
 * Brings the plan that was chosen elsewhere to this device (decision 0037). A choice that this device made and
 * could not store is newer and stays; a plan of an offer that has been renewed since cannot be had any more.
 */
export async function restoreProposal(profile: Profile): Promise<void> {
  const here = readProposal();
  const { selected_option: chosen } = profile;
  if (here?.id === chosen) return writeSharedOption(chosen);
  if (here && here.id !== readSharedOption()) return;
  const [, offer, amount, letter, count] = planId.exec(chosen) ?? [];
  if (!amount || profile.credit_rating.active_loan !== null) return;
  if (letter === 'm' && !profile.has_membership_enabled) return;
  const options = await customerPlans.plans(Number(amount), AbortSignal.timeout(patienceMs));
  const variant: VariantName = letter === 'm' ? 'membership' : 'no_membership';
  const plan = planOf(options, variant, Number(count));
  if (plan?.id !== chosen || !plan.id.startsWith(`${offer}.`)) return;
  writeSharedOption(chosen);
  keepProposal(options, { variant, count: Number(count) }, profile.has_membership_enabled);
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
