import type { Centavos } from '../../domain/money.ts';

/** `given-back`: it had been taken, and was returned as a whole. `open`: no final word yet. */
export type ListedState = 'taken' | 'given-back' | 'not-taken' | 'open';

/** A charge, transfer or payment as the provider's own list has it. */
export interface ListedPayment {
  /** Our reference, or the provider's id of a wallet payment. */
  readonly key: string;
  readonly providerId: string;
  readonly state: ListedState;
  readonly amount: Centavos;
  readonly currency: string;
  readonly at: Date;
}

/** Provider with a list to reconcile our books against. Every call may throw. */
export interface Listing {
  /** All with an instant from `from` until before `to`. */
  list(from: Date, to: Date): Promise<readonly ListedPayment[]>;
  /** One of it, wherever the list would have it; undefined when the provider knows of none. */
  stateOf(key: string): Promise<ListedState | undefined>;
}
