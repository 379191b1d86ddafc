import { useLogout } from '../shell/use-logout.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ownDataTexts as texts } from './texts.ts';

/** The account is gone: closing the dialog clears this device. */
export function ErasedDialog() {
  const logout = useLogout();
  return (
    <Dialog
      open
      onClose={logout}
      title={texts.doneTitle}
      actions={
        <Button wide onClick={logout}>
          {texts.home}
        </Button>
      }
    >
      <p>{texts.done}</p>
    </Dialog>
  );
}
