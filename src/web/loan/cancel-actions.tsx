import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import type { Loan } from './loan-query.ts';
import { ModifyDialog } from './modify-dialog.tsx';
import { loanTexts as texts } from './texts.ts';

/**
 * Modify and cancel are there only before the money can be on its way
 * (docs/product/confirmation.md#modify-and-cancel).
 */
function isChangeable({ state_slug, has_cancel_from_the_client }: Loan): boolean {
  return state_slug === 'send' || (state_slug === 'preapproved' && has_cancel_from_the_client);
}

/** The two buttons with their dialogs. */
export function CancelActions({ loan }: { loan: Loan }) {
  const [opened, setOpened] = useState<'modify' | 'cancel' | null>(null);
  if (!isChangeable(loan)) return null;
  const close = () => setOpened(null);
  return (
    <>
      <Button wide kind="ghost" onClick={() => setOpened('modify')}>
        {texts.modify}
      </Button>
      <Button wide kind="danger" onClick={() => setOpened('cancel')}>
        {texts.cancel}
      </Button>
      {opened === 'modify' && <ModifyDialog id={loan.id} onClose={close} />}
      {opened === 'cancel' && <CancelDialog id={loan.id} onClose={close} />}
    </>
  );
}
