import type { OutputOf } from '../../contract/contract.ts';
import { answerWithPasskey } from '../../ui/authenticator.ts';
import { call, revoke } from '../api.ts';
import { rememberPasskey } from '../passkeys/passkeys.ts';
import { session } from '../session.ts';
import { paths } from '../../contract/paths.ts';
import { type ProposalSlot, readProposal, writeProposal } from '../proposal.ts';

type Proven = OutputOf<'POST /api/v3/proof/password'>['result'];

/** The proof's session takes the place of the one before it, as after a login; nothing else changes. */
function takeOver(proven: Proven): void {
  const before = session.token();
  session.login(proven);
  if (before !== proven.token) revoke(before);
}

/**
 * Re-authentication by each method.
 * @throws ApiFailure on refusal
 */
export const prove = {
  byPassword: async (password: string): Promise<void> =>
    takeOver((await call('POST /api/v3/proof/password', { body: { password } })).result),
  byPasskey: async (): Promise<void> => {
    const { result } = await call('POST /api/v3/proof/passkey');
    const body = await answerWithPasskey(result);
    takeOver((await call('POST /api/v3/proof/passkey/finish', { body })).result);
    rememberPasskey();
  },
  byCode: async (state: string, code: string): Promise<void> =>
    takeOver((await call('POST /api/v3/proof/code/check', { body: { state, code } })).result),
};

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
