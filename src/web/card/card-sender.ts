import { ApiFailure } from '../../ui/api-failure.ts';
import { isFinalAnswer } from '../../ui/idempotency.ts';
import { type Transport, fetchTransport } from '../transport.ts';
import { cardBody, type CardPayload, cardToTokenise, type CardValues, tokenBody } from './card-values.ts';
import { type BrowserGateway, tokenise, gatewayOf } from './gateway.ts';
import { useState } from 'react';
import { arrivedSettings } from '../settings.ts';

interface SenderParts {
  /** Null where our server asks for tokens; @throws ApiFailure while that is not known. */
  readonly gateway: () => Promise<BrowserGateway | null>;
  readonly transport: Transport;
}

interface SentCard {
  readonly values: CardValues;
  /** The brand that the server has said, where it has. */
  readonly detected: string | undefined;
  /** Document of the customer, who must be the holder. */
  readonly holderDocument: string;
}

export type CardSender = ReturnType<typeof createCardSender>;

/**
 * Sends a card to our API: with a gateway in the browser the number goes to that alone, and the API gets the token.
 * A token is kept, in memory, until the API's answer is final: the same card sent again is the same submission
 * and so charged once (docs/product/calls.md#idempotency).
 */
export function createCardSender({ gateway, transport }: SenderParts) {
  let kept: { readonly of: string; readonly token: string } | undefined;
  return async function sendCard<T>(
    { values, detected, holderDocument }: SentCard,
    toApi: (card: CardPayload) => Promise<T>,
  ): Promise<T> {
    const place = await gateway();
    if (place === null) return toApi(cardBody(values, detected));
    const of = JSON.stringify(values);
    if (kept?.of !== of)
      kept = { of, token: await tokenise(place, cardToTokenise(values, holderDocument), transport) };
    try {
      const answer = await toApi(tokenBody(values, kept.token));
      kept = undefined;
      return answer;
    } catch (error) {
      if (isFinal(error)) kept = undefined;
      throw error;
    }
  };
}

const isFinal = (error: unknown): boolean =>
  !(error instanceof ApiFailure) || (!error.passing && isFinalAnswer(error.status, error.code));

/** Sender of a screen's card to our API; its memory ends with the screen. */
export function useCardSender(): CardSender {
  const [send] = useState(() =>
    createCardSender({
      gateway: async () => gatewayOf(await arrivedSettings()) ?? null,
      transport: fetchTransport,
    }),
  );
  return send;
}
