import { scriptLoader } from '../load-script.ts';

/** The part of Google Identity Services that is used here. */
interface GoogleAccounts {
  readonly initialize: (options: {
    client_id: string;
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

/**
 * Puts Google's button into `element`; `onToken` gets the ID token of the account that was chosen.
 * @throws Error when Google cannot be reached
 */
export async function showGoogleButton(options: {
  readonly clientId: string;
  readonly element: HTMLElement;
  readonly onToken: (token: string) => void;
}): Promise<void> {
  await load();
  const identity = window.google?.accounts.id;
  if (!identity) throw new Error('Google Identity Services is not there');
  identity.initialize({
    client_id: options.clientId,
    callback: ({ credential }) => {
      if (credential) options.onToken(credential);
    },
  });
  identity.renderButton(options.element, {
    theme: 'outline',
    size: 'large',
    text: 'continue_with',
    locale: 'es',
  });
}
