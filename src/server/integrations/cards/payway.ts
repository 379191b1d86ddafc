import { z } from 'zod';
import type { CardDetails, CardGateway } from './port.ts';

export interface PaywayOptions {
  readonly baseUrl: string;
  /** The key for `/tokens`; it cannot charge anything. */
  readonly publicKey: string;
}

/** A person is waiting: what has not answered by then counts as unavailable. */
const timeoutMs = 10_000;

const tokenAnswer = z.object({ id: z.string().min(1).max(100) });

/** Payway (formerly Decidir), `POST /tokens` of its API v2. */
export function paywayCards({ baseUrl, publicKey }: PaywayOptions): CardGateway {
  return {
    name: 'payway',
    async tokenise(card) {
      const response = await fetch(`${baseUrl.replace(/\/$/, '')}/tokens`, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { apikey: publicKey, 'content-type': 'application/json', 'cache-control': 'no-cache' },
        body: JSON.stringify(requestOf(card)),
      });
      if (isRefusalOfCard(response.status)) {
        await response.body?.cancel();
        return { ok: false, reason: 'declined' };
      }
      if (!response.ok) {
        await response.body?.cancel();
        // The status only: a gateway's error text may repeat what it was sent.
        throw new Error(`the card gateway answered ${response.status}`);
      }
      const parsed = tokenAnswer.safeParse(await response.json());
      if (!parsed.success) throw new Error('the card gateway answered without a token');
      return { ok: true, token: parsed.data.id };
    },
  };
}

/** 400 names invalid card fields, 402 a rejection, 422 an unprocessable card. */
function isRefusalOfCard(status: number): boolean {
  return status === 400 || status === 402 || status === 422;
}

function requestOf(card: CardDetails) {
  return {
    card_number: card.number,
    card_expiration_month: String(card.expiresMonth).padStart(2, '0'),
    card_expiration_year: String(card.expiresYear).slice(-2),
    security_code: card.securityCode,
    card_holder_name: card.holder,
    card_holder_identification: { type: 'dni', number: card.holderDocument },
  };
}
