import type { CardToTokenise } from '../../../countries/card-token-request.ts';

export type CardDetails = CardToTokenise;

export type TokeniseAnswer =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly reason: 'declined' };

/** A card gateway's tokeniser. Numbers and security codes pass through memory only. */
export interface CardGateway {
  readonly name: string;
  /** False where there is no gateway at all: then no browser can have got a token from it either. */
  readonly givesTokens: boolean;
  /** @throws when the gateway cannot be asked; the error never carries card data */
  tokenise(card: CardDetails): Promise<TokeniseAnswer>;
}
