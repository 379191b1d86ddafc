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
export type PayoutState = 'in-progress' | 'completed' | 'failed' | 'unknown' | 'not-found';

export interface PayoutAnswer {
  readonly state: PayoutState;
  readonly providerId: string;
  /** Code of the receipt, once completed. */
  readonly receiptCode: string;
  readonly reason: string;
  /** Of a `completed` one: the local day on which the money arrived, where the rail says it. */
  readonly deliveredOn?: CalendarDate;
  /** Of a `failed` one: what is wrong with the account, for the customer. */
  readonly fault?: AccountFault;
}

/** The reason of an `unknown` that stands for no answer at all. */
export const NO_ANSWER = 'no answer';

/**
 * Reasons of an `unknown` after which the order may still be paid: nobody answered, or the bank itself does not know
 * yet (BIND's UNKNOWN, as against its UNKNOWN_FOREVER).
 */
const notYetKnown: ReadonlySet<string> = new Set([NO_ANSWER, 'UNKNOWN']);

/** Whether an order may still be paid after this answer. */
export const mayStillPay = ({
  state,
  reason,
}: {
  readonly state: string;
  readonly reason: string;
}): boolean => state === 'in-progress' || (state === 'unknown' && notYetKnown.has(reason));

/** How an order is given: in a batch file, or through the bank's API; `earlier` is of a release that kept no rows. */
export type PayoutChannel = 'file' | 'bind' | 'earlier';

/** The orders that were given and what came back for them, kept by the feature that exchanges them by file. */
export interface PayoutOrders {
  /**
   * Writes an order down; a second one under its reference changes nothing.
   * @returns the channel by which the first one was given
   * @throws when the first one says something else
   */
  give(rail: string, order: PayoutOrder, channel: 'file' | 'bind'): Promise<PayoutChannel>;
  /** The order under the reference; undefined when none was given. */
  orderOf(
    reference: string,
  ): Promise<{ readonly channel: PayoutChannel; readonly currency: Currency } | undefined>;
  /** What was imported first for the reference. */
  resultOf(rail: string, reference: string): Promise<PayoutAnswer | undefined>;
}

/** A way to pay out. Both calls may throw: then the state is unknown too. */
export interface PayoutRail {
  readonly name: string;
  /** Idempotent by reference: a second order under the same reference answers the first. */
  submit(order: PayoutOrder): Promise<PayoutAnswer>;
  query(reference: string): Promise<PayoutAnswer>;
  /** Of what went through the provider's API; absent where there is none. */
  readonly listing?: Listing;
}
