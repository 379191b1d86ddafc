import { callsInFlight } from '../../api.ts';
import { profileQuery } from '../../profile.ts';
import { queryClient } from '../../query-client.ts';
import { session } from '../../session.ts';

/** Globals set by Chatwoot's script (its documentation, 'Website live chat SDK'). */
interface ChatwootWindow {
  chatwootSettings?: { hideMessageBubble: boolean; locale: string; darkMode: 'auto' };
  chatwootSDK?: { run: (site: { baseUrl: string; websiteToken: string }) => void };
  $chatwoot?: {
    toggle: (state: 'open' | 'close') => void;
    setUser: (identifier: string, user: { name: string; email: string }) => void;
    reset: () => void;
  };
}

export interface ChatwootSite {
  readonly baseUrl: string;
  readonly websiteToken: string;
}

/** Longer than this and the built-in panel is of more use, milliseconds. */
const readyWithinMs = 10_000;

const page = (): ChatwootWindow => window as unknown as ChatwootWindow;
let loading: Promise<void> | null = null;

/**
 * Loads Chatwoot's widget on first use and opens it for the logged-in customer.
 * @throws if its script does not load, or is not ready in time
 */
export async function openChatwoot(site: ChatwootSite): Promise<void> {
  callsInFlight.set(callsInFlight.get() + 1);
  try {
    loading ??= load(site);
    await loading;
  } catch (error) {
    loading = null;
    throw error;
  } finally {
    callsInFlight.set(callsInFlight.get() - 1);
  }
  identify();
  page().$chatwoot?.toggle('open');
}

async function load({ baseUrl, websiteToken }: ChatwootSite): Promise<void> {
  const base = baseUrl.replace(/\/+$/, '');
  // Our own launcher opens it.
  page().chatwootSettings = { hideMessageBubble: true, locale: 'es', darkMode: 'auto' };
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the chat is not ready in time')), readyWithinMs);
    const script = document.createElement('script');
    script.src = `${base}/packs/js/sdk.js`;
    script.async = true;
    script.addEventListener('error', () => {
      clearTimeout(late);
      script.remove();
      reject(new Error('the chat did not load'));
    });
    script.addEventListener('load', () => page().chatwootSDK?.run({ websiteToken, baseUrl: base }));
    window.addEventListener(
      'chatwoot:ready',
      () => {
        clearTimeout(late);
        resolve();
      },
      { once: true },
    );
    document.head.append(script);
  });
}

function identify(): void {
  const profile = queryClient.getQueryData(profileQuery.queryKey);
  if (!profile?.hash) return;
  page().$chatwoot?.setUser(profile.hash, {
    name: `${profile.first_name} ${profile.last_name}`,
    email: profile.email_address,
  });
}

// One customer's messages never reach the next.
session.subscribe(() => {
  if (session.get() === null) page().$chatwoot?.reset();
});
