import { call } from '../api.ts';
import { ownPath } from '../../contract/access/own-path.ts';
import { usePathParam } from '../shell/route-values.ts';
import { ExchangeScreen } from './exchange-screen.tsx';
import { redirectTarget } from './redirect-target.ts';
import { useExchange } from './use-exchange.ts';

/**
 * Target of a link that leaves the choice to this side (docs/product/signup-and-login.md#magic-link-target).
 */
const dynamic = 'dinamico';

/** /magic-link/{hash}. */
export function MagicLinkScreen() {
  const redirectTo = redirectTarget();
  useExchange({
    secret: usePathParam('hash'),
    exchange: async (code) => {
      const { result, target } = await call('POST /api/auth/magicLink', { body: { code }, token: '' });
      return { ...result, target };
    },
    direct: ({ target }) => (target === dynamic ? redirectTo : ownPath(target)),
    withProfile: () => null,
    failed: 'magic_link_failed',
  });
  return <ExchangeScreen />;
}
