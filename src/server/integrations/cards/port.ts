export interface CardDetails {
  readonly number: string;
  readonly holder: string;
  /** Document of the customer, who must be the holder. */
  readonly holderDocument: string;
  /** 1 to 12. */
  readonly expiresMonth: number;
  /** Four digits. */
  readonly expiresYear: number;
  readonly securityCode: string;
}

export type TokeniseAnswer =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly reason: 'declined' };

/** A card gateway's tokeniser. Numbers and security codes pass through memory only. */
export interface CardGateway {
  readonly name: string;
  /** @throws when the gateway cannot be asked; the error never carries card data */
  tokenise(card: CardDetails): Promise<TokeniseAnswer>;
}
