import { paths } from '../../contract/paths.ts';
import { ApiFailure } from '../../ui/api-failure.ts';
import { type ProposalSlot, readProposal, writeProposal } from '../proposal.ts';
import { session } from '../session.ts';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';

/** Time to read why, before the page is left, milliseconds. */
const readingMs = 3000;

/**
 * Where the server wants a fresh login before it changes where money or codes go, says so, ends the session
 * and leads over the login back here; the selected proposal is kept. False for any other failure.
 */
export function askLoginAgain(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || error.code !== 'fresh_login_required') return false;
  snackbar.show({ kind: 'warning', message: error.message, timeout: readingMs });
  setTimeout(() => {
    const slots: readonly ProposalSlot[] = ['selected', 'membership', 'no_membership'];
    const kept = slots.map((slot) => [slot, readProposal(slot)] as const);
    const here = location.pathname;
    session.logout();
    for (const [slot, proposal] of kept) writeProposal(proposal, slot);
    location.assign(paths.login({ redirectTo: here }));
  }, readingMs);
  return true;
}
