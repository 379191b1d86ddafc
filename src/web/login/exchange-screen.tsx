import { Screen } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { exchangeTexts as texts } from './texts.ts';
import { call } from '../api.ts';
import { ownPath } from '../../contract/access/own-path.ts';
import { usePathParam, useQueryText } from '../router/context.ts';
import { redirectTarget } from './addresses.ts';
import { useExchange } from './use-exchange.ts';

/** /login/{hash} (docs/product/signup-and-login.md#auto-login). */
export function AutoLoginScreen() {
  const redirectTo = redirectTarget(useQueryText());
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

/**
 * Target of a link that leaves the choice to this side (docs/product/signup-and-login.md#magic-link-target).
 */
const dynamic = 'dinamico';

/** /magic-link/{hash}. */
export function MagicLinkScreen() {
  const redirectTo = redirectTarget(useQueryText());
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

/** Shown while a link is exchanged. */
function ExchangeScreen() {
  return (
    <Screen title={texts.title} intro={<p role="status">{texts.wait}</p>}>
      <Card>
        <SkeletonGroup shapes={['title', 'line', 'line', 'button']} />
      </Card>
    </Screen>
  );
}
