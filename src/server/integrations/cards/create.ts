import type { Config } from '../../platform/config.ts';
import { paywayCards } from './payway.ts';
import type { CardGateway } from './port.ts';
import { sandboxCards } from './sandbox.ts';

export function createCardGateway({ config }: { readonly config: Config }): CardGateway {
  if (config.SANDBOX) return sandboxCards();
  if (config.PAYWAY_PUBLIC_KEY) {
    return paywayCards({ baseUrl: config.PAYWAY_BASE_URL, publicKey: config.PAYWAY_PUBLIC_KEY });
  }
  return {
    name: 'none',
    givesTokens: false,
    tokenise: () => Promise.reject(new Error('no card gateway is configured')),
  };
}
