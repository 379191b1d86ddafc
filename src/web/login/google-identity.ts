import { scriptLoader } from '../load-script.ts';

/** The part of Google Identity Services that is used here. */
interface GoogleAccounts {
  readonly initialize: (options: {
    client_id: string;
    nonce: string;
    callback: (answer: { credential?: string }) => void;
  }) => void;
  readonly renderButton: (
    element: HTMLElement,
    options: { theme: 'outline'; size: 'large'; text: 'continue_with'; locale: 'es' },
  ) => void;
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleAccounts } };
  }
}

const load = scriptLoader('https://accounts.google.com/gsi/client', 'Google Identity Services');

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Secret of this attempt and its SHA-256; Google and the ID token have only the digest. */
async function newNonce(): Promise<{ nonce: string; digest: string }> {
  const nonce = base64url(crypto.getRandomValues(new Uint8Array(24)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(nonce));
  return { nonce, digest: base64url(new Uint8Array(digest)) };
}

/**
 * Renders Google's button into `element`; `onToken` receives the ID token of the chosen account, and the nonce that
 * proves it was requested here.
 * @throws Error if Google is unreachable, or the page may have no button (without TLS)
 */
export async function showGoogleButton(options: {
  readonly clientId: string;
  readonly element: HTMLElement;
  readonly onToken: (token: string, nonce: string) => void;
}): Promise<void> {
  await load();
  const identity = window.google?.accounts.id;
  if (!identity) throw new Error('Google Identity Services is not there');
  const { nonce, digest } = await newNonce();
  identity.initialize({
    client_id: options.clientId,
    nonce: digest,
    callback: ({ credential }) => {
      if (credential) options.onToken(credential, nonce);
    },
  });
  identity.renderButton(options.element, {
    theme: 'outline',
    size: 'large',
    text: 'continue_with',
    locale: 'es',
  });
}
