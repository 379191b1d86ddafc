import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { linkTexts as texts } from './texts.ts';

/** 'Link sent' (docs/product/signup-and-login.md#phone). */
export function LinkSentDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Dialog
      open
      title={texts.title}
      onClose={onClose}
      actions={<Button onClick={onClose}>{texts.understood}</Button>}
    >
      {children}
    </Dialog>
  );
}
