import { useCallback } from 'react';
import { paths } from '../../contract/paths.ts';
import { track } from '../analytics.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { attribution } from '../attribution.ts';
import { useGo } from '../shell/use-go.ts';
import { profileOf } from './enter.ts';
import { returnTarget } from './redirect-target.ts';
import { tellSocialFailure } from './social-failure.ts';
import { useEnter } from './use-enter.ts';

/** Lead to turn into an account, from the address; '' for a login. */
export const leadHash = () => new URLSearchParams(location.search).get('hash') ?? '';

/**
 * Logs in with a provider's token (docs/product/signup-and-login.md#social). With the hash of a lead in the address it
 * creates the lead's account, whose terms were accepted before. `close` closes the dialog before a failure is shown.
 */
export function useSocialLogin(close: () => void) {
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
        tellSocialFailure(error, go.to);
      }
    },
    [go, enterWith, close],
  );
}
