import type { ReactNode } from 'react';
import { useCountry } from '../country.tsx';
import { paths } from '../paths.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { linkTexts as texts } from './texts.ts';

/** 'Link sent' (A §2.3). */
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

/** By SMS; however it is closed, the person goes on to /login-link (A §4 'Phone login'). */
export function SmsSentDialog({ phone }: { phone: string }) {
  const { prefix } = useCountry();
  const go = useGo();
  return (
    <LinkSentDialog onClose={() => go.to(paths.loginLink())}>
      <p>{texts.to(`+${prefix}\u00a0${phone}`)}</p>
      <p>{texts.next}</p>
    </LinkSentDialog>
  );
}
