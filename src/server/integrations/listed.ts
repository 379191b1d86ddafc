import type { Centavos } from '../../domain/money.ts';

/** `given-back`: taken and then refunded in full. `open`: no final answer yet. */
export type ListedState = 'taken' | 'given-back' | 'not-taken' | 'open';

/** Charge, transfer or payment in the provider's own list. */
export interface ListedPayment {
  /** Our reference, or the provider's id of a wallet payment. */
  readonly key: string;
  readonly providerId: string;
  readonly state: ListedState;
  readonly amount: Centavos;
  readonly currency: string;
  readonly at: Date;
}

/** Provider's list, which our books are reconciled against. Any call may throw. */
export interface Listing {
  /** Entries with an instant from `from` (inclusive) to `to` (exclusive). */
  list(from: Date, to: Date): Promise<readonly ListedPayment[]>;
  /** State of one entry at any time; undefined if the provider does not know it. */
  stateOf(key: string): Promise<ListedState | undefined>;
}
