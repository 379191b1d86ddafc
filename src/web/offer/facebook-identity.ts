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

const address = 'https://connect.facebook.net/es_LA/sdk.js';
const version = 'v23.0';
/** On a poor connection the person should hear that it failed rather than wait on. */
const timeoutMs = 15_000;

let loading: Promise<void> | null = null;

function load(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      loading = null;
      reject(new Error("Facebook's SDK did not load"));
    };
    const timer = setTimeout(fail, timeoutMs);
    script.src = address;
    script.onerror = fail;
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    document.head.append(script);
  });
  return loading;
}

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
