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
export async function prepareFacebook(appId: string): Promise<() => Promise<string | null>> {
  await load();
  const sdk = window.FB;
  if (!sdk) throw new Error("Facebook's SDK is not there");
  sdk.init({ appId, version });
  return () =>
    new Promise((resolve) => {
      sdk.login(({ authResponse }) => resolve(authResponse?.accessToken ?? null), { scope: 'email' });
    });
}
