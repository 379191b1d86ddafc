import { useEffect, useEffectEvent } from 'react';
import { paths } from '../../contract/paths.ts';
import { messageOf, ApiFailure } from '../../ui/api-failure.ts';
import { type AnalyticsEvent, track } from '../analytics.ts';
import { type Session, session as sessions } from '../session.ts';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { useGo } from '../shell/use-go.ts';
import { profileOf, useEnter } from './enter.ts';
import { hideSecret } from './addresses.ts';
import { badLink } from './sent-link.ts';

/** Analytics event of a profile that failed to load (docs/product/signup-and-login.md#auto-login). */
export function failureFacts(error: unknown): { messages: string; code: string } {
  return { messages: messageOf(error), code: error instanceof ApiFailure ? error.code : 'unknown' };
}

/** Links in exchange: each works once, however often the screen renders. */
const begun = new Set<string>();

interface Exchange<T extends Session> {
  readonly secret: string;
  /** Exchanges the secret, by POST: a mail scanner's GET uses nothing up. */
  readonly exchange: (secret: string) => Promise<T>;
  /** Target of the new session if the profile is not needed, or null. */
  readonly direct: (session: T) => string | null;
  /** Target once the profile is loaded. */
  readonly withProfile: () => string | null;
  readonly failed: AnalyticsEvent;
}

/**
 * Exchanges a link's secret for a session and goes on as docs/product/signup-and-login.md#magic-link-target
 * says.
 */
export function useExchange<T extends Session>(options: Exchange<T>): void {
  const go = useGo();
  const enterWith = useEnter();

  const begin = useEffectEvent(async () => {
    const { secret, exchange, direct, withProfile, failed } = options;
    if (begun.has(secret)) return;
    begun.add(secret);
    hideSecret(paths.login());
    let session: T;
    try {
      session = await exchange(secret);
    } catch (error) {
      track(failed);
      // The session of before goes on: then there is no login to say it.
      if (sessions.token() === null) badLink.set(messageOf(error));
      else snackbar.show({ message: messageOf(error) });
      go.replace(paths.login());
      return;
    }
    const target = direct(session);
    if (target) return enterWith(session, null, target);
    try {
      const profile = await profileOf(session);
      const offered = profile.credit_rating.check_offer === 1 ? paths.offer() : paths.welcome();
      await enterWith(session, profile, withProfile() ?? offered);
    } catch (error) {
      track('autologin_profile_failed', failureFacts(error));
      await enterWith(session, null, paths.welcome());
    }
  });

  useEffect(() => void begin(), []);
}
