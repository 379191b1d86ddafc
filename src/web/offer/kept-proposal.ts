import { parseOptionId } from '../../domain/option-id.ts';
import type { Plan, PlanOptions } from '../plan.ts';
import {
  type Proposal,
  readProposal,
  writeMembershipChoice,
  writeProposal,
  readSharedOption,
  writeSharedOption,
} from '../proposal.ts';
import { planOf, type VariantName } from './plans/shown-plans.ts';
import { call } from '../api.ts';
import { session } from '../session.ts';

/** One write after the other: the last choice is the one that stays. */
let writing: Promise<void> = Promise.resolve();
let asked = '';

async function write(option: string): Promise<void> {
  // Only the last of several quick choices is sent.
  if (option !== asked || option === readSharedOption() || session.token() === null) return;
  try {
    await call('POST /api/v3/selected-option', { body: { option }, quiet: true });
    writeSharedOption(option);
  } catch {
    // A lead's offer, or no connection: the device keeps the choice, and it stays known as its own.
  }
}

/** Keeps a customer's chosen plan for other devices; '' forgets it (docs/product/application.md#drafts). */
function shareChoice(option: string): void {
  asked = option;
  writing = writing.then(() => write(option));
}

/** Customer's choices on this screen so far. */
interface Choice {
  readonly variant: VariantName;
  readonly count: number;
}

/** The stored proposal, if it is one of this offer; one of another offer could not be confirmed. */
export function storedProposalOf(options: PlanOptions): Proposal | null {
  const stored = readProposal();
  const offered = parseOptionId(options.no_membership.id);
  return stored && offered && parseOptionId(stored.id)?.offerHash === offered.offerHash ? stored : null;
}

/** True if a stored proposal includes the membership. */
export function isMembershipId(id: string): boolean {
  return parseOptionId(id)?.isMembership ?? false;
}

function withKnown(plan: Plan, known: Proposal | null): Proposal {
  const { deliveryType: _type, bank: _bank, card: _card, ...figures } = plan;
  if (!known) return figures;
  const { deliveryType, state_slug, pod, bank, card } = known;
  return {
    ...figures,
    ...(deliveryType && { deliveryType }),
    ...(state_slug && { state_slug }),
    ...(pod && { pod }),
    ...(bank && { bank }),
    ...(card && { card }),
  };
}

/**
 * Stores the chosen plan, and the same number of instalments with and without membership
 * (docs/product/offer.md#choice), so that the review can switch between them. `hasMembership` false stores none with
 * membership.
 */
export function storeProposal(options: PlanOptions, choice: Choice, hasMembership: boolean): void {
  const known = readProposal();
  const kept = (variant: VariantName) => {
    const plan = planOf(options, variant, choice.count);
    return plan ? withKnown(plan, known) : null;
  };
  const membership = hasMembership ? kept('membership') : null;
  const without = kept('no_membership');
  writeProposal(membership, 'membership');
  writeProposal(without, 'no_membership');
  const chosen = choice.variant === 'membership' ? membership : without;
  writeProposal(chosen);
  if (chosen) shareChoice(chosen.id);
  writeMembershipChoice(choice.variant === 'membership');
}

/** Removing a proposal clears all three places. */
export function clearProposal(): void {
  shareChoice('');
  writeProposal(null);
  writeProposal(null, 'membership');
  writeProposal(null, 'no_membership');
}
