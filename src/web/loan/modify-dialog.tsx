import { Button } from '../../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { cancelTexts as texts } from './texts.ts';
import { useCancel } from './use-cancel.ts';

/** Modifying gives the present request up, so it is asked first. */
export function ModifyDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const cancel = useCancel(id);
  return (
    <Dialog
      open
      busy={cancel.isBusy}
      onClose={onClose}
      title={texts.modifyTitle}
      actions={
        <>
          <Button wide busy={cancel.isBusy} onClick={() => void cancel.send(null)}>
            {texts.modify}
          </Button>
          <Button wide kind="ghost" disabled={cancel.isBusy} onClick={onClose}>
            {texts.back}
          </Button>
        </>
      }
    >
      <p>{texts.modifyText}</p>
    </Dialog>
  );
}
