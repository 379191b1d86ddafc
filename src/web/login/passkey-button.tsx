import { useState, useSyncExternalStore } from 'react';
import { track } from '../analytics.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { answerWithPasskey, knowsPasskeys } from '../../ui/authenticator.ts';
import { hasPasskey, rememberPasskey, passkeyTexts as texts } from '../passkeys/passkeys.ts';
import { FailureOf } from '../shell/failure-line.tsx';
import { Button } from '../../ui/button.tsx';
import { afterPasswordLogin, profileOf, useEnter } from './enter.ts';
import { returnTarget } from './addresses.ts';

const nothingChanges = () => () => undefined;
const isKnownHere = () => knowsPasskeys() && hasPasskey();

/** The passkey of this device, where there is one (docs/product/signup-and-login.md#passkeys). */
export function PasskeyButton() {
  const enterWith = useEnter();
  // The page rendered at build time cannot read the device's storage.
  const isOffered = useSyncExternalStore(nothingChanges, isKnownHere, () => false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function logIn() {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const asked = await call('POST /api/auth/passkey');
      const body = await answerWithPasskey(asked.result);
      const { result } = await call('POST /api/auth/passkey/finish', { body });
      rememberPasskey();
      const redirectTo = returnTarget();
      const profile = redirectTo ? null : await profileOf(result).catch(() => null);
      await enterWith(result, profile, await afterPasswordLogin(result, profile, redirectTo));
    } catch (error) {
      track('login_failed', { messages: messageOf(error) });
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  if (!isOffered) return null;
  return (
    <>
      <Button kind="ghost" wide busy={busy} onClick={() => void logIn()}>
        {texts.logIn}
      </Button>
      <FailureOf error={failure} />
    </>
  );
}
