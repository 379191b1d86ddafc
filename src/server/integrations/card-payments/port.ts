import type { CardBrand } from '../../../countries/identifiers/cards.ts';
import type { Centavos, Currency } from '../../../domain/money.ts';
import type { Listing } from '../listed.ts';

/**
 * `once`: token of the tokeniser, good for one payment; with a customer the gateway stores the card. `stored`: card
 * stored by the gateway ({@link CardPayments.storedCard}), good for any number of payments.
 */
export type CardToCharge =
  | { readonly kind: 'once'; readonly token: string; readonly customerId?: number }
  | { readonly kind: 'stored'; readonly token: string; readonly customerId: number };

export interface ChargeOrder {
  /** Idempotency key: the same for every try; the gateway accepts it once. */
  readonly reference: string;
  readonly card: CardToCharge;
  readonly brand: CardBrand;
  /** The first six digits of the card; the gateway demands them. */
  readonly bin: string;
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

/** A card that was paid with for a customer. */
export interface PaidCard {
  readonly customerId: number;
  readonly bin: string;
  readonly lastFour: string;
  /** 1 to 12. */
  readonly expiresMonth: number;
  /** Four digits. */
  readonly expiresYear: number;
}

/** Charges tokenised cards. Every call may throw: then nothing is known, and it is asked again. */
export interface CardPayments {
  readonly name: string;
  charge(order: ChargeOrder): Promise<ChargeAnswer>;
  query(reference: string): Promise<ChargeAnswer>;
  /** The gateway's token of a card after its first payment for a customer; undefined when it keeps none. */
  storedCard(card: PaidCard): Promise<string | undefined>;
  /** Refunds an approved charge in full. Safe to repeat: an earlier refund gives the same answer. */
  giveBack(charge: { readonly reference: string; readonly providerId: string }): Promise<void>;
  /** Absent where there is no gateway. */
  readonly listing?: Listing;
}
