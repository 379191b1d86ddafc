import type { Centavos, Currency } from '../../../domain/money.ts';
import type { Listing } from '../listed.ts';

export interface CheckoutOrder {
  /** Our reference, which the provider's webhooks contain. */
  readonly reference: string;
  readonly title: string;
  readonly amount: Centavos;
  readonly currency: Currency;
  /** Instant after which the provider accepts no payment. */
  readonly expiresAt: Date;
  readonly successUrl: string;
  readonly errorUrl: string;
  readonly notificationUrl: string;
}

export interface Checkout {
  readonly id: string;
  readonly url: string;
}

/** `under-way`: no final answer yet. `reversed`: approved at first, then charged back or refunded. */
export type WalletPaymentState = 'approved' | 'rejected' | 'under-way' | 'reversed';

export interface WalletPayment {
  readonly id: string;
  readonly reference: string;
  readonly state: WalletPaymentState;
  /** For `reversed`: true for a chargeback by the payer's bank, false for a refund. */
  readonly isChargedBack?: boolean;
  readonly amount: Centavos;
  /** Part of an `approved` payment refunded so far; absent for none. */
  readonly refunded?: Centavos;
  readonly currency: Currency;
}

export interface Notification {
  readonly dataId: string;
  readonly signature: string;
  readonly requestId: string;
}

/** Wallet with a checkout on its own site. Any call may throw; the state is then unknown. */
export interface Wallet {
  readonly name: string;
  createCheckout(order: CheckoutOrder): Promise<Checkout>;
  /** Closes the checkout for payments; safe to repeat. */
  cancelCheckout(id: string): Promise<void>;
  payment(id: string): Promise<WalletPayment | undefined>;
  paymentsOf(reference: string): Promise<readonly WalletPayment[]>;
  /** True if the provider signed the webhook within the last five minutes. */
  isGenuine(notification: Notification, now: Date): boolean;
  /** Absent without a wallet. */
  readonly listing?: Listing;
}

/** Creates a payment with this state in the sandbox. @returns the provider's id */
export type DecideWalletPayment = (
  payment: Omit<WalletPayment, 'id'> & { readonly id?: string },
) => Promise<string>;
