import { ApiFailure } from '../api-failure.ts';
import { paths } from '../paths.ts';
import { type ProposalSlot, readProposal, writeProposal } from '../proposal.ts';
import { session } from '../session.ts';
import { snackbar } from '../shell/snackbar-store.ts';

/**
 * Where the server wants a fresh login before it changes where money or codes go, the session ends and the
 * login leads back here; the selected proposal is kept. False for any other failure.
 */
export function askLoginAgain(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || error.code !== 'fresh_login_required') return false;
  const slots: readonly ProposalSlot[] = ['selected', 'membership', 'no_membership'];
  const kept = slots.map((slot) => [slot, readProposal(slot)] as const);
  const here = location.pathname;
  session.logout();
  for (const [slot, proposal] of kept) writeProposal(proposal, slot);
  snackbar.show({ kind: 'warning', message: error.message, timeout: 6000 });
  location.assign(paths.login({ redirectTo: here }));
  return true;
}
