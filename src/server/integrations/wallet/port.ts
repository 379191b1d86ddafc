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
  /** Where the person pays. */
  readonly url: string;
}

/** `under-way`: no final answer yet. `reversed`: it had been approved, and the money was taken back. */
export type WalletPaymentState = 'approved' | 'rejected' | 'under-way' | 'reversed';

export interface WalletPayment {
  readonly id: string;
  readonly reference: string;
  readonly state: WalletPaymentState;
  /** Of a `reversed` one: the payer's bank took it, rather than that it was given back. */
  readonly isChargedBack?: boolean;
  readonly amount: Centavos;
  /** Given back of an `approved` one so far; absent for nothing. */
  readonly refunded?: Centavos;
  readonly currency: Currency;
}

/** What a webhook carries beside its body. */
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

/** Lets the stand-in have a payment in this state. @returns the provider's id of it */
export type DecideWalletPayment = (
  payment: Omit<WalletPayment, 'id'> & { readonly id?: string },
) => Promise<string>;
