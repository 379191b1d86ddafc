import { paths } from '../../contract/paths.ts';
import { type ProposalSlot, readProposal, writeProposal } from '../proposal.ts';
import { session } from '../session.ts';

const slots: readonly ProposalSlot[] = ['selected', 'membership', 'no_membership'];

/**
 * Ends the session and returns to the page after a login. Unlike an ordinary logout it preserves the selected proposal;
 * input is in the tab.
 */
export function logInAgain(): void {
  const kept = slots.map((slot) => [slot, readProposal(slot)] as const);
  const here = location.pathname;
  session.logout();
  for (const [slot, proposal] of kept) if (proposal) writeProposal(proposal, slot);
  location.assign(paths.login({ redirectTo: here }));
}
