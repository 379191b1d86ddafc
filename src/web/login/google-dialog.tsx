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
import { paths } from '../../contract/paths.ts';
import { track } from '../analytics.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { attribution } from '../attribution.ts';
import { useGo } from '../shell/use-go.ts';
import { profileOf, useEnter } from './enter.ts';
import { returnTarget } from './addresses.ts';
import { reportSocialFailure } from './social-failure.ts';

/** Lead to turn into an account, from the address; '' for a login. */
const leadHash = () => new URLSearchParams(location.search).get('hash') ?? '';

/**
 * Logs in with a provider's token (docs/product/signup-and-login.md#social). With the hash of a lead in the
 * address it creates the lead's account; the terms were accepted before. `close` closes the dialog before a
 * failure is shown.
 */
function useSocialLogin(close: () => void) {
  const go = useGo();
  const enterWith = useEnter();
  return useCallback(
    async (token: string, nonce = '') => {
      const hash = leadHash();
      try {
        const { result } = await call('POST /api/social/google', {
          body: { token, nonce, ...(hash && { hash, terms: true }), ...attribution() },
        });
        const profile = await profileOf(result).catch(() => null);
        await enterWith(result, profile, returnTarget() ?? paths.welcome());
      } catch (error) {
        track('login_failed', { messages: messageOf(error) });
        close();
        reportSocialFailure(error, go.to);
      }
    },
    [go, enterWith, close],
  );
}

/** Google's own button where a client id is set, else the sandbox's question for an account. */
export function GoogleDialog({ onClose }: { onClose: () => void }) {
  const clientId = useSettings()['google-client-id'];
  const login = useSocialLogin(onClose);
  // A lead in the address makes the login create an account, which requires the terms.
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
