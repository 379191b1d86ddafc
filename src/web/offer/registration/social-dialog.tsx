import { useEffect, useState } from 'react';
import { GoogleAccount } from '../../login/google-dialog.tsx';
import { SandboxAccount } from '../../login/sandbox-account.tsx';
import { googleTexts } from '../../login/texts.ts';
import { useSettings } from '../../settings.ts';
import { snackbar } from '../../shell/snackbar/snackbar-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { SocialProvider } from './social-buttons.tsx';
import { registrationTexts as texts } from '../texts.ts';
import { scriptLoader } from '../../load-script.ts';

/** The part of Facebook's SDK that is used here. */
interface FacebookSdk {
  readonly init: (options: { appId: string; version: string }) => void;
  readonly login: (
    callback: (answer: { authResponse?: { accessToken: string } | null }) => void,
    options: { scope: string },
  ) => void;
}

declare global {
  interface Window {
    FB?: FacebookSdk;
  }
}

const load = scriptLoader('https://connect.facebook.net/es_LA/sdk.js', "Facebook's SDK");
const version = 'v23.0';

/**
 * Gets Facebook ready; the function it gives opens Facebook's window, which browsers allow only right after a
 * press. It gives the access token, or null when the person closed the window.
 * @throws Error when Facebook cannot be reached
 */
async function prepareFacebook(appId: string): Promise<() => Promise<string | null>> {
  await load();
  const sdk = window.FB;
  if (!sdk) throw new Error("Facebook's SDK is not there");
  sdk.init({ appId, version });
  return () =>
    new Promise((resolve) => {
      sdk.login(({ authResponse }) => resolve(authResponse?.accessToken ?? null), { scope: 'email' });
    });
}

interface SocialDialogProps {
  provider: SocialProvider;
  onToken: (token: string, nonce?: string) => Promise<void>;
  onClose: () => void;
}

/** The provider's own choice of an account, or the sandbox's where none is configured. */
export function SocialDialog({ provider, onToken, onClose }: SocialDialogProps) {
  const settings = useSettings();
  const id = settings[provider === 'google' ? 'google-client-id' : 'facebook-app-id'];
  return (
    <Dialog open onClose={onClose} title={texts[provider]}>
      {!id && <SandboxAccount intro={texts.sandbox} onToken={onToken} />}
      {id && provider === 'google' && <GoogleAccount clientId={id} onToken={onToken} onFailed={onClose} />}
      {id && provider === 'facebook' && <FacebookAccount appId={id} onToken={onToken} onFailed={onClose} />}
    </Dialog>
  );
}

function FacebookAccount({
  appId,
  onToken,
  onFailed,
}: {
  appId: string;
  onToken: (token: string) => Promise<void>;
  onFailed: () => void;
}) {
  const [login, setLogin] = useState<(() => Promise<string | null>) | null>(null);

  useEffect(() => {
    let isShown = true;
    prepareFacebook(appId).then(
      (ready) => isShown && setLogin(() => ready),
      () => {
        onFailed();
        snackbar.show({ message: googleTexts.failed });
      },
    );
    return () => {
      isShown = false;
    };
  }, [appId, onFailed]);

  if (!login) return <Skeleton shape="button" />;
  const enter = async () => {
    const token = await login();
    if (token) await onToken(token);
  };
  return (
    <Button wide onClick={() => void enter()}>
      {texts.openFacebook}
    </Button>
  );
}
