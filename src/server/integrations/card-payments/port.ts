import type { CardBrand } from '../../../countries/identifiers/cards.ts';
import type { Centavos, Currency } from '../../../domain/money.ts';

export interface ChargeOrder {
  /** The same for every try to learn what became of it; the gateway takes it once. */
  readonly reference: string;
  /** From the tokeniser. */
  readonly token: string;
  readonly brand: CardBrand;
  /** The first six digits of the card; absent for a stored card, of which they are not kept. */
  readonly bin?: string;
  readonly amount: Centavos;
  readonly currency: Currency;
}

/** `not-found`: the gateway knows of no such charge. `under-way`: no final answer yet. */
export type ChargeState = 'approved' | 'declined' | 'under-way' | 'not-found';

export interface ChargeAnswer {
  readonly state: ChargeState;
  readonly providerId: string;
  readonly authorizationCode: string;
}

/** Charges tokenised cards. Both calls may throw: then the state is unknown, and it is asked for again. */
export interface CardPayments {
  readonly name: string;
  charge(order: ChargeOrder): Promise<ChargeAnswer>;
  query(reference: string): Promise<ChargeAnswer>;
}
