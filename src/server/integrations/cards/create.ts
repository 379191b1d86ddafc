import type { Config } from '../../platform/config.ts';
import { paywayCards } from './payway.ts';
import type { CardGateway } from './port.ts';

export async function createCardGateway({ config }: { readonly config: Config }): Promise<CardGateway> {
  if (config.SANDBOX) return (await import('./sandbox.ts')).sandboxCards();
  if (config.PAYWAY_PUBLIC_KEY) {
    return paywayCards({ baseUrl: config.PAYWAY_BASE_URL, publicKey: config.PAYWAY_PUBLIC_KEY });
  }
  return {
    name: 'none',
    givesTokens: false,
    tokenise: () => Promise.reject(new Error('no card gateway is configured')),
  };
}
