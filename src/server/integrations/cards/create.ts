import type { Config } from '../../platform/config.ts';
import type { CardGateway } from './port.ts';
import { z } from 'zod';
import { cardTokenRequest, isCardRefusal } from '../../../countries/card-token-request.ts';

interface PaywayOptions {
  readonly baseUrl: string;
  /** Key for `/tokens`, which cannot charge anything. */
  readonly publicKey: string;
}

/** Short, because a person waits; a later response counts as unavailable. */
const timeoutMs = 10_000;

const tokenAnswer = z.object({ id: z.string().min(1).max(100) });

/** Payway (formerly Decidir), `POST /tokens` of its API v2. */
export function paywayCards({ baseUrl, publicKey }: PaywayOptions): CardGateway {
  return {
    name: 'payway',
    givesTokens: true,
    async tokenise(card) {
      const response = await fetch(`${baseUrl.replace(/\/$/, '')}/tokens`, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { apikey: publicKey, 'content-type': 'application/json', 'cache-control': 'no-cache' },
        body: JSON.stringify(cardTokenRequest(card)),
      });
      if (isCardRefusal(response.status)) {
        await response.body?.cancel();
        return { ok: false, reason: 'declined' };
      }
      if (!response.ok) {
        await response.body?.cancel();
        // Logs only the status, because the gateway's error text may repeat the request.
        throw new Error(`the card gateway answered ${response.status}`);
      }
      const parsed = tokenAnswer.safeParse(await response.json());
      if (!parsed.success) throw new Error('the card gateway answered without a token');
      return { ok: true, token: parsed.data.id };
    },
  };
}

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
