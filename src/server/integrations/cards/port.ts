import type { CardToTokenise } from '../../../countries/card-token-request.ts';

export type CardDetails = CardToTokenise;

export type TokeniseAnswer =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly reason: 'declined' };

/** Tokeniser of a card gateway. Card numbers and security codes stay in memory only. */
export interface CardGateway {
  readonly name: string;
  /** False without a gateway, so that no browser can have a token from it. */
  readonly givesTokens: boolean;
  /** @throws if the gateway is unreachable; the error never contains card data */
  tokenise(card: CardDetails): Promise<TokeniseAnswer>;
}
