import type { Centavos, Currency } from '../../../domain/money.ts';

export interface PayoutOrder {
  /** At most 15 characters (the transfer rail's `origin_id`); the same for every try. */
  readonly reference: string;
  readonly amount: Centavos;
  readonly currency: Currency;
  readonly holder: string;
  readonly legalNumber: string;
  readonly bankId: string;
  /** CBU, CVU, alias or account number; the pickup point for cash. */
  readonly destination: string;
  readonly description: string;
}

/** `unknown`: the rail cannot say; it is asked again under the same reference and never paid again. */
export type PayoutState = 'in-progress' | 'completed' | 'failed' | 'unknown' | 'not-found';

export interface PayoutAnswer {
  readonly state: PayoutState;
  readonly providerId: string;
  /** Code of the receipt, once completed. */
  readonly receiptCode: string;
  readonly reason: string;
}

/** A way to pay out. Both calls may throw: then the state is unknown too. */
export interface PayoutRail {
  readonly name: string;
  /** Idempotent by reference: a second order under the same reference answers the first. */
  submit(order: PayoutOrder): Promise<PayoutAnswer>;
  query(reference: string): Promise<PayoutAnswer>;
}
