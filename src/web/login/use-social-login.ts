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

/** The lead whose account a social login makes, from the address; '' for a login. */
export const leadHash = () => new URLSearchParams(location.search).get('hash') ?? '';

/**
 * Logs in with a provider's token (docs/product/signup-and-login.md#social). The address may carry the hash
 * of a lead, whose account is then made: its terms have been accepted before. `close` takes the dialog away
 * before a failure is told.
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
