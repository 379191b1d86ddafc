import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Centavos, Currency } from '../../../domain/money.ts';
import type { Listing } from '../listed.ts';

export interface PayoutOrder {
  /** At most 15 characters (the transfer rail's `origin_id`); the same for every attempt. */
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

export type AccountFault = 'missing' | 'of-another';

/** `unknown`: the rail does not know; it is queried again under the same reference and never paid again. */
export type RailState = 'in-progress' | 'completed' | 'failed' | 'unknown' | 'not-found';

export interface PayoutAnswer {
  readonly state: RailState;
  readonly providerId: string;
  /** Receipt code, once completed. */
  readonly receiptCode: string;
  readonly reason: string;
  /** For `completed`: local day on which the money arrived, if the rail reports it. */
  readonly deliveredOn?: CalendarDate;
  /** For `failed`: problem with the account, for the customer. */
  readonly fault?: AccountFault;
}

/** Reason of an `unknown` state without any response. */
export const NO_ANSWER = 'no answer';

/**
 * Reasons of `unknown` after which the order may still be paid: no response, or the bank itself does not know
 * yet (BIND's UNKNOWN, unlike UNKNOWN_FOREVER).
 */
const notYetKnown: ReadonlySet<string> = new Set([NO_ANSWER, 'UNKNOWN']);

/** Checks whether an order may still be paid after this response. */
export const mayStillPay = ({
  state,
  reason,
}: {
  readonly state: string;
  readonly reason: string;
}): boolean => state === 'in-progress' || (state === 'unknown' && notYetKnown.has(reason));

/** Channel of an order: batch file or the bank's API; `earlier` for releases that stored no rows. */
export type PayoutChannel = 'file' | 'bind' | 'earlier';

/** Orders and their responses, stored by the feature that exchanges them by file. */
export interface PayoutOrders {
  /**
   * Stores an order; repeating it under its reference changes nothing.
   * @returns channel of the first order
   * @throws if the first order differs
   */
  give(rail: string, order: PayoutOrder, channel: 'file' | 'bind'): Promise<PayoutChannel>;
  /** Order under the reference, or undefined. */
  orderOf(
    reference: string,
  ): Promise<{ readonly channel: PayoutChannel; readonly currency: Currency } | undefined>;
  /** First imported response for the reference. */
  resultOf(rail: string, reference: string): Promise<PayoutAnswer | undefined>;
}

/** Way to pay out. Both calls may throw; the state is then unknown too. */
export interface PayoutRail {
  readonly name: string;
  /** Idempotent by reference: a second order under the same reference returns the first one's state. */
  submit(order: PayoutOrder): Promise<PayoutAnswer>;
  query(reference: string): Promise<PayoutAnswer>;
  /** Reads orders from the provider's API; absent without one. */
  readonly listing?: Listing;
}
