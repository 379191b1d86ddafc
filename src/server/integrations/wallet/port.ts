import type { Centavos, Currency } from '../../../domain/money.ts';
import type { Listing } from '../listed.ts';

export interface CheckoutOrder {
  /** Our reference: the provider's webhooks lead back to it. */
  readonly reference: string;
  readonly title: string;
  readonly amount: Centavos;
  readonly currency: Currency;
  /** After this instant the provider takes no payment. */
  readonly expiresAt: Date;
  readonly successUrl: string;
  readonly errorUrl: string;
  readonly notificationUrl: string;
}

export interface Checkout {
  readonly id: string;
  /** Address of the payment page. */
  readonly url: string;
}

/** `under-way`: no final answer yet. `reversed`: it had been approved, and the money was taken back. */
export type WalletPaymentState = 'approved' | 'rejected' | 'under-way' | 'reversed';

export interface WalletPayment {
  readonly id: string;
  readonly reference: string;
  readonly state: WalletPaymentState;
  /** For `reversed`: true if the payer's bank took the money, false if it was refunded. */
  readonly isChargedBack?: boolean;
  readonly amount: Centavos;
  /** Given back of an `approved` one so far; absent for nothing. */
  readonly refunded?: Centavos;
  readonly currency: Currency;
}

/** Headers and query of a webhook. */
export interface Notification {
  readonly dataId: string;
  readonly signature: string;
  readonly requestId: string;
}

/** A wallet with a checkout on its own site. Every call may throw: then nothing is known. */
export interface Wallet {
  readonly name: string;
  createCheckout(order: CheckoutOrder): Promise<Checkout>;
  /** Takes no more payments for the checkout; safe to repeat. */
  cancelCheckout(id: string): Promise<void>;
  payment(id: string): Promise<WalletPayment | undefined>;
  paymentsOf(reference: string): Promise<readonly WalletPayment[]>;
  /** True when the provider has signed the webhook within the last five minutes. */
  isGenuine(notification: Notification, now: Date): boolean;
  /** Absent where there is no wallet. */
  readonly listing?: Listing;
}

/**
 * Gives the stand-in a payment in this state.
 * @returns the provider's id of it
 */
export type DecideWalletPayment = (
  payment: Omit<WalletPayment, 'id'> & { readonly id?: string },
) => Promise<string>;
