import { useCallback, useEffect, useRef, useState } from 'react';
import { useSettings } from '../settings.ts';
import { TermsLabel } from '../consent/terms-label.tsx';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { Checkbox } from '../ui/fields/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showGoogleButton } from './google-identity.ts';
import css from './login.module.css';
import { SandboxAccount } from './sandbox-account.tsx';
import { googleTexts as texts } from './texts.ts';
import { leadHash, useSocialLogin } from './use-social-login.ts';

/** Google's own button where a client id is set, else the sandbox's question for an account. */
export function GoogleDialog({ onClose }: { onClose: () => void }) {
  const clientId = useSettings()['google-client-id'];
  const login = useSocialLogin(onClose);
  // With a lead in the address the login creates an account, which requires the terms.
  const [mayRegister] = useState(() => leadHash() !== '');
  const [accepted, setAccepted] = useState(false);
  return (
    <Dialog open title={texts.title} onClose={onClose}>
      {mayRegister && (
        <Checkbox
          label={<TermsLabel />}
          checked={accepted}
          onChange={(event) => setAccepted(event.target.checked)}
        />
      )}
      {mayRegister && !accepted && <p>{texts.termsFirst}</p>}
      {(!mayRegister || accepted) &&
        (clientId ? (
          <GoogleAccount clientId={clientId} onToken={login} onFailed={onClose} />
        ) : (
          <SandboxAccount onToken={login} />
        ))}
    </Dialog>
  );
}

interface GoogleAccountProps {
  clientId: string;
  onToken: (token: string, nonce: string) => Promise<void>;
  onFailed: () => void;
}

/** Google's own button, which it draws itself. */
export function GoogleAccount({ clientId, onToken, onFailed }: GoogleAccountProps) {
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  const fail = useCallback(() => {
    onFailed();
    snackbar.show({ message: texts.failed });
  }, [onFailed]);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    showGoogleButton({ clientId, element, onToken: (token, nonce) => void onToken(token, nonce) }).then(
      () => setShown(true),
      fail,
    );
  }, [clientId, onToken, fail]);

  return (
    <>
      <p>{texts.choose}</p>
      {!shown && <Skeleton shape="button" />}
      <div ref={place} className={css.googleFrame} />
    </>
  );
}
