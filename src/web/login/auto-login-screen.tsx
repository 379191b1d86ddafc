import { call } from '../api.ts';
import { usePathParam } from '../shell/route-values.ts';
import { ExchangeScreen } from './exchange-screen.tsx';
import { redirectTarget } from './redirect-target.ts';
import { useExchange } from './use-exchange.ts';

/** /login/{hash} (docs/product/signup-and-login.md#auto-login). */
export function AutoLoginScreen() {
  const redirectTo = redirectTarget();
  useExchange({
    secret: usePathParam('hash'),
    // No token: an old link must not end the session that is there.
    exchange: async (hash) => (await call('POST /api/auth/autologin', { body: { hash }, token: '' })).result,
    direct: () => null,
    withProfile: () => redirectTo,
    failed: 'autologin_failed',
  });
  return <ExchangeScreen />;
}
