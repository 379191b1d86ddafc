import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Centavos, Currency } from '../../../domain/money.ts';
import type { Listing } from '../listed.ts';

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

export type AccountFault = 'missing' | 'of-another';

/** `unknown`: the rail cannot say; it is asked again under the same reference and never paid again. */
export type RailState = 'in-progress' | 'completed' | 'failed' | 'unknown' | 'not-found';

export interface PayoutAnswer {
  readonly state: RailState;
  readonly providerId: string;
  /** Code of the receipt, once completed. */
  readonly receiptCode: string;
  readonly reason: string;
  /** For `completed`: local day on which the money arrived, if the rail reports it. */
  readonly deliveredOn?: CalendarDate;
  /** For `failed`: the problem with the account, for the customer. */
  readonly fault?: AccountFault;
}

/** Reason of an `unknown` without any answer. */
export const NO_ANSWER = 'no answer';

/**
 * Reasons of an `unknown` after which the order may still be paid: no answer, or the bank itself does not know yet
 * (BIND's UNKNOWN, unlike UNKNOWN_FOREVER).
 */
const notYetKnown: ReadonlySet<string> = new Set([NO_ANSWER, 'UNKNOWN']);

/** True if an order may still be paid after this answer. */
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
   * Stores an order; a second one under its reference changes nothing.
   * @returns channel of the first one
   * @throws when the first one differs
   */
  give(rail: string, order: PayoutOrder, channel: 'file' | 'bind'): Promise<PayoutChannel>;
  /** The order under the reference; undefined when none was given. */
  orderOf(
    reference: string,
  ): Promise<{ readonly channel: PayoutChannel; readonly currency: Currency } | undefined>;
  /** First imported response for the reference. */
  resultOf(rail: string, reference: string): Promise<PayoutAnswer | undefined>;
}

/** A way to pay out. Both calls may throw: then the state is unknown too. */
export interface PayoutRail {
  readonly name: string;
  /** Idempotent by reference: a second order under the same reference answers the first. */
  submit(order: PayoutOrder): Promise<PayoutAnswer>;
  query(reference: string): Promise<PayoutAnswer>;
  /** Reads orders of the provider's API; absent if there is none. */
  readonly listing?: Listing;
}
