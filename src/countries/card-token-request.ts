/** Card data for the gateway's token request (docs/product/providers.md#payway). Kept in memory only. */
export interface CardToTokenise {
  /** Digits only. */
  readonly number: string;
  readonly holder: string;
  /** Document number of the customer, who must be the card holder. */
  readonly holderDocument: string;
  /** 1 to 12. */
  readonly expiresMonth: number;
  /** Four digits. */
  readonly expiresYear: number;
  readonly securityCode: string;
}

/** Body of `POST {gateway}/tokens`, identical from browser and server (decision 0042). */
export function cardTokenRequest(card: CardToTokenise) {
  return {
    card_number: card.number,
    card_expiration_month: String(card.expiresMonth).padStart(2, '0'),
    card_expiration_year: String(card.expiresYear).slice(-2),
    security_code: card.securityCode,
    card_holder_name: card.holder,
    card_holder_identification: { type: 'dni', number: card.holderDocument },
  };
}

/**
 * True if an HTTP status means the card was refused: 400 invalid fields, 402 rejected, 422 unprocessable
 * card.
 */
export function isCardRefusal(status: number): boolean {
  return status === 400 || status === 402 || status === 422;
}
