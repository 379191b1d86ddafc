import type { CardBrand } from '../../../countries/identifiers/cards.ts';
import type { Centavos, Currency } from '../../../domain/money.ts';
import type { Listing } from '../listed.ts';

/**
 * `once`: token of the tokeniser, valid for one payment; with a customer, the gateway stores the card.
 * `stored`: card stored by the gateway ({@link CardPayments.storedCard}), valid for any number of payments.
 */
export type CardToCharge =
  | { readonly kind: 'once'; readonly token: string; readonly customerId?: number }
  | { readonly kind: 'stored'; readonly token: string; readonly customerId: number };

export interface ChargeOrder {
  /** Idempotency key, the same for every attempt; the gateway charges it once. */
  readonly reference: string;
  readonly card: CardToCharge;
  readonly brand: CardBrand;
  /** First six digits of the card, required by the gateway. */
  readonly bin: string;
  readonly amount: Centavos;
  readonly currency: Currency;
}

/** `not-found`: the gateway does not know the charge. `under-way`: no final answer yet. */
export type ChargeState = 'approved' | 'declined' | 'under-way' | 'not-found';

export interface ChargeAnswer {
  readonly state: ChargeState;
  readonly providerId: string;
  readonly authorizationCode: string;
}

/** Card used in a customer's payment. */
export interface PaidCard {
  readonly customerId: number;
  readonly bin: string;
  readonly lastFour: string;
  /** 1 to 12. */
  readonly expiresMonth: number;
  /** Four digits. */
  readonly expiresYear: number;
}

/** Charges tokenised cards. Any call may throw; the state is then unknown and has to be queried again. */
export interface CardPayments {
  readonly name: string;
  charge(order: ChargeOrder): Promise<ChargeAnswer>;
  query(reference: string): Promise<ChargeAnswer>;
  /** Gateway's token of a card after its first payment for a customer; undefined if it stores none. */
  storedCard(card: PaidCard): Promise<string | undefined>;
  /** Refunds an approved charge in full. Safe to repeat: an earlier refund gives the same response. */
  giveBack(charge: { readonly reference: string; readonly providerId: string }): Promise<void>;
  /** Absent without a gateway. */
  readonly listing?: Listing;
}
