import { paths } from '../../contract/paths.ts';
import { type ProposalSlot, readProposal, writeProposal } from '../proposal.ts';
import { session } from '../session.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { freshLoginTexts as texts } from './texts.ts';

const slots: readonly ProposalSlot[] = ['selected', 'membership', 'no_membership'];

/** Ends the session but keeps what was chosen, which an ordinary logout forgets: the person comes right back. */
function logoutKeepingChoice(): void {
  const kept = slots.map((slot) => [slot, readProposal(slot)] as const);
  session.logout();
  for (const [slot, proposal] of kept) if (proposal) writeProposal(proposal, slot);
}

/** Confirming asks for a login that is not old (`fresh_login_required`): why, and the way there and back. */
export function FreshLoginDialog({ onClose }: { onClose: () => void }) {
  const go = useGo();
  const enter = () => {
    logoutKeepingChoice();
    go.to(paths.login({ redirectTo: paths.review() }));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      actions={
        <>
          <Button wide onClick={enter}>
            {texts.enter}
          </Button>
          <Button wide kind="ghost" onClick={onClose}>
            {texts.later}
          </Button>
        </>
      }
    >
      <p>{texts.text}</p>
    </Dialog>
  );
}
